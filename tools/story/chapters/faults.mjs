// What is wrong with a call before anyone looks at its meaning: tokens, paths, headers, bodies, values.
import { caller, nobody, wire } from '../steps.mjs'

const ana = caller('ana')
const sound = {
  claim: 'I swim a mile before Sunday.',
  opponent_email: 'ben@people.example',
  stake: 'a coffee',
  due_days: 5,
}
const create = (more) => ana.post('/v1/challenges', { ...sound, ...more })
const raw = (text, headers = { 'content-type': 'application/json' }) =>
  ana.call('POST', '/v1/challenges', { raw: text, headers })
const without = (name) => Object.fromEntries(Object.entries(sound).filter(([member]) => member !== name))

const tokens = [
  nobody.get('/v1/me'),
  nobody.get('/v1/me', { headers: { authorization: 'Basic YW5hOnNlY3JldA==' } }),
  nobody.get('/v1/me', { headers: { authorization: 'Bearer' } }),
  nobody.get('/v1/me', { headers: { authorization: `Bearer cs_acc_${'0'.repeat(49)}` } }),
  nobody.get('/v1/me', { headers: { authorization: 'bearer $ana.token' } }),
  nobody.get('/v1/me?access_token=$ana.token'),
]

const paths = [
  ana.get('/v1'),
  ana.get('/v1/nothing'),
  ana.get('/v1/me/'),
  ana.get('/v1/ME'),
  ana.call('HEAD', '/v1/me'),
  ana.call('OPTIONS', '/v1/me'),
  ana.call('PUT', '/v1/me'),
  ana.call('PATCH', '/v1/challenges'),
  ana.call('DELETE', '/v1/challenges'),
  ana.get('/v1/challenges/%E0%A4%A'),
  ana.get('/v1/challenges?reference=%E0%A4%A'),
  ana.get('/v1/challenges/ch_short'),
  ana.get('/v1/challenges/ch_00000000000000000000000000'),
  ana.get('/v1/challenges/grp_00000000000000000000000000'),
  ana.get(`/v1/challenges/${'x'.repeat(500)}`),
]

const bodies = [
  raw('{"claim":'),
  raw('[]'),
  raw('"text"'),
  raw('null'),
  raw(''),
  raw('{"claim":"one","claim":"two"}'),
  raw('{"__proto__":{}}'),
  raw(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
  raw(`{"claim":"${'x'.repeat(70_000)}"}`),
  raw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
  raw('{}', {}),
  raw('{}', { 'content-type': 'text/plain' }),
  raw('{}', { 'content-type': 'application/json; charset=latin1' }),
  raw('{}', { 'content-type': 'application/json; charset=utf-8' }),
]

const values = [
  ana.post('/v1/challenges'),
  ...Object.keys(sound).map((name) => ana.post('/v1/challenges', without(name))),
  create({ unknown: 1, another: null }),
  create({ claim: 5, stake: null, due_days: '5', reference: [] }),
  create({ claim: '' }),
  create({ claim: '   ' }),
  create({ claim: 'x'.repeat(501) }),
  create({ claim: 'a bell \u0007' }),
  create({ claim: 'half a pair \ud83d' }),
  create({ stake: 'two\nlines' }),
  create({ stake: 'x'.repeat(81) }),
  create({ stake: 'a car' }),
  create({ due_days: 0 }),
  create({ due_days: 366 }),
  create({ due_days: 1.5 }),
  create({ reference: 'x'.repeat(101) }),
  create({ opponent_email: 'nobody' }),
  create({ opponent_email: 'two@at@signs.example' }),
  create({ opponent_email: 'Ana@people.example' }),
  create({ claim: 'Ask ben@people.example about it.' }),
  create({ user_email: 'ben@people.example' }),
  ana.post('/v1/challenges?user_email=ana@people.example', { ...sound, user_email: 'ben@people.example' }),
]

const queries = [
  ana.get('/v1/challenges?limit=1&limit=2'),
  ana.get('/v1/challenges?colour=red'),
  ana.get('/v1/challenges?limit=0'),
  ana.get('/v1/challenges?limit=101'),
  ana.get('/v1/challenges?limit=many'),
  ana.get('/v1/challenges?limit='),
  ana.get('/v1/challenges?order=up'),
  ana.get('/v1/challenges?status=finished'),
  ana.get('/v1/challenges?status=pending,pending'),
  ana.get('/v1/challenges?role=observer'),
  ana.get('/v1/challenges?cursor=nonsense'),
  ana.get('/v1/events?types=weather.changed'),
  ana.get('/v1/events?after=evt_00000000000000000000000000'),
  ana.get('/v1/events?after=evt_short'),
  ana.get('/v1/events?wait=26'),
  ana.get('/v1/events?wait=1&order=desc'),
]

const headers = [
  ana.post('/v1/challenges', sound, { headers: { 'idempotency-key': '' } }),
  ana.post('/v1/challenges', sound, { headers: { 'idempotency-key': 'x'.repeat(256) } }),
  ana.get('/v1/me', { headers: { 'x-request-id': 'my-own-request-id' } }),
  ana.get('/v1/me', { headers: { accept: 'text/html' } }),
]

const get = (...lines) => wire(['GET /v1/me HTTP/1.1', ...lines, 'Connection: close', '', ''])

const wires = [
  get('Host: a', 'Authorization: Bearer $ana.token', 'Authorization: Bearer $ana.token'),
  get('Host: a', 'Host: b'),
  get('Authorization: Bearer $ana.token'),
  get('Host: a', 'No colon'),
  get('Host: a', 'Authorization: Bearer $ana.token'),
  wire(['this is not HTTP', '', '']),
  wire(['CONNECT example.com:443 HTTP/1.1', 'Host: example.com', '', '']),
]

export const faults = [...tokens, ...paths, ...bodies, ...values, ...queries, ...headers, ...wires]
