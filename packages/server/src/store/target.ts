// Where the data lives, as DATABASE_URL says it: in a file of SQLite, or on a server of PostgreSQL.

export type DatabaseTarget =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'server'; readonly url: string }

/** Undefined where the text names neither engine. */
export const parseDatabaseUrl = (text: string): DatabaseTarget | undefined => {
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return { kind: 'server', url: text }
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  return path === undefined || path.startsWith(':memory:') || path.endsWith('/')
    ? undefined
    : { kind: 'file', path }
}
