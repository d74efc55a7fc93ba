// Headers of a subscription through the API: what may be sent, and that no value ever comes back.
import { describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { useFreshPerson } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { getWebhook, subscribe } from '../support/subscriptions.ts'

const url = 'https://bot.example.com/hooks'

describe.each(engines)('headers of a subscription, on %s', (engine) => {
  const service = useService(engine, { READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' })
  const ana = useFreshPerson(service)
  const create = (headers: unknown) => ana.call('POST', '/v1/webhooks', { url, headers })
  const fieldsOf = async (headers: unknown): Promise<readonly string[]> => {
    const { status, body, text } = await create(headers)
    expect([status, body.error?.reason], text).toEqual([400, 'input_invalid'])
    return (body.error?.fields ?? []).map(({ field }) => field)
  }

  it('are shown by their names alone, in the order and case that they were given', async () => {
    const headers = { 'X-b': 'canary-1', Authorization: 'Bearer canary-2', 'x-A': 'canary-3' }
    const made = await subscribe(ana, { url }, { headers })
    expect(made.header_names).toEqual(['X-b', 'Authorization', 'x-A'])
    expect((await getWebhook(ana, made)).header_names).toEqual(['X-b', 'Authorization', 'x-A'])
    expect(JSON.stringify(made)).not.toContain('canary')
  })

  it('are none where nothing is said, and where an empty object is', async () => {
    expect((await subscribe(ana, { url })).header_names).toEqual([])
    expect((await subscribe(ana, { url: `${url}/2` }, { headers: {} })).header_names).toEqual([])
  })

  it('are at most five', async () => {
    const some = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'v']))
    expect(await fieldsOf(some(6))).toEqual(['headers'])
    expect((await subscribe(ana, { url }, { headers: some(5) })).header_names).toHaveLength(5)
  })

  it.each([
    ['a', 'a'],
    ['the longest', 'x'.repeat(512)],
    ['every printable character', `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ ~`],
    ['with spaces inside', 'Bearer  a b'],
  ])('have a value: %s', async (_, value) => {
    expect((await create({ 'X-A': value })).status).toBe(201)
  })

  it.each([
    ['nothing', ''],
    ['one character too many', 'x'.repeat(513)],
    ['a space', ' '],
    ['a space before', ' a'],
    ['a space after', 'a '],
    ['a tab', 'a\tb'],
    ['a line end', 'a\nb'],
    ['two headers in one', 'a\r\nX-SVC-Event: x'],
    ['NUL', 'a\u0000'],
    ['DEL', 'a\u007f'],
    ['Latin-1', 'caf\u00e9'],
    ['an emoji', '\u{1f600}'],
    ['a number', 7],
    ['null', null],
    ['a list', ['a']],
    ['an object', { a: 'b' }],
  ])('do not have a value: %s', async (_, value) => {
    expect(await fieldsOf({ 'X-Good': 'v', 'X-Bad': value })).toEqual(['headers.X-Bad'])
  })

  it.each([
    ['a text', 'X-A: b'],
    ['a list', [['X-A', 'b']]],
    ['null', null],
    ['a number', 5],
  ])('are an object, and not %s', async (_, headers) => {
    expect(await fieldsOf(headers)).toEqual(['headers'])
  })

  it.each([
    'X-SVC-Event',
    'x-svc-test',
    'X-FORWARDED-FOR',
    'x-real-ip',
    'X-Original-Url',
    'x-rewrite-url',
    'X-Http-Method-Override',
    'Content-Type',
    'Host',
    'Cookie',
    'X-a/b~c',
    '__proto__',
  ])('are not called %s', async (name) => {
    expect(await fieldsOf(JSON.parse(`{"${name}":"v"}`))).toEqual([`headers.${name}`])
  })

  it('are not called by one name twice, whatever its case', async () => {
    expect(await fieldsOf({ 'X-Api-Key': 'a', 'x-api-KEY': 'b' })).toEqual(['headers.x-api-KEY'])
  })

  it('are named in a refusal without their values', async () => {
    const { text } = await create({ Cookie: 'canary-value', 'X-A': 'canary-välue' })
    expect(text).not.toContain('canary')
  })

  it('are replayed under an Idempotency-Key, and other values conflict', async () => {
    const send = (value: string) =>
      service.call('POST', '/v1/webhooks', {
        token: ana.token,
        body: { url, headers: { 'X-A': value } },
        headers: { 'idempotency-key': 'again' },
      })
    const [first, second, other] = [await send('one'), await send('one'), await send('two')]
    expect([first.status, second.status, other.status]).toEqual([201, 201, 409])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body.data).toEqual(first.body.data)
    expect(other.body.error?.reason).toBe('key_reused')
  })
})
