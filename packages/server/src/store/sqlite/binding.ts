// The binding to SQLite that fits the running Node. better-sqlite3 13 needs Node-API 10, which Node has from 22.14 on:
// an older one crashes when it loads it. better-sqlite3 12 works there, but crashes in threads of Node 24. It is
// loaded when the first database is opened, so a service on PostgreSQL needs none.
import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'
import { OperatorError } from '../../kernel/operator-error.ts'

type Binding = typeof BetterSqlite3

const NODE_API_OF_13 = 10

const isNewNode = Number(process.versions['napi']) >= NODE_API_OF_13

/** Both are optional, and npm installs the one whose `engines` name the Node that runs it. */
export const bindingPackage = isNewNode ? 'better-sqlite3' : '@challenge-service/sqlite-for-older-node'

let binding: Binding | undefined

export const openDatabase = (path: string, options: BetterSqlite3.Options): BetterSqlite3.Database => {
  binding ??= loadBinding()
  return new binding(path, options)
}

/** Where no binding was loaded, none has failed. */
export const isSqliteError = (error: unknown): error is InstanceType<Binding['SqliteError']> =>
  binding !== undefined && error instanceof binding.SqliteError

const loadBinding = (): Binding => {
  try {
    const loaded = createRequire(import.meta.url)(bindingPackage) as Binding
    // The compiled part is looked for only when a database is opened.
    new loaded(':memory:').close()
    return loaded
  } catch (error) {
    throw explainAbsence(error)
  }
}

const explainAbsence = (cause: unknown): OperatorError => {
  const { platform, arch, versions } = process
  return isNewNode
    ? new OperatorError(
        `SQLite is not installed for Node ${versions.node} on ${platform}-${arch}: run \`npm install\` with this Node, or use PostgreSQL if better-sqlite3 has nothing ready for this system`,
        { cause },
      )
    : new OperatorError(
        `SQLite is not installed for Node ${versions.node}: run \`npm install\` with this Node, where g++, make and python3 are installed, or use Node 22.14 or newer, which needs no compiler`,
        { cause },
      )
}
