// Calls per minute and creations per month.
import { caller, due, operator, pass } from '../steps.mjs'

const hal = caller('hal')
const create = () =>
  hal.post('/v1/challenges', {
    claim: 'I stay within my limits.',
    opponent_email: 'ben@people.example',
    stake: 'nothing',
    due_days: 1,
  })
const WRITES_PER_MINUTE = 30

export const limits = [
  operator(['account', 'quota', 'hal@people.example', '2', '--json']),
  hal.get('/v1/me'),
  create(),
  hal.post('/v1/challenges'),
  create(),
  create(),
  hal.get('/v1/me'),
  due,
  pass({ days: 31 }),
  hal.get('/v1/me'),
  create(),
  pass({ minutes: 2 }),
  ...Array.from({ length: WRITES_PER_MINUTE + 1 }, () => hal.post('/v1/challenges', {}, { still: true })),
  hal.get('/v1/me', { still: true }),
  hal.post('/v1/challenges'),
  pass({ minutes: 1 }),
  hal.post('/v1/challenges'),
]
