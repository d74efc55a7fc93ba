// Performs the steps of the story against the service of one checkout.
import { setTimeout as pause } from 'node:timers/promises'
import { readStream, send, sendBytes } from './exchange.mjs'
import { createKept } from './kept.mjs'

// Slow enough that a token never comes near its calls per minute, unless a chapter wants that.
const BETWEEN_CALLS_MS = 3_000
const PAGES_MAX = 50
const LOOKS_MAX = 2_000

export const openStage = ({ host, url, arrivals, journal }) => {
  const kept = createKept()
  kept.set('receiver', arrivals.receiverUrl)

  const makeHeaders = ({ by, body, headers = {} }) => ({
    ...(by === null ? {} : { authorization: kept.fill(`Bearer $${by}.token`) }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...kept.fill(headers),
  })

  const sendCall = async (step) => {
    if (!step.still) await host.advance(BETWEEN_CALLS_MS)
    const { method, path, body, raw } = step
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(kept.fill(body)))
    return await send(url + kept.fill(path), { method, headers: makeHeaders(step), payload })
  }

  const noteCall = ({ by, method, path, body, raw = '', keep, compared }, answer) => {
    const filled = kept.fill(path)
    const sent = body === undefined ? raw : JSON.stringify(kept.fill(body))
    journal.noteCall(
      `${by ?? 'nobody'} ${method} ${filled} ${sent}`,
      { method, path: filled, compared },
      answer,
    )
    if (keep === undefined) return
    const parsed = readJson(answer.text)
    kept.set(keep, Array.isArray(parsed?.data) ? parsed : parsed?.data)
  }

  const untilWaiting = async (count) => {
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      if ((await host.countWaiting()) === count) return
      await pause(2)
    }
    throw new Error(`there are never ${count} calls that wait`)
  }

  const performers = {
    call: async (step) => noteCall(step, await sendCall(step)),

    pages: async ({ by, path }) => {
      let next = path
      for (let count = 0; next !== undefined && count < PAGES_MAX; count += 1) {
        const step = { by, method: 'GET', path: next }
        const answer = await sendCall(step)
        noteCall(step, answer)
        const { next_cursor: cursor } = readJson(answer.text) ?? {}
        next = cursor ? `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}` : undefined
      }
    },

    hold: async ({ calls, meanwhile }) => {
      const held = []
      for (const call of calls) {
        held.push(sendCall(call))
        await untilWaiting(held.length)
      }
      for (const step of meanwhile) await perform(step)
      const answers = await Promise.all(held)
      for (const [index, call] of calls.entries()) noteCall(call, answers[index])
    },

    stream: async ({ by, path, count, headers }) => {
      await host.advance(BETWEEN_CALLS_MS)
      const accepting = { ...makeHeaders({ by, headers }), accept: 'text/event-stream' }
      noteCall({ by, method: 'GET', path }, await readStream(url + kept.fill(path), accepting, count))
      await untilWaiting(0)
    },

    wire: async ({ lines }) => {
      const text = await sendBytes(url, kept.fill(lines).join('\r\n'))
      const compared = text.split('\r\n').filter((line) => !/^(date|content-length):/i.test(line))
      journal.note(lines.join(' | '), compared.join('\n'))
    },

    page: async ({ to, link, form, suffix, headers }) => {
      const path = (to === null ? link : (arrivals.findLink(to, link) ?? `/${link}/missing`)) + suffix
      const payload = form && new URLSearchParams(form).toString()
      const type = form && { 'content-type': 'application/x-www-form-urlencoded' }
      const method = form ? 'POST' : 'GET'
      await host.advance(BETWEEN_CALLS_MS)
      const answer = await send(url + path, { method, headers: { ...type, ...headers }, payload })
      journal.noteCall(`${to ?? 'someone'} ${method} ${path} ${payload ?? ''}`, { method, path }, answer)
    },

    operator: async ({ args, keep }) => {
      await host.advance(BETWEEN_CALLS_MS)
      const filled = kept.fill(args)
      const { status, output, result } = await host.command(filled)
      if (keep !== undefined) kept.set(keep, readJson(result))
      journal.note(`operator ${filled.join(' ')}`, `${status}\n${output}`)
    },

    pass: ({ ms }) => host.advance(ms),

    due: async () => {
      await host.runDue()
      journal.noteArrivals('mails', arrivals.takeMails())
      journal.noteArrivals('deliveries', arrivals.takeDeliveries())
    },

    receiver: ({ path, status, headers }) => {
      arrivals.answerWith(path, { status, headers })
    },
  }

  const perform = async (step) => {
    await performers[step.kind](step)
  }

  return { perform, listMissing: kept.listMissing }
}

const readJson = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
