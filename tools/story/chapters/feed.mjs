// The event feed: by kind, after an event, by pages, held open until something comes, and as a stream.
import { caller, holding, member, pass, readToEnd, stream } from '../steps.mjs'

const ana = caller('ana')
const ben = caller('ben')
const mo = member('blue', 'mo@members.example')
const challenge = (keep) =>
  ana.post(
    '/v1/challenges',
    {
      claim: `I am heard ${keep}.`,
      opponent_email: 'ben@people.example',
      stake: 'nothing',
      due_days: 2,
    },
    { keep },
  )

export const feed = [
  ana.get('/v1/events?limit=3', { keep: 'oldest' }),
  ana.get('/v1/events?limit=3&order=desc', { keep: 'newest' }),
  ana.get('/v1/events?limit=2&after=$oldest.data.2.id'),
  ana.get('/v1/events?limit=2&order=desc&after=$oldest.data.2.id'),
  ana.get('/v1/events?after=$newest.data.0.id', { keep: 'end' }),
  ana.get('/v1/events?after=$oldest.data.2.id&cursor=$oldest.next_cursor'),
  ben.get('/v1/events?after=$oldest.data.2.id'),
  ana.get('/v1/events?types=challenge.resolved,challenge.declined'),
  ana.get('/v1/events?types=tally.disputed&order=desc'),
  ana.get('/v1/events?types=webhook.disabled'),
  ana.get('/v1/events?types=challenge.created,challenge.created'),
  ana.get('/v1/events?wait=5&limit=1'),
  ana.get('/v1/events?limit=1&cursor=$oldest.next_cursor'),
  ana.get('/v1/events?types=challenge.created&cursor=$oldest.next_cursor'),
  caller('narrow').get('/v1/events'),
  mo.get('/v1/events?types=group.member_added,group.member_removed'),
  readToEnd('ana', '/v1/events?limit=9&types=challenge.created&order=desc'),

  ben.get('/v1/events?order=desc&limit=1', { keep: 'bensLast' }),
  holding([ben.get('/v1/events?wait=25&after=$bensLast.data.0.id')], [challenge('aloud')]),
  ben.get('/v1/events?order=desc&limit=1', { keep: 'bensLast' }),
  holding(
    [ben.get('/v1/events?wait=20&after=$bensLast.data.0.id&types=tally.recorded')],
    [challenge('twice'), pass({ seconds: 30 })],
  ),
  ben.get('/v1/events?order=desc&limit=1', { keep: 'bensLast' }),
  holding(
    Array.from({ length: 5 }, () => ben.get('/v1/events?wait=25&after=$bensLast.data.0.id', { still: true })),
    [ben.get('/v1/events?wait=25&after=$bensLast.data.0.id'), challenge('by all')],
  ),
  stream('ben', '/v1/events?after=$bensLast.data.0.id', 1),
  stream('ana', '/v1/events', 3, { 'last-event-id': '$oldest.data.0.id' }),
  ana.get('/v1/events', { headers: { accept: 'text/event-stream', 'last-event-id': 'evt_unknown' } }),
]
