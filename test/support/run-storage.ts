// What a run makes when a test first asks for it: the PostgreSQL server, and for each engine a database with all tables and
// no rows, a copy of which costs a fraction of its making. The process of the run makes them; tests ask by a socket.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { createDatabase } from './databases.ts'
import { startPostgres, type PostgresServer } from './postgres-server.ts'
import { listAbandoned, makeFolder, scratchFolder } from './scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the socket. */
    readonly runStorage: string
  }
}

interface RunStorage {
  readonly postgres: {
    /** A superuser's URL, good for creating databases. */
    readonly adminUrl: string
    /** The name of the database to copy. */
    readonly original: string
  }
  readonly sqlite: {
    /** The path of the file to copy. */
    readonly original: string
  }
}

type Kind = keyof RunStorage
interface Reply<K extends Kind> {
  readonly made?: RunStorage[K]
  readonly error?: string
}

const prefix = 'challenge-service-run-'

/** For what tests keep until the end of the run. */
export const runFolder = (): string => dirname(inject('runStorage'))

const known: { [K in Kind]?: Promise<RunStorage[K]> } = {}

const ask = async <K extends Kind>(kind: K): Promise<RunStorage[K]> => {
  const socket = connect(inject('runStorage'))
  await once(socket, 'connect')
  socket.end(kind)
  const reply = JSON.parse(await text(socket)) as Reply<K>
  if (!reply.made) throw new Error(reply.error)
  return reply.made
}

export const postgresOfRun = (): Promise<RunStorage['postgres']> => (known.postgres ??= ask('postgres'))
export const sqliteOfRun = (): Promise<RunStorage['sqlite']> => (known.sqlite ??= ask('sqlite'))

/** Adds all tables to an empty database. */
export type Fill = (url: string) => Promise<void>

/** For the process of the run: answers until it is closed, and then removes what was made. */
export const offerStorage = async (loadFill: () => Promise<Fill>) => {
  for (const left of listAbandoned(scratchFolder, prefix)) rmSync(left, { recursive: true, force: true })
  const folder = makeFolder(scratchFolder, prefix)
  let server: PostgresServer | undefined
  const make: { readonly [K in Kind]: () => Promise<RunStorage[K]> } = {
    postgres: async () => {
      server = await startPostgres({}, scratchFolder)
      const { adminUrl } = server
      const { url } = await createDatabase(adminUrl)
      await (
        await loadFill()
      )(url)
      return { adminUrl, original: new URL(url).pathname.slice(1) }
    },
    sqlite: async () => {
      const original = join(folder, 'original.db')
      await (
        await loadFill()
      )(`sqlite:${original}`)
      return { original }
    },
  }
  const made: { [K in Kind]?: Promise<RunStorage[K]> } = {}
  const answer = async (kind: string): Promise<object> => {
    try {
      if (kind === 'postgres') return { made: await (made.postgres ??= make.postgres()) }
      if (kind === 'sqlite') return { made: await (made.sqlite ??= make.sqlite()) }
      return { error: `no storage is called ${kind}` }
    } catch (error) {
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    void text(socket)
      .then(answer)
      .then((reply) => socket.end(JSON.stringify(reply)))
  })
  const path = join(folder, 'socket')
  listener.listen(path)
  await once(listener, 'listening')
  return {
    path,
    close: async () => {
      listener.close()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
