// A group: its members, who act through its token or their own, challenges before observers, and statistics.
import { caller, due, member, operator, readToEnd } from '../steps.mjs'

const group = '/v1/groups/$blueGroup.id'
const at = (name, action) => `/v1/challenges/$${name}.id${action === undefined ? '' : `/${action}`}`
const ana = member('blue', 'ana@people.example')
const mo = member('blue', 'mo@members.example')
const nia = member('blue', 'nia@members.example')
const oli = member('blue', 'oli@members.example')
const zoe = member('red', 'zoe@people.example')

const add = (by, name, more = {}, keep = name) =>
  by.post(
    `${group}/members`,
    { email: `${name}@members.example`, first_name: name[0].toUpperCase() + name.slice(1), ...more },
    { keep },
  )

const members = [
  add(ana, 'mo'),
  add(ana, 'nia', { last_name: "O'Neil-Ñandú", role: 'admin' }),
  add(caller('ana'), 'oli', { role: 'member' }),
  ana.post(`${group}/members`, { email: 'ben@people.example', first_name: 'Ben' }, { keep: 'benAsMember' }),
  add(ana, 'mo'),
  add(mo, 'pia'),
  add(zoe, 'pia'),
  add(ana, 'pia', { first_name: 'P1a', last_name: '', role: 'owner' }),
  add(ana, 'pia', { email: 'nobody', colour: 'red' }),
  operator(
    ['group', 'add', '$blueGroup.id', '--email', 'pia@members.example', '--first-name', 'Pia', '--json'],
    'pia',
  ),
  operator(['group', 'add', '$blueGroup.id', '--email', 'pia@members.example', '--first-name', 'Pia']),
  operator(['group', 'members', '$blueGroup.id', '--json']),
  ana.patch(`${group}/members/$nia.id`, { role: 'member' }),
  nia.patch(`${group}/members/$nia.id`, { role: 'admin' }),
  ana.patch(`${group}/members/$nia.id`, { role: 'admin' }),
  due,
  ana.get('/v1/me'),
  mo.get('/v1/me'),
  mo.get('/v1/groups'),
  caller('ana').get('/v1/groups'),
  caller('cam').get('/v1/groups'),
  mo.get(`${group}/members`),
  caller('ben').get(`${group}/members?order=asc`),
  caller('cam').get(`${group}/members`),
  zoe.get(`${group}/members`),
  readToEnd('ana', `${group}/members?limit=2`),
]

const create = (by, opponent, keep, more = {}) =>
  by.post(
    '/v1/challenges',
    { claim: `I win the ${keep}.`, opponent_email: opponent, stake: 'a pizza', due_days: 10, ...more },
    { keep },
  )

const observed = [
  create(mo, 'nia@members.example', 'relay', { reference: 'relay-1' }),
  create(ana, 'stranger@elsewhere.example', 'guested'),
  nia.get(at('relay')),
  oli.get(at('relay')),
  caller('ben').get(at('relay')),
  zoe.get(at('relay')),
  oli.post(at('relay', 'accept')),
  oli.post(at('relay', 'support'), { side: 'creator' }),
  nia.post(at('relay', 'accept')),
  add(ana, 'late'),
  member('blue', 'late@members.example').post(at('relay', 'support'), { side: 'creator' }),
  oli.post(at('relay', 'support')),
  oli.post(at('relay', 'support'), { side: 'both' }),
  oli.post(at('relay', 'support'), { side: 'creator', comment: 'Mo is fast.' }),
  oli.post(at('relay', 'support'), { side: 'creator', comment: 'Mo is fast.' }),
  oli.post(at('relay', 'support'), { side: 'opponent' }),
  caller('ben').post(at('relay', 'support'), { side: 'opponent', comment: '' }),
  mo.post(at('relay', 'support'), { side: 'creator' }),
  oli.get(at('relay')),
  mo.get(at('relay')),
  mo.post(at('relay', 'resolve'), { outcome: 'creator_won' }),
  nia.post(at('relay', 'dispute'), { reason: 'I was first.' }),
  oli.post(at('relay', 'cancel')),
  due,
  ...Array.from({ length: 10 }, (_, count) =>
    oli.post(at('relay', 'support'), {
      side: count % 2 === 0 ? 'creator' : 'opponent',
      comment: `${count}`,
    }),
  ),
  oli.get(at('relay')),
  create(ana, 'mo@members.example', 'sprint'),
  mo.post(at('sprint', 'accept')),
  mo.post(at('sprint', 'resolve'), { outcome: 'creator_won' }),
  create(ana, undefined, 'again', { rematch_of: '$sprint.id' }),
  create(caller('ana'), undefined, 'apart', { rematch_of: '$sprint.id' }),
  create(mo, undefined, 'named', { opponent_member_id: '$nia.id', claim: 'nia@members.example loses.' }),
  create(nia, undefined, 'oneself', { opponent_member_id: '$nia.id' }),
  create(zoe, undefined, 'outside', { opponent_member_id: '$nia.id' }),
  create(caller('ana'), undefined, 'account', { opponent_member_id: '$nia.id' }),
  create(ana, 'mo@members.example', 'refusal'),
  mo.post(at('refusal', 'cancel'), { reason: 'Not again.' }),
  ana.get(at('refusal')),
  oli.get(at('refusal')),
]

const readings = [
  mo.get(`${group}/challenges`),
  oli.get(`${group}/challenges?status=disputed,resolved&order=asc`),
  oli.get(`${group}/challenges?status=lost`),
  readToEnd('ana', `${group}/challenges?limit=1`),
  caller('cam').get(`${group}/challenges`),
  mo.get(`${group}/stats`),
  caller('ana').get(`${group}/stats`),
  zoe.get(`${group}/stats`),
  zoe.get('/v1/groups/$redGroup.id/stats'),
  mo.get('/v1/challenges'),
  caller('ana').get('/v1/challenges?limit=3'),
  mo.get('/v1/events'),
  caller('blue').get('/v1/events'),
]

const leaving = [
  mo.delete(`${group}/members/$pia.id`),
  ana.delete(`${group}/members/$pia.id`),
  ana.delete(`${group}/members/$pia.id`),
  create(ana, undefined, 'gone', { opponent_member_id: '$pia.id' }),
  add(ana, 'pia'),
  ana.delete(`${group}/members/mem_short`),
  caller('ben').delete(`${group}/members/$benAsMember.id`),
  caller('ben').get(`${group}/members`),
  zoe.get('/v1/groups/$redGroup.id/members', { keep: 'reds' }),
  zoe.delete('/v1/groups/$redGroup.id/members/$reds.data.0.id'),
  operator(['group', 'remove', '$blueGroup.id', 'late@members.example', '--json']),
  operator(['group', 'remove', '$blueGroup.id', 'late@members.example']),
  member('blue', 'pia@members.example').get('/v1/me'),
  mo.get('/v1/groups'),
  due,
]

export const groups = [...members, ...observed, ...readings, ...leaving]
