// How often people of one network may ask for a mail.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { Keyring } from '../kernel/keyring.ts'
import { nameNetwork } from '../kernel/networks.ts'
import { createLog } from '../log/log.ts'
import { makeLimits } from './limits.ts'
import { linkTiming } from './redis-link.ts'

describe('of asking for a mail, networks are counted', () => {
  const openAsks = () => {
    const { asks } = makeLimits({
      redisUrl: undefined,
      perMinute: { read: 1, write: 1 },
      keys: new Keyring([randomBytes(32)]),
      clock: systemClock,
      log: createLog('error', { write: () => undefined }),
      timing: linkTiming,
      countNodes: () => 1,
    })
    return async (address: string) => (await asks.admit(nameNetwork(address))).admitted
  }

  it('those of one IPv6 network of 48 bits as ten', async () => {
    const ask = openAsks()
    const asked: boolean[] = []
    for (let n = 0; n < 302; n += 1) asked.push(await ask(`2001:db8:7:${n.toString(16)}::1`))
    expect(asked).toEqual([...Array.from({ length: 300 }, () => true), false, false])
    // What one of them asks over its own limit uses up nothing of the others'.
    for (let n = 0; n < 302; n += 1) await ask('2001:db8:8:1::1')
    expect([await ask('2001:db8:8:2::1'), await ask('203.0.113.7')]).toEqual([true, true])
  })

  it('and 20,000 of them are held, those that asked last', async () => {
    const ask = openAsks()
    for (let n = 0; n < 31; n += 1) await ask('203.0.113.7')
    expect(await ask('203.0.113.7')).toBe(false)
    for (let n = 0; n < 20_000; n += 1) await ask(`10.0.${n >> 8}.${n & 255}`)
    expect(await ask('203.0.113.7')).toBe(true)
  })
})
