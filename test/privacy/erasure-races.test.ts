// Erasures among others: two of the same challenges at once, and one while the other party goes on acting.
import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { beginErasure, eraseSome } from '../../packages/server/src/features/rights/erasure.service.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { Keyring } from '../../packages/server/src/kernel/keyring.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { tracesOf } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { CANARY, newPlayer, tellErasedStory } from './erased-story.ts'

const patient = { timeout: 120_000 }
let service: TestService
afterEach(() => service.stop())

const eraseOn = async (store: Store, keys: Keyring, email: string): Promise<void> => {
  const now = service.clock.now()
  const ids = await store.write((tx) => beginErasure(tx, keys, email, now))
  for (const id of ids) {
    while ((await store.write((tx) => eraseSome(tx, keys, id, now))).state === 'working') {
      // Each batch is a transaction of its own.
    }
  }
}

describe.each(engines)('erasures, on %s', (engine) => {
  it('of both parties at once, and of an observer, undo nothing of each other', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana, ben, cy } = await tellErasedStory(service)
    const stores = [service.store, engine === 'postgres' ? (await service.startNode()).store : service.store]
    await Promise.all(
      [ana, ben, cy].map(({ email }, at) => eraseOn(stores[at % 2] ?? service.store, service.keys, email)),
    )
    for (const word of [CANARY, 'benqx', 'cyqx']) expect(await tracesOf(service, word)).toEqual([])
  })

  it('of one who is worked on by several at once is done once, and whole', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana, ben, open } = await tellErasedStory(service)
    const node = await service.startNode()
    await Promise.all([service.erase(ana.email), service.runDue(), node.runDue(), node.runDue()])
    await service.erase(ana.email)
    expect(await tracesOf(service, CANARY)).toEqual([])
    const cancelled = await ben.do<readonly unknown[]>('GET', '/v1/events?types=challenge.cancelled')
    expect(cancelled).toHaveLength(open.length)
  })

  it('while the other party acts leave no trace after the last look', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const [ana, ben] = [await newPlayer(service, CANARY), await newPlayer(service, 'benqx')]
    const made: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const body = { claim: `${CANARY}claim`, opponent_email: ben.email, stake: 'x', due_days: 5 }
      const { id } = await ana.do('POST', '/v1/challenges', body)
      await ben.do('POST', `/v1/challenges/${id}/accept`, {})
      made.push(id)
    }
    const acting = made.toReversed().flatMap((id) => [
      ben.call('POST', `/v1/challenges/${id}/tally`, { note: 'benqxnote' }),
      ana.call('POST', `/v1/challenges/${id}/tally`, { note: `${CANARY}note` }),
      ana.call('POST', '/v1/challenges', {
        claim: `${CANARY}late`,
        opponent_email: ben.email,
        stake: 'x',
        due_days: 5,
      }),
    ])
    const [replies] = await Promise.all([Promise.all(acting), service.erase(ana.email)])
    expect(new Set(replies.map(({ status }) => status)).has(500)).toBe(false)
    service.clock.advance(MINUTE_MS)
    await service.runDue()
    expect(await tracesOf(service, CANARY)).toEqual([])
    expect(await ben.do('GET', '/v1/challenges?status=pending,active')).toEqual([])
  })

  it('are not held up by an answer whose key is gone, which nobody is given again', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana } = await tellErasedStory(service)
    await eraseOn(service.store, new Keyring([randomBytes(32)]), ana.email)
    expect(await tracesOf(service, CANARY)).toEqual([])
  })
})
