import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { endQuietConnections } from './quiet-connections.ts'

const QUIET_MS = 1_500
const PIECE_BYTES = 1024 * 1024
/** More than any system takes off a server that nobody reads from. */
const ANSWER_BYTES = 32 * 1024 * 1024

/** Both ends of a connection on which an answer waits. */
const ask = async (): Promise<{ readonly socket: Socket; readonly serverEnd: Socket }> => {
  const server = createServer((_, answer) => answer.end(Buffer.alloc(ANSWER_BYTES)))
  endQuietConnections(server, QUIET_MS)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [serverEnd] = (await once(server, 'connection')) as [Socket]
  return { socket, serverEnd }
}

const untilMore = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('readable', resolve).once('end', resolve).once('close', resolve)
  })

it('a connection from which nobody takes anything is ended', { timeout: 180_000 }, async () => {
  const { socket, serverEnd } = await ask()
  await once(serverEnd, 'close')
  expect(socket.bytesRead).toBe(0)
})

it('one from which someone takes a little again and again is not', { timeout: 180_000 }, async () => {
  const { socket } = await ask()
  let [taken, sincePause] = [0, 0]
  const isOver = (): boolean => socket.destroyed || socket.readableEnded
  while (taken < ANSWER_BYTES && !isOver()) {
    const some = socket.read() as Buffer | null
    if (!some) {
      await untilMore(socket)
      continue
    }
    taken += some.length
    sincePause += some.length
    if (sincePause < PIECE_BYTES) continue
    sincePause = 0
    await pause(QUIET_MS / 6)
  }
  expect(taken).toBeGreaterThanOrEqual(ANSWER_BYTES)
})
