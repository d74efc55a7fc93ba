// Lists of challenges: filters, pages in both orders, and cursors in the wrong hands.
import { caller, readToEnd } from '../steps.mjs'

const ana = caller('ana')
const ben = caller('ben')

export const listings = [
  ana.get('/v1/challenges'),
  ben.get('/v1/challenges?limit=100'),
  ana.get('/v1/challenges?status=pending'),
  ana.get('/v1/challenges?status=resolved,declined,cancelled&order=asc'),
  ana.get('/v1/challenges?role=creator&limit=2'),
  ana.get('/v1/challenges?role=opponent'),
  ben.get('/v1/challenges?role=opponent&status=active'),
  ana.get('/v1/challenges?reference=Order%2066'),
  ana.get('/v1/challenges?reference=none'),
  ben.get('/v1/challenges?reference=Order%2066'),
  caller('cam').get('/v1/challenges'),
  readToEnd('ana', '/v1/challenges?limit=7'),
  readToEnd('ben', '/v1/challenges?limit=6&order=asc'),
  readToEnd('ana', '/v1/challenges?limit=3&status=resolved'),

  ana.get('/v1/challenges?limit=2&status=resolved', { keep: 'some' }),
  ana.get('/v1/challenges?cursor=$some.next_cursor'),
  ana.get('/v1/challenges?limit=5&status=resolved&cursor=$some.next_cursor'),
  ana.get('/v1/challenges?status=pending&cursor=$some.next_cursor'),
  ana.get('/v1/challenges?order=asc&cursor=$some.next_cursor'),
  ben.get('/v1/challenges?cursor=$some.next_cursor'),
  ana.get('/v1/events?cursor=$some.next_cursor'),
  ana.get('/v1/challenges?cursor=x$some.next_cursor'),
  caller('blue').get('/v1/challenges?user_email=ana@people.example&cursor=$some.next_cursor'),
]
