// Where the data lives, as DATABASE_URL says it: in a file of SQLite, or on a server of PostgreSQL.
import { parseUrl } from '@challenge-service/contract/plain'

export type DatabaseTarget =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'server'; readonly url: string }

/** Undefined where the text names neither engine. */
export const parseDatabaseUrl = (text: string): DatabaseTarget | undefined => {
  if (/^postgres(?:ql)?:\/\//.test(text) && parseUrl(text)) return { kind: 'server', url: text }
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  return path === undefined || path.startsWith(':memory:') || path.endsWith('/')
    ? undefined
    : { kind: 'file', path }
}

const POSTGRES_PORT = '5432'

/** For people: the path of a file; host, port and name of a server's database, and never its user or password. */
export const nameDatabase = (target: DatabaseTarget): string => {
  if (target.kind === 'file') return target.path
  const { hostname, port, pathname, searchParams } = new URL(target.url)
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : hostname)
  return `${host}:${searchParams.get('port') ?? (port === '' ? POSTGRES_PORT : port)}${pathname === '/' ? '' : pathname}`
}
