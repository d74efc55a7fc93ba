// Closing the server in good order. Node closes idle connections when asked to, but waits without end for one
// that never sent a byte, or stopped in the middle of a request.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

// A connection that was just made may have its first request on the way.
const SILENCE_MS = 250

/** Call the result when closing begins: silent connections end after a moment, all others by the deadline. */
export const prepareClosing = (server: Server, deadlineMs: number): (() => void) => {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    // Asked only now: a listener for data would take the socket out of the parser's fast path.
    setTimeout(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, SILENCE_MS).unref()
    setTimeout(() => server.closeAllConnections(), deadlineMs).unref()
  }
}
