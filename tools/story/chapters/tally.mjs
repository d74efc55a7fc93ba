// The running score of a challenge: entries recorded, confirmed, disputed, amended, withdrawn and accepted.
import { caller, due, readToEnd } from '../steps.mjs'

const ana = caller('ana')
const ben = caller('ben')
const path = '/v1/challenges/$stairs.id/tally'
const record = (by, keep, body) => by.post(path, body, { keep })
const entry = (name) => `$${name}.entries.0.id`
const settle = (by, name, action, more = {}) =>
  by.post(`${path}/resolve`, { entry_id: entry(name), action, ...more })

export const tally = [
  ana.post(
    '/v1/challenges',
    {
      claim: 'I climb more stairs.',
      opponent_email: 'ben@people.example',
      stake: 'ten push-ups',
      due_days: 30,
    },
    { keep: 'stairs' },
  ),
  ana.post(path, { amount: 2 }),
  ana.get(path),
  ben.post('/v1/challenges/$stairs.id/accept'),

  record(ana, 'first', {}),
  record(ana, 'second', { amount: 40, note: 'To the tower' }),
  record(ben, 'third', { amount: -3, note: '' }),
  record(ben, 'fourth', { amount: 1_000_000 }),
  record(ana, 'fifth', { amount: 7, note: 'x'.repeat(200) }),
  ana.post(path, { amount: 0 }),
  ana.post(path, { amount: 1_000_001 }),
  ana.post(path, { amount: 1.5, note: 5 }),
  ana.post(path, { note: 'x'.repeat(201) }),
  caller('cam').post(path, { amount: 1 }),
  caller('cam').get(path),

  ana.post(`${path}/review`, { entry_ids: [entry('first')] }),
  ben.post(`${path}/review`, { entry_ids: [] }),
  ben.post(`${path}/review`, { entry_ids: [entry('first'), entry('first')] }),
  ben.post(`${path}/review`, { entry_ids: ['tly_short'] }),
  ben.post(`${path}/review`, { entry_ids: [entry('first'), 'tly_00000000000000000000000000'] }),
  ben.post(`${path}/review`, { entry_ids: [entry('first'), entry('third')] }),
  ben.post(`${path}/review`, { entry_ids: [entry('first'), entry('second')] }),
  ben.post(`${path}/review`, { entry_ids: [entry('first')] }),

  ben.post(`${path}/dispute`, { entry_id: entry('fifth') }),
  ben.post(`${path}/dispute`, { entry_id: entry('fifth'), reason: 'I counted six.' }),
  ben.post(`${path}/dispute`, { entry_id: entry('fifth'), reason: 'Again.' }),
  ana.post(`${path}/dispute`, { entry_id: entry('fifth'), reason: 'My own.' }),
  settle(ana, 'fifth', 'amend'),
  settle(ana, 'fifth', 'withdraw', { amount: 1 }),
  settle(ben, 'fifth', 'amend', { amount: 6 }),
  settle(ana, 'fifth', 'amend', { amount: 6 }),
  settle(ana, 'fifth', 'accept'),
  ben.post(`${path}/dispute`, { entry_id: entry('fifth'), reason: 'Five, then.' }),
  settle(ana, 'fifth', 'accept'),
  settle(ben, 'fifth', 'accept'),
  settle(ben, 'third', 'withdraw'),
  settle(ben, 'third', 'withdraw'),
  settle(ana, 'fourth', 'erase'),
  ana.post(`${path}/dispute`, { entry_id: entry('fourth'), reason: 'A million?' }),
  settle(ben, 'fourth', 'withdraw'),
  record(ben, 'sixth', { amount: 12 }),
  due,

  ana.get(path),
  ben.get(`${path}?order=asc`),
  readToEnd('ana', `${path}?limit=2`),
  readToEnd('ben', `${path}?limit=4&order=asc`),
  ana.get('/v1/challenges/$stairs.id'),
  ben.get('/v1/challenges/$stairs.id'),
  ana.post('/v1/challenges/$stairs.id/resolve', { outcome: 'opponent_won' }),
  ana.post(path, { amount: 1 }),
  ana.get(path),
]
