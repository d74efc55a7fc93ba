// A Redis of a test's own, on a free port of loopback and with nothing on disk, that can be killed, frozen, emptied and
// restarted.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createClient } from '@redis/client'
import { vi } from 'vitest'
import type { LinkState } from '../../packages/server/src/limits/redis-link.ts'
import { requirement } from './requirements.ts'

const program = requirement('redis-server')

/** Whether there is one to start; where not, it was said. */
export const hasRedis = program !== undefined

export interface TestRedis {
  readonly url: string
  readonly port: number
  /** Every key there is, with its remaining time in milliseconds. */
  keys(): Promise<readonly { readonly key: string; readonly leftMs: number }[]>
  /** From here on every question waits, and what was sent waits too. */
  freeze(): void
  thaw(): void
  /** Everything that it holds is gone. */
  flush(): Promise<void>
  kill(): Promise<void>
  /** Starts an empty one where the one before was killed, with more options. */
  startAgain(more?: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** On a busy machine a node may not have reached Redis when it starts, nor have heard of the others. */
export const untilShared = (nodes: readonly { sharedLimits(): LinkState | undefined }[]): Promise<unknown> =>
  vi.waitUntil(
    () => {
      const states = nodes.map((node) => node.sharedLimits())
      return states.every((state) => state?.isShared && state.nodes >= nodes.length)
    },
    { interval: 20, timeout: 30_000 },
  )

export const startRedis = async (options: readonly string[] = []): Promise<TestRedis> => {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let running: ChildProcess | undefined = await startOn(port, options)
  const kill = async (): Promise<void> => {
    const child = running
    running = undefined
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url,
    port,
    keys: () => listKeys(url),
    flush: () => withClient(url, async (client) => void (await client.flushAll())),
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    kill,
    startAgain: async (more = []) => {
      running = await startOn(port, [...options, ...more])
    },
    stop: kill,
  }
}

const startOn = async (port: number, options: readonly string[]): Promise<ChildProcess> => {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options]
  const child = spawn(program ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('Redis ended before it was ready')))
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve()
    })
  })
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
  return child
}

const connectTo = (url: string) => createClient({ url, RESP: 2 })

const withClient = async <T>(
  url: string,
  work: (client: ReturnType<typeof connectTo>) => Promise<T>,
): Promise<T> => {
  const client = connectTo(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

const listKeys = (url: string) =>
  withClient(url, async (client) => {
    const keys = await client.keys('*')
    const left = await Promise.all(keys.map((key) => client.pTTL(key)))
    return keys.map((key, at) => ({ key, leftMs: left[at] ?? 0 }))
  })

const freePort = async (): Promise<number> => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
