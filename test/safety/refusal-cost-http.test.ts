// The same over HTTP: headers, which are read before any schema, and the calls that once froze the process.
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints, isWebUrl, normalizeAddress, type Endpoint } from '@challenge-service/contract'
import { readAddress, readFirstName } from '../../packages/server/src/features/access/operator-input.ts'
import { checkTarget } from '../../packages/server/src/features/webhooks/target.rules.ts'
import { isFromElsewhere } from '../../packages/server/src/interfaces/site/engine/same-origin.ts'
import { readPlay } from '../../packages/server/src/interfaces/site/pages/challenges/sent-play.ts'
import { readFields } from '../../packages/server/src/interfaces/site/engine/sent-form.ts'
import { parseJson } from '../../packages/server/src/kernel/json.ts'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'
import { comparedWith } from './cost.ts'
import { isWellFormed, texts } from './material.ts'
import { rawCall, requestOf } from './raw-call.ts'

// Node takes 16 KiB before the body.
const ROOM = 14 * 1024
const run = (part: string): string => part.repeat(Math.floor(ROOM / part.length))

/** What may stand in a header, in its one-byte letters. */
const headerMaterial = {
  spaces: `x${run(' ')}x`,
  tabs: `x${run('\t')}x`,
  commas: run(','),
  'values between commas': run('a;q=1,'),
  semicolons: run(';'),
  quotes: run('"'),
  tags: run('W/"a",'),
  'letters of every kind': run(String.fromCodePoint(...Array.from({ length: 0x60 }, (_, at) => 0xa0 + at))),
  'a scheme and spaces': `Bearer${run(' ')}x y`,
  'a token that goes on': `Bearer cs_acc_${run('a')}`,
  'nearly a stream': run('text/event-streams,'),
  'an origin that is encoded': `https://${run('%E4%B8%80%E4%B9%81')}`,
  'an id that goes on': `evt_${run('0')}`,
  'a share that goes on': `gzip;q=0.${run('1')} x`,
  'a coding and spaces': `gzip${run(' ')}x`,
}

const headers = [
  'Authorization',
  'Accept',
  'Accept-Encoding',
  'Content-Type',
  'Content-Encoding',
  'Idempotency-Key',
  'Last-Event-ID',
  'X-Request-Id',
  'If-None-Match',
  'Origin',
  'Cookie',
  'X-Unknown',
]

/** Very many of them, as lines. */
const manyHeaders = {
  'different names': Array.from({ length: 2_000 }, (_, at) => `${at.toString(36)}: `),
  'numbers as names': Array.from({ length: 1_500 }, (_, at) => `${at * 4096}:`),
  'one unknown name': Array.from({ length: 2_500 }, () => 'a:'),
  'one name that is joined': Array.from({ length: 1_300 }, () => 'accept:'),
  'one cookie after another': Array.from({ length: 1_200 }, () => 'cookie:a'),
}

