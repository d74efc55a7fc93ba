// How limits grow and shrink, and how slots are counted, by hand.
import { describe, expect, it } from 'vitest'
import { asId } from '../../../../../test/support/ids.ts'
import { Capacity, MAX_LIMIT, PlannedSlots } from './capacity.ts'

const slot = (n: number, owner = `owner${n}`) => ({
  origin: `https://host${n}.example`,
  ownerId: asId('person', owner),
})
const freeAt = (capacity: Capacity, n: number, owner?: string) =>
  capacity.countFree(slot(n, owner), new PlannedSlots())
const answer = (capacity: Capacity, n: number, times: number, ms = 5) => {
  for (let i = 0; i < times; i += 1) capacity.learn(slot(n).origin, { answered: true, ms })
}
const fail = (capacity: Capacity, n: number) =>
  capacity.learn(slot(n).origin, { answered: false, ms: 10_000 })

describe('an origin', () => {
  it('begins with four slots, and one that is taken is gone until it is given back', () => {
    const capacity = new Capacity()
    expect(freeAt(capacity, 1)).toBe(4)
    for (let i = 0; i < 4; i += 1) capacity.take(slot(1))
    expect(freeAt(capacity, 1)).toBe(0)
    capacity.release(slot(1))
    expect(freeAt(capacity, 1)).toBe(1)
    expect(capacity.claimed).toBe(3)
  })

  it('earns more by quick answers, up to a bound, and is then handed more ahead', () => {
    const capacity = new Capacity()
    answer(capacity, 1, 100)
    expect(capacity.limit(slot(1).origin)).toBe(MAX_LIMIT)
    expect(freeAt(capacity, 1)).toBeGreaterThan(MAX_LIMIT)
  })

  it('loses half of them by not answering, and keeps one', () => {
    const capacity = new Capacity()
    answer(capacity, 1, 12)
    expect(capacity.limit(slot(1).origin)).toBe(16)
    fail(capacity, 1)
    expect(capacity.limit(slot(1).origin)).toBe(8)
    for (let i = 0; i < 10; i += 1) fail(capacity, 1)
    expect(capacity.limit(slot(1).origin)).toBe(1)
    expect(freeAt(capacity, 1)).toBe(1)
  })

  it('counts what is planned beside it', () => {
    const capacity = new Capacity()
    const planned = new PlannedSlots()
    planned.add(slot(1), 3)
    expect(capacity.countFree(slot(1), planned)).toBe(1)
    expect(capacity.countFree(slot(2), planned)).toBe(4)
  })
})

describe('those who do not answer', () => {
  it('leave capacity for those who do, however many they are', () => {
    const capacity = new Capacity()
    answer(capacity, 0, 100)
    for (let n = 1; n <= 5_000; n += 1) {
      while (freeAt(capacity, n) > 0) capacity.take(slot(n))
    }
    expect(freeAt(capacity, 5_001)).toBe(0)
    expect(freeAt(capacity, 0)).toBeGreaterThan(100)
  })

  it('of one owner leave capacity for the others', () => {
    const capacity = new Capacity()
    for (let n = 1; n <= 5_000; n += 1) {
      while (freeAt(capacity, n, 'greedy') > 0) capacity.take(slot(n, 'greedy'))
    }
    expect(freeAt(capacity, 6_000, 'greedy')).toBe(0)
    expect(freeAt(capacity, 6_000, 'modest')).toBe(4)
  })

  it('are counted rightly when an origin turns from one into the other', () => {
    const capacity = new Capacity()
    answer(capacity, 1, 20)
    for (let i = 0; i < 50; i += 1) capacity.take(slot(1))
    for (let i = 0; i < 5; i += 1) fail(capacity, 1)
    for (let i = 0; i < 50; i += 1) capacity.release(slot(1))
    for (let n = 2; n <= 300; n += 1) while (freeAt(capacity, n) > 0) capacity.take(slot(n))
    expect(capacity.claimed).toBe(1_024)
  })
})
