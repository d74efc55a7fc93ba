// People who have no token: they answer on the pages that mails link to, and say there which mails they want.
import { caller, due, operator, page, pass } from '../steps.mjs'

const ana = caller('ana')
const cam = caller('cam')
const guest = 'guest@elsewhere.example'
const shy = 'shy@elsewhere.example'

const challenge = (by, opponent, keep, more = {}) =>
  by.post(
    '/v1/challenges',
    { claim: `I win the ${keep}.`, opponent_email: opponent, stake: 'a pizza', due_days: 20, ...more },
    { keep },
  )
const open = (to, suffix = '') => page(to, 'a', { suffix })
const press = (to, choice, more = {}) => page(to, 'a', { form: { choice, ...more } })
const wish = (to, choice) => page(to, 'stop', { form: { choice } })

const answers = [
  challenge(ana, guest, 'regatta'),
  due,
  open(guest),
  page(null, '/a/nonsense'),
  press(guest, 'fly'),
  press(guest, 'accept', { first_name: 'Gu3st' }),
  page(guest, 'a', { form: { choice: 'accept' }, headers: { origin: 'https://evil.example' } }),
  press(guest, 'accept', { first_name: 'Gail' }),
  press(guest, 'accept', { first_name: 'Gail' }),
  open(guest, '/done'),
  ana.get('/v1/challenges/$regatta.id'),
  ana.post('/v1/challenges/$regatta.id/resolve', { outcome: 'creator_won' }),
  due,
  open(guest),
  press(guest, 'dispute'),
  press(guest, 'dispute', { reason: 'The wind had turned.' }),
  open(guest, '/done'),
  press(guest, 'win'),
  press(guest, 'draw'),
  due,
  ana.post('/v1/challenges/$regatta.id/resolve', { outcome: 'draw' }),
  due,
  open(guest),
  press(guest, 'concede'),
]

const wishes = [
  challenge(ana, shy, 'picnic'),
  due,
  page(shy, 'stop'),
  page(null, '/stop/nonsense'),
  wish(shy, 'daily_news'),
  wish(shy, 'weekly_news'),
  page(shy, 'stop', { form: { 'List-Unsubscribe': 'One-Click' } }),
  press(shy, 'decline'),
  challenge(ana, shy, 'cookout'),
  due,
  operator(['mail', 'stops', '--json']),
  wish(shy, 'invitations'),
  pass({ days: 1 }),
  challenge(cam, shy, 'outing'),
  due,
  press(shy, 'renew'),
  open(shy),
  due,
  open(shy),
  press(shy, 'block'),
  open(shy),
  challenge(cam, shy, 'hidden'),
  due,
  cam.get('/v1/challenges/$hidden.id'),
  press(shy, 'unblock'),
  wish(shy, 'nothing'),
  due,
  wish(shy, 'mails'),
  operator(['mail', 'allow', shy, '--json']),
  operator(['mail', 'bounced', 'gone@elsewhere.example']),
  operator(['mail', 'bounced', guest, '--json']),
]

const leaving = [
  page('nia@members.example', 'leave'),
  page('oli@members.example', 'leave', { form: { choice: 'stay' } }),
  page('oli@members.example', 'leave', { form: { choice: 'leave' } }),
  page('oli@members.example', 'leave', { suffix: '/done' }),
  page('oli@members.example', 'leave'),
  page(null, '/leave/nonsense'),
  due,
  operator(['mail', 'list', '--json', '--limit', '1000']),
]

export const mails = [...answers, ...wishes, ...leaving]
