// Idempotency keys: a repeated request gets the answer of the first, another request under the same key is refused.
import { caller, pass } from '../steps.mjs'

const ana = caller('ana')
const keyed = (key) => ({ headers: { 'idempotency-key': key } })
const body = {
  claim: 'I bake a better cake.',
  opponent_email: 'ben@people.example',
  stake: 'nothing',
  due_days: 3,
}
const create = (more = {}, options = keyed('cake')) =>
  ana.post('/v1/challenges', { ...body, ...more }, options)

export const idempotency = [
  create({}, { ...keyed('cake'), keep: 'cake' }),
  create(),
  create({ due_days: 4 }),
  create({ reference: 'other' }, keyed('cake')),
  ana.post('/v1/challenges/$cake.id/cancel', {}, keyed('cake')),
  caller('ben').post('/v1/challenges/$cake.id/accept', {}, keyed('cake')),
  caller('ben').post('/v1/challenges/$cake.id/accept', {}, keyed('cake')),
  create({ due_days: 0 }, keyed('faulty')),
  create({ due_days: 2 }, keyed('faulty')),
  ana.post('/v1/challenges/$cake.id/accept', {}, keyed('refused')),
  ana.post('/v1/challenges/$cake.id/accept', {}, keyed('refused')),
  ana.post('/v1/challenges/$cake.id/tally', { amount: 3 }, keyed('score')),
  ana.post('/v1/challenges/$cake.id/tally', { amount: 3 }, keyed('score')),
  ana.get('/v1/challenges/$cake.id/tally', keyed('score')),
  pass({ hours: 25 }),
  create(),
]
