// What the clock does: reminders, due dates, silence, lapsed proposals and requests, disputes decided by support.
import { caller, due, member, operator, page, pass } from '../steps.mjs'

const ana = caller('ana')
const ben = caller('ben')
const mo = member('blue', 'mo@members.example')
const nia = member('blue', 'nia@members.example')
const at = (name, action) => `/v1/challenges/$${name}.id${action === undefined ? '' : `/${action}`}`
const create = (keep, opponent = 'ben@people.example', more = {}, by = ana) =>
  by.post(
    '/v1/challenges',
    { claim: `I win the ${keep}.`, opponent_email: opponent, stake: 'a coffee', due_days: 5, ...more },
    { keep },
  )
const accept = (name) => ben.post(at(name, 'accept'))
const resolve = (by, name, outcome) => by.post(at(name, 'resolve'), { outcome })

export const deadlines = [
  create('unheard'),
  create('idle'),
  accept('idle'),
  create('heard'),
  accept('heard'),
  resolve(ana, 'heard', 'creator_won'),
  create('asked'),
  accept('asked'),
  ana.post(at('asked', 'cancel')),
  create('argued'),
  accept('argued'),
  resolve(ben, 'argued', 'opponent_won'),
  ana.post(at('argued', 'dispute'), { reason: 'No.' }),
  create('cheered', 'nia@members.example', {}, mo),
  nia.post(at('cheered', 'accept')),
  resolve(mo, 'cheered', 'creator_won'),
  nia.post(at('cheered', 'dispute'), { reason: 'Certainly not.' }),
  ana.post(`${at('cheered', 'support')}?user_email=ana@people.example`, { side: 'opponent' }),
  member('blue', 'ana@people.example').post(at('cheered', 'support'), { side: 'opponent' }),
  create('untold', 'gone@elsewhere.example'),
  due,
  page('gone@elsewhere.example', 'a', { form: { choice: 'accept' } }),
  operator(['mail', 'bounced', 'gone@elsewhere.example', '--json']),
  resolve(ana, 'untold', 'creator_won'),
  due,

  pass({ hours: 47 }),
  due,
  caller('brief').get('/v1/me'),
  pass({ hours: 26 }),
  ana.get(at('heard')),
  ana.get('/v1/challenges?status=proposed'),
  ben.post(at('heard', 'dispute'), { reason: 'Too late.' }),
  ana.get(at('untold')),
  ana.get(at('asked')),
  due,
  ana.get('/v1/challenges?status=resolved&limit=3'),
  ana.post(at('asked', 'cancel'), { reason: 'Once more.' }),
  pass({ days: 1 }),
  due,
  pass({ days: 1 }),
  ana.get(at('idle')),
  ben.post(at('unheard', 'accept')),
  due,
  ana.get(at('unheard')),
  ben.get('/v1/challenges?status=due,expired'),
  ben.post(`${at('idle')}/tally`, { amount: 1 }),
  resolve(ben, 'idle', 'opponent_won'),
  due,
  pass({ days: 3 }),
  due,
  ana.get(at('argued')),
  mo.get(at('cheered')),
  mo.get('/v1/groups/$blueGroup.id/stats'),
  ana.get('/v1/me'),
  ben.get('/v1/me'),
  pass({ days: 31 }),
  ana.get(at('asked')),
  due,
  ana.get('/v1/challenges?status=expired'),
  ana.get('/v1/challenges?status=due'),
  ana.get('/v1/questions/daily'),
  operator(['question', 'list', '--from', '2026-11-01', '--json']),
]
