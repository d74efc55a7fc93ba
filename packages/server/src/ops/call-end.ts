// Tells when a call is over: its answer was taken, or its connection is gone. Of an answer that waits behind others on
// its connection, Node does not say that the connection has ended; so it is heard from the connection as well.
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** What is to be called at the end of a connection for the answers that wait on it. */
const endsOfConnections = new WeakMap<Socket, Set<() => void>>()

/** `end` is called once; at once where the connection is gone already. */
export const onCallEnd = ({ raw, request }: FastifyReply, end: () => void): void => {
  const hasItsTurn = raw.socket !== null
  if (hasItsTurn && !raw.destroyed) raw.on('close', end)
  else onEndOfWaiting(raw, request.raw.socket, end)
}

const onEndOfWaiting = (response: FastifyReply['raw'], connection: Socket, end: () => void): void => {
  if (response.destroyed || connection.destroyed) return end()
  const ends = endsOf(connection)
  const endOnce = (): void => {
    if (ends.delete(endOnce)) end()
  }
  ends.add(endOnce)
  response.on('close', endOnce)
}

const endsOf = (socket: Socket): Set<() => void> => {
  const known = endsOfConnections.get(socket)
  if (known) return known
  const ends = new Set<() => void>()
  endsOfConnections.set(socket, ends)
  socket.once('close', () => {
    for (const end of ends) end()
  })
  return ends
}
