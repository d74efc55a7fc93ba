// Hands one call to one node. What the caller may not know of a failure is in `mayHaveArrived`: whether the node can
// have read any of it.
import http from 'node:http'

// They speak of one connection, and not of the call.
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether doing it twice is doing it once. */
export const isRead = (method) => READS.has(method)

export const withoutConnection = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)))

export class Unanswered extends Error {
  constructor(cause, mayHaveArrived) {
    super(`a node did not answer: ${cause.message}`, { cause })
    this.mayHaveArrived = mayHaveArrived
  }
}

/** Gives the answer of the node once its head is here; `Unanswered` where none came. */
export const forward = (node, { method, path, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    let isConnected = false
    const request = http.request(`${node.url}${path}`, {
      method,
      headers,
      signal,
      // What changes something goes by a connection of its own: one that was kept may be closed by the other end at the
      // very moment at which it is used, and nobody could tell whether the call had arrived.
      agent: isRead(method) ? node.agent : false,
    })
    request.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (isConnected = true))
      else isConnected = true
    })
    request.once('response', resolve)
    request.once('error', (error) => reject(new Unanswered(error, isConnected)))
    request.end(body)
  })
