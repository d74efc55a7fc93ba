// A Redis of a test's own, on a free port of loopback and with nothing on disk, that can be killed, frozen and begun anew;
// and a way to it that is slow.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createClient } from '@redis/client'
import { requirement } from './requirements.ts'

const program = requirement('redis-server')

/** Whether there is one to start; where not, it was said. */
export const hasRedis = program !== undefined

export interface TestRedis {
  readonly url: string
  readonly port: number
  /** Every key there is, with its remaining time in milliseconds. */
  keys(): Promise<readonly { readonly key: string; readonly leftMs: number }[]>
  /** From here on whoever asks waits, and what was sent waits too. */
  freeze(): void
  thaw(): void
  kill(): Promise<void>
  /** Starts an empty one where the one before was killed, with more options. */
  startAgain(more?: readonly string[]): Promise<void>
  stop(): Promise<void>
}

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

const listKeys = async (url: string) => {
  const client = createClient({ url, RESP: 2 })
  await client.connect()
  try {
    const keys = await client.keys('*')
    const left = await Promise.all(keys.map((key) => client.pTTL(key)))
    return keys.map((key, at) => ({ key, leftMs: left[at] ?? 0 }))
  } finally {
    client.destroy()
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await listenOn(server)
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const listenOn = async (server: Server): Promise<void> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

export interface SlowWay {
  readonly url: string
  /** How long each answer takes from now on. */
  delay(ms: number): void
  close(): Promise<void>
}

/** Everything arrives, in order, and answers arrive late. */
export const slowWayTo = async (port: number): Promise<SlowWay> => {
  let delayMs = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.pipe(far)
    far.on('data', (bytes: Buffer) => {
      if (delayMs === 0) near.write(bytes)
      else setTimeout(() => near.destroyed || near.write(bytes), delayMs)
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
  })
  await listenOn(server)
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: (ms) => {
      delayMs = ms
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
