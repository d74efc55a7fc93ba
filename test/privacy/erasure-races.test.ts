// Erasures among others: two of the same challenges at once, and one while the other party goes on acting.
import { randomBytes } from 'node:crypto'
import { EventEmitter, once as onceOf } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Event } from '@challenge-service/contract'
import { rewriteAbout, rewriteAuthored } from '../../packages/server/src/features/events/erase.store.ts'
import { beginErasure, eraseSome } from '../../packages/server/src/features/privacy/erasure.service.ts'
import type { PersonId } from '../../packages/server/src/kernel/ids.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { Keyring } from '../../packages/server/src/kernel/keyring.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { tracesOf } from '../support/dump.ts'
import { engines, holdOpen } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
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
    for (const word of [CANARY, 'benqxword', 'cyqxword']) expect(await tracesOf(service, word)).toEqual([])
  })

  it('of one who is worked on by several at once is done once, and whole', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana, ben, open } = await tellErasedStory(service)
    const node = await service.startNode()
    await Promise.all([service.erase(ana.email), service.runDue(), node.runDue(), node.runDue()])
    await service.erase(ana.email)
    expect(await tracesOf(service, CANARY)).toEqual([])
    const cancelled = await ben.do<readonly Event[]>('GET', '/v1/events?types=challenge.cancelled')
    expect(cancelled.filter(({ actor }) => actor === 'system')).toHaveLength(open.length)
  })

  it('while the other party acts leave no trace after the last look', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const [ana, ben] = [await newPlayer(service, CANARY), await newPlayer(service, 'benqxword')]
    const made: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const body = { claim: `${CANARY}claim`, opponent_email: ben.email, stake: 'x', due_days: 5 }
      const { id } = await ana.do('POST', '/v1/challenges', body)
      await ben.do('POST', `/v1/challenges/${id}/accept`, {})
      made.push(id)
    }
    const acting = made.toReversed().flatMap((id) => [
      ben.call('POST', `/v1/challenges/${id}/tally`, { note: 'benqxwordnote' }),
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

describe('two who rewrite one entry at the same time, on postgres', () => {
  it('both leave what they wrote', patient, async () => {
    service = await startTestService('postgres', loopbackAllowed)
    const { store } = service
    const { observed } = await tellErasedStory(service)
    const [author] = await store.all(
      once<{ author_id: PersonId }>('select author_id from events where author_id is not null'),
    )
    const nobody = asId('person', '')
    const adding = (word: string) => (body: string) => body.replace('{', `{"${word}":1,`)
    const gate = new EventEmitter()
    const isWritten = onceOf(gate, 'written')
    const first = store.write(async (tx) => {
      await holdOpen(tx)
      const isOpen = onceOf(gate, 'open')
      await rewriteAuthored(tx, author?.author_id ?? nobody, adding('markone'), 100)
      gate.emit('written')
      await isOpen
    })
    await isWritten
    const second = store.write((tx) =>
      rewriteAbout(tx, asId('challenge', observed.id), nobody, adding('marktwo'), ['', 0], 100),
    )
    const waiting = once<{ count: number }>('select count(*) as count from pg_locks where not granted')
    await vi.waitUntil(async () => ((await store.first(waiting))?.count ?? 0) > 0, {
      interval: 5,
      timeout: 20_000,
    })
    gate.emit('open')
    await Promise.all([first, second])

    const rewritten = await tracesOf(service, 'markone')
    expect(rewritten.length).toBeGreaterThan(0)
    for (const entry of rewritten) expect(entry).toContain('marktwo')
    expect((await tracesOf(service, 'marktwo')).length).toBeGreaterThan(rewritten.length)
    const disowned = once<{ body: string }>("select body from events where body like '%support_added%'")
    for (const { body } of await store.all(disowned)) expect(body).toContain('markone')
  })
})
