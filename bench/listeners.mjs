// Pages that listen at /live, five for each session, over sockets of their own.
import { once } from 'node:events'
import { connect } from 'node:net'

const FOR_A_SESSION = 5
const AT_ONCE = 50

/** Gives what closes them, once all of them are listening. */
export const openListeners = async (url, count, cookieOf) => {
  const { hostname, port } = new URL(url)
  const sockets = []
  const close = () => {
    for (const socket of sockets) socket.destroy()
  }
  try {
    for (let first = 0; first < count; first += AT_ONCE) {
      const places = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, place) => first + place)
      await Promise.all(
        places.map(async (place) => {
          const socket = connect({ host: hostname, port: Number(port) })
          sockets.push(socket)
          await listen(socket, cookieOf(Math.floor(place / FOR_A_SESSION)))
        }),
      )
    }
    return { close, countOpen: () => sockets.filter(({ destroyed }) => !destroyed).length }
  } catch (error) {
    close()
    throw error
  }
}

const listen = async (socket, cookie) => {
  socket.setEncoding('utf8').on('error', () => undefined)
  // Signing in over http is for this very machine.
  const head = ['host: localhost', 'sec-fetch-site: same-origin', `cookie: ${cookie}`]
  socket.write(`GET /live HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  let text = ''
  while (!text.includes(': open')) {
    text += (await once(socket, 'data', { signal: AbortSignal.timeout(30_000) }))[0]
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(`/live answered ${text}`)
  }
  socket.resume()
}
