// Which events a subscription takes, by hand.
import { describe, expect, it } from 'vitest'
import type { EventKind } from '@challenge-service/contract'
import { asId } from '../../../../../test/support/ids.ts'
import { countToRead, takeEvents, type NextEvent } from './take.rules.ts'

const event = (seq: number, type: EventKind = 'challenge.due', isDelivered = false): NextEvent => ({
  seq,
  id: asId('event', `evt_${seq}`),
  type,
  body: '{}',
  created_at: 0,
  is_delivered: isDelivered ? 1 : 0,
})
/** From the position 3 on; as many events came as were asked for, unless `asked` says otherwise. */
const take = (
  next: readonly NextEvent[],
  kinds: readonly string[],
  limit: number,
  asked = next.length,
  feedPosition = 1_000,
) => {
  const place = { position: 3, feed_position: feedPosition }
  const { events, position } = takeEvents(next, asked, place, kinds, limit)
  return { seqs: events.map(({ seq }) => seq), position }
}

describe('a subscription', () => {
  it('takes as many as there is capacity for, and goes on from there', () => {
    const next = [event(4), event(5), event(6)]
    expect(take(next, ['*'], 2)).toEqual({ seqs: [4, 5], position: 5 })
    expect(take(next, ['*'], 9)).toEqual({ seqs: [4, 5, 6], position: 6 })
    expect(take(next, ['*'], 0)).toEqual({ seqs: [], position: 3 })
  })

  it('that was given fewer than it asked for is at the end of the feed, though events be gone from there', () => {
    expect(take([], ['*'], 2, 2, 9)).toEqual({ seqs: [], position: 9 })
    expect(take([event(4), event(5)], ['*'], 4, 4, 9)).toEqual({ seqs: [4, 5], position: 9 })
    expect(take([event(4), event(5)], ['*'], 1, 4, 9)).toEqual({ seqs: [4], position: 4 })
    expect(take([event(4), event(12)], ['*'], 4, 4, 9)).toEqual({ seqs: [4, 12], position: 12 })
  })

  it('passes over kinds that it does not want', () => {
    const next = [event(4), event(5, 'challenge.accepted'), event(6), event(7, 'challenge.accepted')]
    expect(take(next, ['challenge.accepted'], 1)).toEqual({ seqs: [5], position: 5 })
    expect(take(next, ['challenge.accepted'], 9)).toEqual({ seqs: [5, 7], position: 7 })
    expect(take(next, ['group.member_added'], 9)).toEqual({ seqs: [], position: 7 })
  })

  it('passes over what it was sent before', () => {
    expect(take([event(4, 'challenge.due', true), event(5)], ['*'], 9)).toEqual({ seqs: [5], position: 5 })
  })

  it('passes over what is no longer in the feed', () => {
    expect(take([event(90), event(91)], ['*'], 1)).toEqual({ seqs: [90], position: 90 })
  })

  it('that wants some kinds reads more than it takes, and never without end', () => {
    expect(countToRead(['*'], 4)).toBe(4)
    expect(countToRead(['challenge.due'], 4)).toBe(200)
    expect(countToRead(['challenge.due'], 512)).toBe(512)
  })
})
