// Pages that listen at /live, five for each session, over sockets of their own; and readers of a feed.
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { sampleAnswer } from './load.mjs'

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

/** A stream and a waiting call after another; each says when it saw the first event of a challenge. */
export const followEvents = async (url, token) => {
  const headers = { authorization: `Bearer ${token}` }
  return [await followStream(url, headers), followWaiting(url, headers)]
}

const CHALLENGE = /"challenge_id":"(ch_\w+)"/g

const makeSeen = () => {
  const seen = new Map()
  const waiting = new Map()
  return {
    note: (text) => {
      const now = performance.now()
      for (const [, id] of text.matchAll(CHALLENGE)) {
        if (!seen.has(id)) seen.set(id, now)
        waiting.get(id)?.(now)
      }
    },
    seenAt: async (id, latestMs) => {
      const known = seen.get(id)
      if (known !== undefined) return known
      let timer
      const late = new Promise((resolve) => {
        timer = setTimeout(() => resolve(performance.now()), latestMs)
      })
      const came = new Promise((resolve) => waiting.set(id, resolve))
      const at = await Promise.race([came, late])
      clearTimeout(timer)
      return at
    },
  }
}

const followStream = async (url, headers) => {
  const { note, seenAt } = makeSeen()
  const call = request(new URL('/v1/events', url), { headers: { ...headers, accept: 'text/event-stream' } })
  call.on('error', () => undefined).end()
  const [answer] = await once(call, 'response')
  answer.setEncoding('utf8').on('error', () => undefined)
  await once(answer, 'data')
  let text = ''
  answer.on('data', (piece) => {
    const blocks = (text + piece).split('\n\n')
    text = blocks.pop()
    for (const block of blocks) note(block)
  })
  return { seenAt, close: () => call.destroy() }
}

const followWaiting = (url, headers) => {
  const { note, seenAt } = makeSeen()
  const over = new AbortController()
  const follow = async () => {
    for (let after = ''; !over.signal.aborted;) {
      const path = `/v1/events?limit=100&wait=25${after}`
      const { status, body } = await sampleAnswer(url, { method: 'GET', path, headers })
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
      note(body)
      const last = JSON.parse(body).data.at(-1)
      if (last) after = `&after=${last.id}`
    }
  }
  const followed = follow()
  // A service that has stopped answers nobody.
  followed.catch(() => undefined)
  return {
    seenAt: (id, latestMs) => Promise.race([seenAt(id, latestMs), followed]),
    close: () => over.abort(),
  }
}
