// After an erasure nothing is left of what a person did on the site.
import { afterEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { tracesOf } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { siteSettings } from '../site/visitor.ts'
import { CANARY, newPlayer } from './erased-story.ts'
import { useTheSite } from './site-traces.ts'

let service: TestService
afterEach(() => service.stop())

describe.each(engines)('an erasure, on %s', (engine) => {
  it(
    'that someone asks for on the site leaves nothing of what they did there',
    { timeout: 180_000 },
    async () => {
      service = await startTestService(engine, { ...loopbackAllowed, ...siteSettings })
      const [ana, ben] = [await newPlayer(service, CANARY), await newPlayer(service, 'benqxword')]
      const traces = await useTheSite(service, ana, ben)
      const before = await tracesOf(service, CANARY)
      expect([...new Set(before.map((trace) => trace.split(':')[0]))]).toEqual([
        'accounts',
        'block_origins',
        'blocks',
        'idempotency_keys',
        'mails',
        'passkeys',
        'people',
        'security_log',
        'sign_ins',
        'tokens',
        'webhooks',
      ])
      const shown = await traces.browser.get('/settings/data')
      const erased = await traces.browser.submit(shown, '/settings/data/erase', { address: ana.email })
      expect(erased.text).toContain('You are erased')
      // At once, before the rest is done, nobody is signed in, and nothing signs in.
      const tables = new Set((await traces.list()).map((trace) => trace.split(':')[0]))
      for (const table of ['accounts', 'people', 'sessions', 'passkeys', 'tokens', 'sign_ins', 'calendars']) {
        expect(tables).not.toContain(table)
      }
      await service.runDue()
      service.clock.advance(MINUTE_MS)
      await service.runDue()
      expect(await traces.list()).toEqual([])
      expect(await tracesOf(service, 'benqxword')).not.toEqual([])
    },
  )
})
