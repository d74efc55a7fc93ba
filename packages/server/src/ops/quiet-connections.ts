// Ends connections whose answers nobody takes. A timeout of Node's for every connection would move a timer twice for
// every call, which costs a call a thirtieth. Here those that have something to give are looked for now and then, and
// are given that timeout. It restarts whenever the system has taken more of a response, so that a slow reader is not cut
// off.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often the connections are looked at within the time. */
const LOOKS = 4

/** One on which nothing moves for `quietMs`, while something waits to be taken, is ended, at most one look later. */
export const endQuietConnections = (server: Server, quietMs: number): void => {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    for (const socket of open) if (socket.writableLength > 0) limit(socket, quietMs)
  }, quietMs / LOOKS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Once it is set, it runs: setting it again would restart it. Node clears it with the next call. */
const limit = (socket: Socket, quietMs: number): void => {
  if (socket.timeout !== quietMs) socket.setTimeout(quietMs)
}
