// A way to /mcp of a service for programs that can send no header of their own: it adds the token to whatever they send.
import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'

/** `{ url, close }`; whatever stands between the two is passed on as it comes. */
export const openWithToken = async (service, token) => {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` }
    const onwards = request(new URL(asked.url, service), { method: asked.method, headers })
    onwards.on('response', (given) => {
      answer.writeHead(given.statusCode, given.headers)
      void pipeline(given, answer).catch(() => answer.destroy())
    })
    onwards.on('error', () => answer.destroy())
    answer.on('close', () => onwards.destroy())
    asked.pipe(onwards)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
