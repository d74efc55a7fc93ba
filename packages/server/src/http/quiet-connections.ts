// Ends connections whose answers nobody takes. Node has a timeout for it, which moves a timer twice for every call: that
// costs a call a thirtieth. Here all of them are looked at now and then.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** One on which nothing has moved since the last look, while something waits to be taken, is ended within `quietMs`. */
export const endQuietConnections = (server: Server, quietMs: number): void => {
  const seen = new Map<Socket, string>()
  server.on('connection', (socket: Socket) => {
    seen.set(socket, '')
    socket.once('close', () => seen.delete(socket))
  })
  const look = setInterval(() => {
    for (const [socket, before] of seen) {
      const now = socket.writableLength === 0 ? '' : describe(socket)
      if (now !== '' && now === before) socket.destroy()
      else if (now !== before) seen.set(socket, now)
    }
  }, quietMs / 2)
  look.unref()
  server.once('close', () => clearInterval(look))
}

const describe = ({ bytesRead, bytesWritten, writableLength }: Socket): string =>
  `${bytesRead} ${bytesWritten} ${writableLength}`
