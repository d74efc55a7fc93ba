// An erasure in the same moment as what makes ways in: whichever comes first, nothing breaks and nothing stays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { Authenticator, readChallenge } from '../site/authenticator.ts'
import { siteSettings, SITE_URL, Visitor, type SeenPage } from '../site/visitor.ts'
import { engines } from '../support/engine.ts'
import { findPersonId } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'

const ROUNDS = 20

const ownedBy = (accountId: string, personId: string): readonly string[] => [
  `sessions where account_id = '${accountId}'`,
  `passkeys where account_id = '${accountId}'`,
  `calendars where account_id = '${accountId}'`,
  `tokens where account_id = '${accountId}'`,
  `known_browsers where account_id = '${accountId}'`,
  `security_log where account_id = '${accountId}'`,
  `idempotency_keys where owner_id = '${accountId}'`,
  `mails where person_id = '${personId}'`,
]

describe.each(engines)('erasing beside making ways in, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    const settings = { WRITES_PER_MINUTE: '1000', READS_PER_MINUTE: '1000' }
    service = await startTestService(engine, { ...siteSettings, ...settings })
  })
  afterAll(() => service.stop())

  const eraseWhileMaking = async (round: number): Promise<readonly SeenPage[]> => {
    const { email } = await service.account({ email: `round${round}@${engine}.example` })
    const browser = await Visitor.signedIn(service, email)
    const [data, calendar, passkeys, tokens] = [
      await browser.get('/settings/data'),
      await browser.get('/settings/calendar'),
      await browser.get('/settings/passkeys'),
      await browser.get('/settings/tokens'),
    ]
    const credential = new Authenticator().make({ origin: SITE_URL, challenge: readChallenge(passkeys) })
    const deeds = [
      () => browser.submit(calendar, '/settings/calendar'),
      () => browser.submit(passkeys, '/settings/passkeys', { credential }),
      () => browser.submit(tokens, '/settings/tokens', { name: 'beside', preset: 'read' }),
    ]
    // Each round the erasure is sent at another place among them.
    deeds.splice(round % (deeds.length + 1), 0, () =>
      browser.submit(data, '/settings/data/erase', { address: email }),
    )
    return Promise.all(deeds.map((deed) => deed()))
  }

  it(`never fails and leaves nothing, ${ROUNDS} times`, { timeout: 90_000 }, async () => {
    const statuses = new Set<number>()
    const left: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const pages = await eraseWhileMaking(round)
      for (const { status } of pages) statuses.add(status)
      expect(pages.some(({ text }) => text.includes('You are erased'))).toBe(true)
    }
    const erased = await service.store.all(
      once<{ person_id: string; account_id: string }>('select person_id, account_id from erasures'),
    )
    expect(erased).toHaveLength(ROUNDS)
    await service.runDue()
    service.clock.advance(MINUTE_MS)
    await service.runDue()
    for (const { person_id, account_id } of erased) {
      for (const what of ownedBy(account_id, person_id)) {
        const found = await service.store.first(
          once<{ count: number }>(`select count(*) as count from ${what}`),
        )
        if (found?.count !== 0) left.push(what)
      }
    }
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(left).toEqual([])
    expect(await findPersonId(service, `round0@${engine}.example`)).toBe('')
  })
})
