// How places are given and taken away, by hand.
import { describe, expect, it } from 'vitest'
import { Hosts, MOST_PLACES, Planned } from './hosts.ts'

const place = (n: number, owner = `owner${n}`) => ({ origin: `https://host${n}.example`, ownerId: owner })
const roomAt = (hosts: Hosts, n: number, owner?: string) => hosts.room(place(n, owner), new Planned())
const answer = (hosts: Hosts, n: number, times: number, ms = 5) => {
  for (let i = 0; i < times; i += 1) hosts.learn(place(n).origin, { answered: true, ms })
}
const fail = (hosts: Hosts, n: number) => hosts.learn(place(n).origin, { answered: false, ms: 10_000 })

describe('a host', () => {
  it('begins with four places, and what is taken is gone until it is given back', () => {
    const hosts = new Hosts()
    expect(roomAt(hosts, 1)).toBe(4)
    for (let i = 0; i < 4; i += 1) hosts.take(place(1))
    expect(roomAt(hosts, 1)).toBe(0)
    hosts.release(place(1))
    expect(roomAt(hosts, 1)).toBe(1)
    expect(hosts.taken).toBe(3)
  })

  it('earns places by quick answers, up to a bound, and is then handed more ahead', () => {
    const hosts = new Hosts()
    answer(hosts, 1, 100)
    expect(hosts.places(place(1).origin)).toBe(MOST_PLACES)
    expect(roomAt(hosts, 1)).toBeGreaterThan(MOST_PLACES)
  })

  it('loses half of them by not answering, and keeps one', () => {
    const hosts = new Hosts()
    answer(hosts, 1, 12)
    expect(hosts.places(place(1).origin)).toBe(16)
    fail(hosts, 1)
    expect(hosts.places(place(1).origin)).toBe(8)
    for (let i = 0; i < 10; i += 1) fail(hosts, 1)
    expect(hosts.places(place(1).origin)).toBe(1)
    expect(roomAt(hosts, 1)).toBe(1)
  })

  it('counts what is planned beside it', () => {
    const hosts = new Hosts()
    const planned = new Planned()
    planned.add(place(1), 3)
    expect(hosts.room(place(1), planned)).toBe(1)
    expect(hosts.room(place(2), planned)).toBe(4)
  })
})

describe('those who do not answer', () => {
  it('leave room for those who do, however many they are', () => {
    const hosts = new Hosts()
    answer(hosts, 0, 100)
    for (let n = 1; n <= 5_000; n += 1) {
      while (roomAt(hosts, n) > 0) hosts.take(place(n))
    }
    expect(roomAt(hosts, 5_001)).toBe(0)
    expect(roomAt(hosts, 0)).toBeGreaterThan(100)
  })

  it('of one owner leave room for the others', () => {
    const hosts = new Hosts()
    for (let n = 1; n <= 5_000; n += 1) {
      while (roomAt(hosts, n, 'greedy') > 0) hosts.take(place(n, 'greedy'))
    }
    expect(roomAt(hosts, 6_000, 'greedy')).toBe(0)
    expect(roomAt(hosts, 6_000, 'modest')).toBe(4)
  })

  it('are counted rightly when a host turns from one into the other', () => {
    const hosts = new Hosts()
    answer(hosts, 1, 20)
    for (let i = 0; i < 50; i += 1) hosts.take(place(1))
    for (let i = 0; i < 5; i += 1) fail(hosts, 1)
    for (let i = 0; i < 50; i += 1) hosts.release(place(1))
    for (let n = 2; n <= 300; n += 1) while (roomAt(hosts, n) > 0) hosts.take(place(n))
    expect(hosts.taken).toBe(1_024)
  })
})