describe.each(engines)('One call freezes the process, over HTTP, on %s', (engine) => {
  const service = useService(engine, {
    WRITES_PER_MINUTE: '1000000',
    READS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  })
  let token: string
  beforeAll(async () => {
    token = (await service.token(await service.account())).token
  })

  const pathOf = ({ path }: Endpoint): string => path.replaceAll(/\{\w+\}/g, `ch_${'0'.repeat(26)}`)
  const ours = (): readonly string[] => ['Host: localhost', `Authorization: Bearer ${token}`]

  it.each(Object.entries(endpoints))(
    '%s takes the worst of headers at the cost of a plain one',
    async (_, endpoint) => {
      const send = (lines: readonly string[]) =>
        rawCall(service.url, requestOf(endpoint.method, pathOf(endpoint), lines))
      const findExcess = await comparedWith(() => send([...ours(), `X-Unknown: ${run('a')}`]))
      const excesses: (string | undefined)[] = []
      for (const header of headers) {
        const rest = header === 'Authorization' ? ours().slice(0, 1) : ours()
        for (const [name, value] of Object.entries(headerMaterial)) {
          const lines = [...rest, `${header}: ${value}`]
          excesses.push(await findExcess(`${header}, ${name}`, () => send(lines)))
        }
      }
      for (const [name, lines] of Object.entries(manyHeaders)) {
        excesses.push(await findExcess(name, () => send([...ours(), ...lines])))
      }

      expect(excesses.filter((excess) => excess !== undefined)).toEqual([])
    },
    60_000,
  )

  it.each(['/openapi.json', '/docs', '/', '/sign-in', '/healthz', '/nowhere'])(
    '%s takes the worst of headers at the cost of a plain one',
    async (path) => {
      const send = (line: string) => rawCall(service.url, requestOf('GET', path, ['Host: localhost', line]))
      const findExcess = await comparedWith(() => send(`X-Unknown: ${run('a')}`))
      const excesses: (string | undefined)[] = []
      for (const header of headers) {
        for (const [name, value] of Object.entries(headerMaterial)) {
          excesses.push(await findExcess(`${header}, ${name}`, () => send(`${header}: ${value}`)))
        }
      }
      expect(excesses.filter((excess) => excess !== undefined)).toEqual([])
    },
    60_000,
  )

  const letters = texts(60_000)['different letters']
  it.each([
    ['POST', '/v1/challenges', { opponent_email: `a@${letters}.example` }],
    ['POST', '/v1/challenges', { user_email: `a@${letters}.example` }],
    ['DELETE', `/v1/webhooks/whk_${'0'.repeat(26)}`, { user_email: `a@${letters}.example` }],
    ['POST', `/v1/challenges/ch_${'0'.repeat(26)}/evidence`, { url: `https://${letters}/` }],
    ['POST', '/v1/webhooks', { url: `https://${letters}/` }],
    ['POST', '/v1/webhooks', { events: Array.from({ length: 16_000 }, () => '*') }],
    [
      'POST',
      `/v1/challenges/ch_${'0'.repeat(26)}/tally/review`,
      { entry_ids: Array.from({ length: 8_000 }, (_, at) => at.toString(36)) },
    ],
  ])('%s %s refuses what is too large at the cost of a plain text', async (method, path, body) => {
    const [field] = Object.keys(body)
    const size = Buffer.byteLength(JSON.stringify(body))
    const call = (sent: object) => service.call(method, path, { token, body: sent })
    const findExcess = await comparedWith(() => call({ [String(field)]: 'a'.repeat(size) }))
    const reply = await call(body)

    expect(reply.status).toBe(400)
    expect(reply.body.error?.fields).toContainEqual(expect.objectContaining({ field }))
    expect(await findExcess(path, () => call(body))).toBeUndefined()
  })
})

describe('One call freezes the process, beside the endpoints', () => {
  const sentForm = (text: string): URLSearchParams =>
    readFields(
      'application/x-www-form-urlencoded',
      Buffer.from(`choice=dispute&reason=${encodeURIComponent(text)}`),
    ) ?? new URLSearchParams()
  const attempt = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return error
    }
  }

  it.each([
    ['empty fields', '&a'],
    ['percent signs', '%'],
  ])('a form of %s alone is read at the cost of a plain one', async (name, part) => {
    const read = (text: string) =>
      readFields('application/x-www-form-urlencoded', Buffer.from(text.padEnd(65_000, text).slice(0, 65_000)))
    const findExcess = await comparedWith(() => read('a'), 3)
    expect(await findExcess(name, () => read(part))).toBeUndefined()
  })

  it('a long name with colons behind it is read at the cost of a plain text', async () => {
    const text = `"${'\\n'.repeat(31_900)}"`
    const findExcess = await comparedWith(() => parseJson(text), 5)
    expect(await findExcess('colons', () => parseJson(`${text}${':'.repeat(255)}`))).toBeUndefined()
  })

  it.each<[string, (text: string) => unknown]>([
    ['an address', normalizeAddress],
    ['a URL', isWebUrl],
    ['the URL of a webhook', (text) => checkTarget(text, false)],
    ['an address that the operator types', (text) => attempt(() => readAddress(text))],
    ['a name that the operator types', (text) => attempt(() => readFirstName(text))],
    ['the form of a page', (text) => attempt(() => readPlay(sentForm(text)))],
    ['the origin of a form', (text) => isFromElsewhere({ origin: text, host: 'a' }, 'http://b.example')],
  ])('%s is refused at the cost of a plain text', async (_, read) => {
    const findExcess = await comparedWith(() => read('a'.repeat(60_000)))
    const excesses: (string | undefined)[] = []
    for (const [name, text] of Object.entries(texts(60_000))) {
      if (isWellFormed(text)) excesses.push(await findExcess(name, () => read(text)))
    }
    expect(excesses.filter((excess) => excess !== undefined)).toEqual([])
  })
})
