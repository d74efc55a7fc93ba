// The world of the demonstration, as its people see it through the API.
import { challengeStatuses, outcomes, parties, settlements } from '@challenge-service/contract/plain'
import type { Challenge, GroupStats, Question, Tally } from '@challenge-service/contract'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { prepareDemo } from '../../packages/server/src/cli/actions/demo.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines, type Engine } from '../support/engine.ts'
import { commandOf } from '../support/command.ts'
import { askToSignIn } from '../site/inbox.ts'
import { siteSettings, Visitor } from '../site/visitor.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, useService, type TestService } from '../support/service.ts'

// A command takes a second, and several tests run at once.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Variables = Readonly<Record<string, string>>

const prepare = (service: TestService, environment: Variables = {}) =>
  prepareDemo(service, readConfig(environment), service.clock.now())

/** Of Ana and Ben, as they are printed. */
const readTokens = (lines: readonly string[]): { readonly ana: string; readonly ben: string } => {
  const [ana = '', ben = ''] = new Set(
    [...lines.join('\n').matchAll(/Bearer (cs_acc_\w+)/g)].map(([, token = '']) => token),
  )
  return { ana, ben }
}

const get = async <Data>(service: TestService, path: string, token: string): Promise<Data> => {
  const { status, body } = await service.call('GET', path, { token })
  expect(status).toBe(200)
  return body.data as Data
}

const listChallenges = (service: TestService, token: string): Promise<readonly Challenge[]> =>
  get(service, '/v1/challenges?limit=100', token)

describe.each(engines)('the world of the demonstration, on %s', (engine: Engine) => {
  const service = useService(engine)
  let ana: string
  let ben: string
  beforeAll(async () => {
    ;({ ana, ben } = readTokens(await prepare(service)))
  })

  it('shows Ana every status, and every way of settling and of ending', async () => {
    const challenges = await listChallenges(service, ana)
    expect(new Set(challenges.map(({ status }) => status))).toEqual(new Set(challengeStatuses))
    const resolutions = challenges.flatMap(({ resolution }) => resolution ?? [])
    expect(new Set(resolutions.map(({ settled_by }) => settled_by))).toEqual(new Set(settlements))
    expect(new Set(resolutions.map(({ outcome }) => outcome))).toEqual(new Set(outcomes))
  })

  it('has what waits for her and what waits for others, of each kind', async () => {
    const challenges = await listChallenges(service, ana)
    const rolesIn = (status: string): readonly string[] =>
      challenges.filter((one) => one.status === status).map(({ role }) => role)
    expect(new Set(rolesIn('pending'))).toEqual(new Set(parties))
    const proposers = challenges
      .filter(({ status }) => status === 'proposed')
      .map(({ proposal, role }) => (proposal?.by === role ? 'mine' : 'theirs'))
    expect(new Set(proposers)).toEqual(new Set(['mine', 'theirs']))
    expect(challenges.some(({ cancellation, status }) => status === 'active' && cancellation)).toBe(true)
  })

  it('keeps from Ben whatever would stand beside the challenge that the start lets Ana make', async () => {
    expect(await get(service, '/v1/challenges?status=pending', ben)).toEqual([])
  })

  it('has a tally under way, over several days, with entries of each status by both', async () => {
    const active = await get<readonly Challenge[]>(service, '/v1/challenges?status=active', ana)
    const race = active.find(({ claim }) => claim.includes('run further'))
    const { entries } = await get<Tally>(service, `/v1/challenges/${race?.id}/tally?limit=100`, ana)
    expect(new Set(entries.map(({ status }) => status))).toEqual(
      new Set(['confirmed', 'pending', 'disputed']),
    )
    expect(new Set(entries.map(({ by }) => by))).toEqual(new Set(parties))
    expect(new Set(entries.map(({ created_at }) => created_at.slice(0, 10))).size).toBeGreaterThan(5)
    expect(race?.evidence_count).toBe(2)
  })

  it('has a group of four, with support under way and statistics that say something', async () => {
    const [group] = await get<readonly { readonly id: string }[]>(service, '/v1/groups', ana)
    const stats = await get<GroupStats>(service, `/v1/groups/${group?.id}/stats`, ana)
    expect(stats.members).toBe(4)
    expect(stats.leaderboard).toHaveLength(4)
    expect(stats.top_stakes.length).toBeGreaterThan(2)
    expect(stats.challenges).toMatchObject({ pending: 1, active: 1, disputed: 1, resolved: 8 })
    expect(stats.median_hours_to_settle).toBeGreaterThan(24)
    const open = await get<readonly Challenge[]>(
      service,
      `/v1/groups/${group?.id}/challenges?status=active,disputed`,
      ana,
    )
    for (const { support } of open) expect(support.creator + support.opponent).toBeGreaterThan(1)
    expect(open.map(({ allowed_actions }) => allowed_actions)).toContainEqual(['support'])
  })

  it('has votes of today, and leaves Ana hers', async () => {
    expect((await get<Question>(service, '/v1/questions/daily', ana)).my_vote).toBeNull()
    expect((await get<Question>(service, '/v1/questions/daily', ben)).my_vote).not.toBeNull()
  })

  it('lies in the past: nothing is newer than the start, and the clock owes nothing', async () => {
    const now = service.clock.now()
    const before = await listChallenges(service, ana)
    for (const { created_at, updated_at } of before) {
      expect(Date.parse(created_at)).toBeLessThan(now)
      expect(Date.parse(updated_at)).toBeLessThanOrEqual(now)
    }
    await service.runDue()
    expect(await listChallenges(service, ana)).toEqual(before)
  })

  it('is made once: a later start finds it, and adds nothing but tokens', async () => {
    const before = await listChallenges(service, ana)
    const lines = await prepare(service)
    expect(lines.join('\n')).toContain('Ana and Ben are here already.')
    expect(await listChallenges(service, readTokens(lines).ana)).toEqual(before)
  })
})

