// A service in a process of its own, on a database that a test prepared, so that it can be killed at will.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createAccount, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { createMigrated, type Engine } from './engine.ts'
import { repository, soundSources, type Sources } from './planted.ts'
import { createProbeTable } from './probe.ts'

export interface ChildService {
  readonly url: string
  readonly pid: number
  /** SIGKILL, and wait for the end. */
  kill(): Promise<void>
  /** Resolves when the process has ended, however it did. */
  readonly ended: Promise<void>
}

export interface PreparedDatabase {
  readonly token: string
  /** The settings of a service on this database. */
  readonly settings: Readonly<Record<string, string>>
  start(options?: { readonly sources?: Sources; readonly prefix?: readonly string[] }): Promise<ChildService>
  /** Looks into the database while no service runs, or beside it. */
  inspect<T>(look: (store: Store) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

export const prepareDatabase = async (
  engine: Engine,
  more: Readonly<Record<string, string>> = {},
): Promise<PreparedDatabase> => {
  const storage = await createMigrated(engine)
  const settings = {
    DATABASE_URL: storage.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    WRITES_PER_MINUTE: '1000000',
    READS_PER_MINUTE: '1000000',
    ACCOUNT_QUOTA: '1000000',
    ...more,
  }
  const children = new Set<ChildService>()

  const inspect = async <T>(look: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore(storage.target, { onIdleError: () => undefined })
    try {
      return await look(store)
    } finally {
      await store.close()
    }
  }
  const token = await inspect(async (store) => {
    await createProbeTable(store)
    return store.write(async (tx) => {
      const person = { email: 'crash@test.example', firstName: 'Pat', plan: 'club' } as const
      const { id } = await createAccount(tx, person, Date.now())
      return (await createToken(tx, { owner: { kind: 'account', id }, scopes: 'all' }, Date.now())).token
    })
  })

  return {
    token,
    settings,
    inspect,
    start: async ({ sources = soundSources, prefix = [] } = {}) => {
      const child = await startChild(sources, prefix, settings)
      children.add(child)
      return child
    },
    remove: async () => {
      for (const child of children) await child.kill()
      await storage.remove()
    },
  }
}

const startChild = async (
  sources: Sources,
  prefix: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<ChildService> => {
  const [command, ...args] = [
    ...prefix,
    process.execPath,
    await sources.bundle('test/support/probe-service.ts'),
  ]
  const child = spawn(command, args, {
    cwd: repository,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() => undefined)
  const url = await readyUrl(child, ended)
  const { pid } = child
  if (pid === undefined) throw new Error('the service has no process')
  return {
    url,
    pid,
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const readyUrl = async (child: ChildProcess, ended: Promise<void>): Promise<string> => {
  if (!child.stdout) throw new Error('the service has no output')
  const lines = createInterface({ input: child.stdout })
  const ready = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
    })
  })
  const died = ended.then(() => Promise.reject(new Error('the service ended before it was ready')))
  return Promise.race([ready, died])
}
