// Webhook subscriptions: made, tested, failing, switched off and on, and the log of what was sent.
import { caller, due, member, operator, pass, readToEnd, receiverAnswers } from '../steps.mjs'

const ana = caller('ana')
const ben = caller('ben')
const admin = member('blue', 'ana@people.example')
const mo = member('blue', 'mo@members.example')
const at = (name, action) => `/v1/webhooks/$${name}.id${action === undefined ? '' : `/${action}`}`
const subscribe = (by, path, keep, more = {}) =>
  by.post('/v1/webhooks', { url: `$receiver${path}`, ...more }, { keep })
const challenge = (claim) =>
  ana.post('/v1/challenges', {
    claim,
    opponent_email: 'ben@people.example',
    stake: 'a coffee',
    due_days: 9,
  })

const subscriptions = [
  subscribe(ana, '/all', 'all', { description: 'Everything' }),
  subscribe(ana, '/some?key=secret', 'some', { events: ['challenge.created', 'challenge.resolved'] }),
  subscribe(ben, '/ben', 'bens', { events: ['*'], description: '' }),
  subscribe(ana, '/all', 'again'),
  subscribe(ana, '/both', 'both', { events: ['*', 'challenge.created'] }),
  subscribe(ana, '/none', 'none', { events: [] }),
  subscribe(ana, '/odd', 'odd', { events: ['weather.changed'], description: 'x'.repeat(201) }),
  subscribe(ana, '/part#fragment', 'part'),
  ana.post('/v1/webhooks', { url: 'ftp://receiver.example/' }),
  ana.post('/v1/webhooks', { url: 'https://user:pass@receiver.example/' }),
  ana.post('/v1/webhooks', { url: 'https://receiver.example:0/' }),
  ana.post('/v1/webhooks'),
  subscribe(admin, '/blue', 'blues'),
  subscribe(mo, '/mo', 'mos'),
  mo.get('/v1/webhooks'),
  ana.get('/v1/webhooks'),
  ana.get(at('all')),
  ben.get(at('all')),
  readToEnd('ana', '/v1/webhooks?limit=1&order=asc'),
]

const deliveries = [
  challenge('I write the longest letter.'),
  due,
  ana.get(at('all', 'deliveries'), { keep: 'log' }),
  ana.post(at('all', 'test'), {}, { keep: 'test' }),
  ben.post(at('all', 'test')),
  mo.post(at('blues', 'test')),
  admin.post(at('blues', 'test')),
  due,
  ana.post(at('all', 'deliveries/$log.data.0.id/resend')),
  ana.post(at('some', 'deliveries/$log.data.0.id/resend')),
  ana.post(at('all', 'deliveries/dlv_00000000000000000000000000/resend')),
  due,
  ana.post(at('all', 'rotate')),
  ben.post(at('all', 'rotate')),
  mo.post(at('blues', 'rotate')),
  ana.post(at('all', 'test')),
  due,
  ana.post(at('all', 'enable')),
  readToEnd('ana', `${at('all', 'deliveries')}?limit=2`),
  ben.get(at('all', 'deliveries')),
  ana.get(at('all', 'deliveries?order=asc&limit=3')),
]

const failing = [
  receiverAnswers('/all', 500),
  receiverAnswers('/some?key=secret', 410),
  challenge('I sing the lowest note.'),
  due,
  ana.get(at('some')),
  ana.get(at('all', 'deliveries?limit=2')),
  ana.post(at('some', 'test')),
  challenge('I sing the highest note.'),
  ana.get(at('some', 'deliveries'), { keep: 'lost' }),
  ana.post(at('some', 'deliveries/$lost.data.0.id/resend')),
  receiverAnswers('/some?key=secret', 200),
  mo.post(at('blues', 'enable')),
  ana.post(at('some', 'enable'), { resend: 'yes' }),
  ana.post(at('some', 'enable'), { resend: true }),
  due,
  ana.get(at('some', 'deliveries?order=asc')),
  receiverAnswers('/some?key=secret', 410),
  ana.post(at('some', 'test')),
  due,
  ana.post(at('some', 'enable'), { resend: true }),
  ana.post(at('some', 'enable'), { resend: false }),
  pass({ seconds: 40 }),
  due,
  receiverAnswers('/all', 429, { 'retry-after': '300' }),
  pass({ seconds: 140 }),
  due,
  ana.get(at('all', 'deliveries?limit=3')),
  receiverAnswers('/all', 302, { location: 'https://elsewhere.example/' }),
  ...[15, 70, 400].flatMap((minutes) => [pass({ minutes }), due]),
  ana.get(at('all', 'deliveries?limit=3')),
  pass({ hours: 8 }),
  due,
  ana.get(at('all')),
  ana.get('/v1/webhooks'),
  operator(['webhook', 'list', '--account', 'ana@people.example', '--json']),
  receiverAnswers('/all', 200),
  operator(['webhook', 'enable', '$all.id', '--resend', '--json']),
  operator(['webhook', 'enable', '$all.id']),
  due,
  ana.get(at('all', 'deliveries?limit=5')),
]

const ending = [
  ben.delete(at('all')),
  mo.delete(at('blues')),
  ana.delete(at('some')),
  ana.delete(at('some')),
  ana.get(at('some')),
  ana.get(at('some', 'deliveries')),
  operator(['account', 'plan', 'ben@people.example', 'free', '--json']),
  ben.get('/v1/webhooks'),
  challenge('I hold my breath.'),
  due,
  operator(['account', 'plan', 'ben@people.example', 'club', '--json']),
  ben.get('/v1/webhooks'),
  due,
  ben.get(at('bens', 'deliveries?limit=5')),
]

export const webhooks = [...subscriptions, ...deliveries, ...failing, ...ending]
