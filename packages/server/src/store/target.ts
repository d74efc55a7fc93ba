// Where the data lives, as DATABASE_URL says it.

export type DatabaseTarget =
  { readonly engine: 'sqlite'; readonly path: string } | { readonly engine: 'postgres'; readonly url: string }

/** Undefined where the text names neither engine. */
export const parseDatabaseUrl = (text: string): DatabaseTarget | undefined => {
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return { engine: 'postgres', url: text }
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  return path === undefined || path.startsWith(':memory:') || path.endsWith('/')
    ? undefined
    : { engine: 'sqlite', path }
}
