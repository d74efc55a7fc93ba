// Every endpoint once more, with what each of them refuses alike: no token, no scope, someone else's, and more than
// it takes.
import { caller, nobody } from '../steps.mjs'

const NONE = '00000000000000000000000000'
const challenge = '/v1/challenges/$stairs.id'
const webhook = '/v1/webhooks/$all.id'
const group = '/v1/groups/$blueGroup.id'
const noEntry = `tly_${NONE}`

const endpoints = [
  ['GET', '/v1/me'],
  ['GET', '/v1/token'],
  ['GET', '/v1/challenges'],
  ['POST', '/v1/challenges'],
  ['GET', challenge],
  ['POST', `${challenge}/accept`],
  ['POST', `${challenge}/resolve`, { outcome: 'draw' }],
  ['POST', `${challenge}/cancel`],
  ['POST', `${challenge}/dispute`, { reason: 'No.' }],
  ['POST', `${challenge}/evidence`, { text: 'Look.' }],
  ['POST', `${challenge}/support`, { side: 'creator' }],
  ['GET', `${challenge}/tally`],
  ['POST', `${challenge}/tally`],
  ['POST', `${challenge}/tally/review`, { entry_ids: [noEntry] }],
  ['POST', `${challenge}/tally/dispute`, { entry_id: noEntry, reason: 'No.' }],
  ['POST', `${challenge}/tally/resolve`, { entry_id: noEntry, action: 'accept' }],
  ['GET', '/v1/events'],
  ['GET', '/v1/groups'],
  ['GET', `${group}/members`],
  ['POST', `${group}/members`, { email: 'new@members.example', first_name: 'New' }],
  ['PATCH', `${group}/members/mem_${NONE}`, { role: 'admin' }],
  ['DELETE', `${group}/members/mem_${NONE}`],
  ['GET', `${group}/challenges`],
  ['GET', `${group}/stats`],
  ['GET', '/v1/webhooks'],
  ['POST', '/v1/webhooks'],
  ['GET', webhook],
  ['PATCH', webhook, { description: 'Changed' }],
  ['DELETE', webhook],
  ['POST', `${webhook}/enable`],
  ['POST', `${webhook}/rotate`],
  ['POST', `${webhook}/test`],
  ['GET', `${webhook}/deliveries`],
  ['POST', `${webhook}/deliveries/dlv_${NONE}/resend`],
  ['GET', '/v1/questions/daily'],
  ['POST', '/v1/questions/daily', { option: 'opt_none' }],
]

const refusals = ([method, path, body]) => {
  const sent = method === 'POST' || method === 'PATCH' ? { body: body ?? {} } : {}
  const more = method === 'GET' ? {} : { body: { ...body, surplus: true } }
  return [
    nobody.call(method, path, sent),
    caller('narrow').call(method, path, sent),
    caller('dot').call(method, path, sent),
    caller('cam').call(method, path, sent),
    caller('ana').call(method, method === 'GET' ? `${path}?surplus=1` : path, more),
    caller('blue').call(method, path, sent),
  ]
}

export const everyPath = endpoints.flatMap(refusals)
