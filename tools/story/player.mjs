// What can be done to a service while it is recorded: calls, pages, commands of the operator, and time that passes.
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'

// Slow enough that a token never comes near its calls per minute, unless the story wants that.
const BETWEEN_CALLS_MS = 3_000
const PAGES_MAX = 50
const LOOKS_MAX = 2_000

export const openPlayer = ({ host, url, arrivals, journal }) => {
  /** Redirects are not followed. `body` is sent as JSON, `form` as a form. */
  const send = async (by, method, path, { token, body, form, headers } = {}) => {
    const payload = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const response = await request(url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const title = `${by} ${method} ${path} ${payload ?? ''}`
    return {
      title,
      method,
      path,
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
    }
  }

  /** Reads an answer to its end and records it. `compared`: only its `head`, or the `interface` that it describes. */
  const note = async ({ body, ...answer }, compared) => {
    const text = await body.text()
    journal.noteCall({ ...answer, text }, compared)
    return { ...answer, text, body: readJson(text) ?? {} }
  }

  const untilWaiting = async (count) => {
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      if ((await host.countWaiting()) === count) return
      await pause(2)
    }
    throw new Error(`there are never ${count} calls that wait`)
  }

  /** Someone with a token; with a group's token, the member with the address. A call gives `data`; of a list, the body. */
  const caller = (by, token, address) => {
    const named = (path) =>
      address ? `${path}${path.includes('?') ? '&' : '?'}user_email=${encodeURIComponent(address)}` : path
    /** `isStill`: the clock does not move before it. */
    const ask = async (method, path, body, { headers, compared, isStill = false } = {}) => {
      if (!isStill) await host.advance(BETWEEN_CALLS_MS)
      return (await note(await send(by, method, named(path), { token, body, headers }), compared)).body
    }
    const call = async (...asked) => {
      const reply = await ask(...asked)
      return Array.isArray(reply.data) ? reply : (reply.data ?? {})
    }
    return {
      token,
      call,
      get: (path, more) => call('GET', path, undefined, more),
      post: (path, body = {}, more = {}) => call('POST', path, body, more),
      patch: (path, body) => call('PATCH', path, body),
      delete: (path) => call('DELETE', path),
      /** All pages of a list. */
      readToEnd: async (path) => {
        let next = path
        for (let count = 0; next !== undefined && count < PAGES_MAX; count += 1) {
          const { next_cursor: cursor } = await ask('GET', next)
          next = cursor ? `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}` : undefined
        }
      },
      /** So many calls that wait, held open while `meanwhile` goes on. */
      hold: async (path, count, meanwhile) => {
        const held = []
        for (let each = 1; each <= count; each += 1) {
          held.push(send(by, 'GET', path, { token }))
          await untilWaiting(each)
        }
        await meanwhile()
        for (const answer of held) await note(await answer)
      },
      /** The first messages of an event stream, whole: how many more came in the same piece is left to the network. */
      stream: async (path, count, headers) => {
        const accepting = { accept: 'text/event-stream', ...headers }
        const answer = await send(by, 'GET', path, { token, headers: accepting })
        let text = ''
        const listMessages = () => text.split(/(?<=\n\n)/).filter((block) => /data: .*\n\n$/s.test(block))
        for await (const chunk of answer.body) {
          text += chunk
          if (listMessages().length >= count) break
        }
        journal.noteCall({ ...answer, text: listMessages().slice(0, count).join('') || text })
        await untilWaiting(0)
      },
    }
  }

  return {
    url,
    send,
    note,
    noteCall: journal.noteCall,
    noteText: journal.note,
    noteFault: journal.noteFault,
    tell: journal.tell,
    caller,
    nobody: caller('nobody'),
    receiverUrl: arrivals.receiverUrl,
    /** From now on the receiver of webhooks answers a path so. */
    answerWith: arrivals.answerWith,
    advance: host.advance,
    sign: host.sign,
    pass: ({ days = 0, hours = 0, minutes = 0 }) =>
      host.advance(((days * 24 + hours) * 60 + minutes) * 60_000),
    /** Does what is due by the clock, and takes in the mails and deliveries that come of it. */
    runDue: async () => {
      await host.runDue()
      journal.noteArrivals('mails', arrivals.takeMails())
      journal.noteArrivals('deliveries', arrivals.takeDeliveries())
    },
    /** Opens the page that the newest mail to an address links to, or a path; with a form, sends that. */
    page: async (to, link, form, { suffix = '', headers } = {}) => {
      const path = link.startsWith('/') ? link : (arrivals.findLink(to, link) ?? `/${link}/missing`)
      await host.advance(BETWEEN_CALLS_MS)
      await note(await send(to, form ? 'POST' : 'GET', path + suffix, { form, headers }))
    },
    /** A command of the operator: its words, and then what may hold spaces. Gives its result. */
    operator: async (words, ...more) => {
      await host.advance(BETWEEN_CALLS_MS)
      const args = [...words.split(' '), ...more]
      const { status, output, result } = await host.command(args)
      journal.note(`operator ${args.join(' ')}`, `${status}\n${output}`)
      return readJson(result) ?? {}
    },
  }
}

const readJson = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
