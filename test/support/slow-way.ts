// A way to a Redis that is slow, or answers what it likes.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface SlowWay {
  readonly url: string
  /** How long each answer takes from now on. */
  delay(ms: number): void
  /** How many answers are on their way, late. */
  late(): number
  /** What comes in place of answers from now on; undefined for the answers themselves. */
  forge(bytes: string | undefined): void
  close(): Promise<void>
}

/** Everything arrives, in order, and answers arrive late. */
export const slowWayTo = async (port: number): Promise<SlowWay> => {
  let delayMs = 0
  let late = 0
  let forged: string | undefined
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.pipe(far)
    let before: Promise<unknown> = Promise.resolve()
    far.on('data', (answered: Buffer) => {
      const bytes = forged ?? answered
      const isLate = delayMs > 0
      if (isLate) late += 1
      before = Promise.all([before, isLate && pause(delayMs, undefined, { ref: false })]).then(() => {
        if (isLate) late -= 1
        if (!near.destroyed) near.write(bytes)
      })
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: (ms) => {
      delayMs = ms
    },
    late: () => late,
    forge: (bytes) => {
      forged = bytes
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