describe('the world of the demonstration', () => {
  let service: TestService | undefined
  let office: PostOffice | undefined
  afterEach(async () => {
    await service?.stop()
    await office?.close()
    service = undefined
    office = undefined
  })

  it('is the same each time, but for ids and tokens', async () => {
    const tell = async (): Promise<readonly string[]> => {
      const one = await startTestService('sqlite')
      const { ana } = readTokens(await prepare(one))
      const challenges = await listChallenges(one, ana)
      await one.stop()
      return challenges.map((challenge) => JSON.stringify(challenge).replaceAll(/[a-z]+_0\w{25}/g, '…'))
    }
    expect(await tell()).toEqual(await tell())
  })

  it.each([
    [{ CONFIRM_HOURS: '1', DISPUTE_DAYS: '1', SETTLE_DAYS: '1' }],
    [{ STAKES: 'a handshake' }],
    [{ ACCOUNT_QUOTA: '0', GROUP_QUOTA: '0', WRITES_PER_MINUTE: '1' }],
    [{ SIGN_UP: 'closed', SITE: 'off' }],
  ])('does not depend on what the operator has set: %j', async (environment: Variables) => {
    service = await startTestService('sqlite', environment)
    const { ana } = readTokens(await prepare(service, environment))
    const statuses = (await listChallenges(service, ana)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(challengeStatuses))
  })

  it.each(['2027-01-01T00:00:00.000Z', '2027-03-28T00:04:00.000Z', '2026-12-31T23:59:59.999Z'])(
    'is whole at any time of day: %s',
    async (instant) => {
      service = await startTestService('sqlite')
      service.clock.set(instant)
      const { ana } = readTokens(await prepare(service))
      const challenges = await listChallenges(service, ana)
      expect(new Set(challenges.map(({ status }) => status))).toEqual(new Set(challengeStatuses))
      for (const { created_at } of challenges) {
        expect(Date.parse(created_at)).toBeLessThanOrEqual(service.clock.now())
        // Not at night, but for what was made in the last hours.
        const isRecent = service.clock.now() - Date.parse(created_at) < DAY_MS
        expect(isRecent || Number(created_at.slice(11, 13)) >= 7).toBe(true)
      }
    },
  )

  it.each(engines)('is not mailed to anyone, now or later, with a mail server on %s', async (engine) => {
    office = await openPostOffice()
    const environment = { ...siteSettings, SMTP_URL: office.url }
    service = await startTestService(engine, environment)
    const { ana } = readTokens(await prepare(service, environment))
    const toBen = { claim: 'I can.', stake: 'a coffee', due_days: 5, opponent_email: 'ben@demo.example' }
    const { status } = await service.call('POST', '/v1/challenges', { token: ana, body: toBen })
    expect(status).toBe(201)
    expect((await askToSignIn(new Visitor(service.url), 'ben@demo.example')).status).toBe(303)
    for (let day = 0; day < 9; day += 1) {
      await service.runDue()
      service.clock.advance(DAY_MS)
    }
    expect(office.received).toEqual([])
    const { mails } = JSON.parse(await commandOf(service)('mail', 'list', '--limit', '1000', '--json')) as {
      readonly mails: readonly { readonly status: string }[]
    }
    expect(mails.filter(({ status: state }) => state === 'waiting' || state === 'sent')).toEqual([])

    const toOthers = { ...toBen, opponent_email: 'ben@elsewhere.example' }
    await service.call('POST', '/v1/challenges', { token: ana, body: toOthers })
    await service.runDue()
    expect(office.received).toHaveLength(1)
  })
})
