// What a run makes when a test first asks for it: the PostgreSQL server, and for each engine a database with all tables and
// no rows, a copy of which costs a fraction of its making. The process of the run makes them; tests ask by a socket.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inspect, promisify } from 'node:util'
import { inject } from 'vitest'
import { createDatabase, type TestDatabase } from './databases.ts'
import { startPostgres, type PostgresServer } from './postgres-server.ts'
import { listAbandoned, makeFolder, removeFolder, scratchFolder } from './scratch.ts'

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

/** A process of another container has a number that means nothing here, but it answers. */
const isServed = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.end()
  })

const fill = async (url: string): Promise<void> => {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'fill-database.mjs'), url])
}

export interface OfferedStorage {
  /** Of the socket. */
  readonly path: string
  /** Later tests get databases of the build that is there then. */
  renew(): Promise<void>
  close(): Promise<void>
}

/** For the process of the run: answers until it is closed, and then removes what was made. */
export const offerStorage = async (): Promise<OfferedStorage> => {
  for (const left of listAbandoned(scratchFolder, prefix))
    if (!(await isServed(join(left, 'socket')))) removeFolder(left)
  const folder = makeFolder(scratchFolder, prefix)
  let server: Promise<PostgresServer> | undefined
  let original: TestDatabase | undefined
  const make = {
    postgres: async () => {
      const { adminUrl } = await (server ??= startPostgres({}, scratchFolder))
      original = await createDatabase(adminUrl)
      await fill(original.url)
      return { adminUrl, original: new URL(original.url).pathname.slice(1) }
    },
    sqlite: async () => {
      const file = join(mkdtempSync(join(folder, 'original-')), 'original.db')
      await fill(`sqlite:${file}`)
      return { original: file }
    },
  }
  let made: { [K in Kind]?: Promise<RunStorage[K]> } = {}
  const answer = async (kind: string): Promise<object> => {
    try {
      if (kind === 'postgres') return { made: await (made.postgres ??= make.postgres()) }
      if (kind === 'sqlite') return { made: await (made.sqlite ??= make.sqlite()) }
      return { error: `no storage is called ${kind}` }
    } catch (error) {
      return { error: inspect(error) }
    }
  }
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    // A worker that ends while it waits concerns nobody else.
    socket.on('error', () => undefined)
    socket.setEncoding('utf8').once('data', (kind: string) => {
      void answer(kind).then((reply) => socket.end(JSON.stringify(reply)))
    })
  })
  const path = join(folder, 'socket')
  listener.listen(path)
  await once(listener, 'listening')
  const renew = async (): Promise<void> => {
    made = {}
    await original?.drop()
    original = undefined
  }
  return {
    path,
    renew,
    close: async () => {
      listener.close()
      await renew()
      await (await server)?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
