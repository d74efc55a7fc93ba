// The last look: people exported and erased, and every feed and list read to its end.
import { caller, due, member, operator, page, pass, readToEnd } from '../steps.mjs'

const admin = member('blue', 'ana@people.example')
const feed = (email) => `/v1/events?limit=100&user_email=${encodeURIComponent(email)}`

export const endings = [
  operator(['account', 'export', 'ana@people.example']),
  operator(['account', 'export', 'guest@elsewhere.example']),
  operator(['account', 'export', 'nobody@elsewhere.example']),
  operator(['account', 'erase', 'nobody@elsewhere.example']),
  operator(['account', 'erase', 'cam@people.example', '--yes', '--json']),
  operator(['account', 'erase', 'guest@elsewhere.example', '--yes', '--json']),
  caller('cam').get('/v1/me'),
  page('guest@elsewhere.example', 'a'),
  caller('ana').get('/v1/challenges/$regatta.id'),
  pass({ minutes: 5 }),
  due,
  operator(['account', 'export', 'cam@people.example']),
  operator(['mail', 'list', '--json', '--limit', '1000']),
  operator(['group', 'members', '$blueGroup.id', '--json']),

  ...['ana', 'ben', 'eve', 'hal'].flatMap((name) => [
    caller(name).get('/v1/me'),
    readToEnd(name, '/v1/challenges?limit=100'),
    readToEnd(name, '/v1/events?limit=50'),
  ]),
  readToEnd('ana', '/v1/events?limit=40&order=desc'),
  readToEnd('ana', '/v1/webhooks/$all.id/deliveries?limit=100&order=asc'),
  readToEnd('ben', '/v1/webhooks/$bens.id/deliveries?limit=100&order=asc'),
  readToEnd('blue', `/v1/webhooks/$blues.id/deliveries?limit=100&user_email=ana@people.example`),
  readToEnd('blue', feed('ana@people.example')),
  readToEnd('red', feed('zoe@people.example')),
  admin.get('/v1/groups/$blueGroup.id/stats'),
  readToEnd('blue', '/v1/groups/$blueGroup.id/challenges?limit=100&user_email=ana@people.example'),
  due,
]
