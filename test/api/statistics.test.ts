// The statistics of a group: whatever its members, outsiders and the clock do, one after another or at once, the
// counts that are kept are those that a recount of every challenge gives.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GroupStats } from '@challenge-service/contract'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import type { Reply } from '../support/call.ts'
import { engines } from '../support/engine.ts'
import {
  act,
  adminOf,
  challengeIn,
  expectStatus,
  newMember,
  throughGroup,
  type Acting,
} from '../support/groups.ts'
import { person } from '../support/people.ts'
import { plantFault } from '../support/planted.ts'
import { recount } from '../support/recount.ts'
import { startPlanted, useService, type TestGroup, type TestService } from '../support/service.ts'

const settings = {
  WRITES_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000',
  ACCOUNT_QUOTA: '1000000',
  GROUP_QUOTA: '1000000',
  LOG_LEVEL: 'silent',
}

const statsOf = async (admin: Acting, group: TestGroup): Promise<GroupStats> =>
  (await expectStatus(admin.call('GET', `/v1/groups/${group.id}/stats`), 200)).body.data as GroupStats

const expectRecount = async (service: TestService, admin: Acting, group: TestGroup): Promise<void> => {
  const { median_hours_to_settle: median, ...stats } = await statsOf(admin, group)
  const { exactMedianHours, ...counted } = await recount(service.store, group.id)
  expect(stats).toEqual(counted)
  expect(median === null).toBe(exactMedianHours === null)
  expect(Math.abs((median ?? 0) - (exactMedianHours ?? 0))).toBeLessThanOrEqual(
    0.02 * (exactMedianHours ?? 0) + 0.01,
  )
}

type Side = 'creator' | 'opponent' | 'observer'
interface Move {
  readonly as: Side
  readonly action: string
  readonly body?: object
}

type Doing =
  /** A new challenge, and as much of its life as is lived at once. */
  | {
      readonly do: 'create'
      readonly by: number
      readonly to: number
      readonly stake: string
      readonly moves: number
    }
  /** Of one of the newest. */
  | { readonly do: 'move'; readonly on: number; readonly move: Move }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'leave' | 'add'; readonly who: number }

const life: readonly Move[] = [
  { as: 'opponent', action: 'accept' },
  { as: 'creator', action: 'resolve', body: { outcome: 'creator_won' } },
  { as: 'opponent', action: 'dispute', body: { reason: 'no' } },
]
const moves: readonly Move[] = [
  ...life,
  { as: 'creator', action: 'cancel' },
  { as: 'opponent', action: 'cancel' },
  ...(['creator', 'opponent'] as const).flatMap((as) =>
    ['creator_won', 'opponent_won', 'draw'].map((outcome) => ({ as, action: 'resolve', body: { outcome } })),
  ),
  { as: 'observer', action: 'support', body: { side: 'creator' } },
  { as: 'observer', action: 'support', body: { side: 'opponent' } },
]

const PEOPLE = 5
const who = fc.nat({ max: PEOPLE - 1 })
const stake = fc.constantFrom('a coffee', 'a tea', 'cake', 'lunch', 'a song', 'A coffee')
const ms = fc.constantFrom(HOUR_MS, DAY_MS, 4 * DAY_MS, 40 * DAY_MS)
const doing: fc.Arbitrary<Doing> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      by: who,
      to: who,
      stake,
      moves: fc.nat({ max: life.length }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      on: fc.nat({ max: 3 }),
      move: fc.constantFrom(...moves),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'add' as const), who }) },
)

/** Three members, one of them the admin, and two with accounts who are outside at first. */
const tell = async (service: TestService, deeds: readonly Doing[], atOnce: number): Promise<void> => {
  const group = await service.group()
  const admin = adminOf(service, group)
  const outside = [await person(service), await person(service)]
  const members = [admin, await newMember(service, group), await newMember(service, group)]
  const inGroup = [...members, ...outside.map(({ email }) => throughGroup(service, group, email))]
  // Those outside play by their own accounts, whether or not they have joined.
  const playing = [...members, ...outside]
  const played: { readonly id: string; readonly by: number; readonly to: number }[] = []

  const move = async (on: number, { as, action, body = {} }: Move): Promise<readonly Reply[]> => {
    const challenge = played.at(-1 - on)
    if (!challenge) return []
    const { id, by, to } = challenge
    const observer = [0, 1, 2].find((each) => each !== by && each !== to) ?? 0
    const actor = playing[{ creator: by, opponent: to, observer }[as]] ?? admin
    return [await actor.call('POST', `/v1/challenges/${id}/${action}`, body)]
  }
  const create = async ({ by, to, ...deed }: Extract<Doing, { do: 'create' }>): Promise<readonly Reply[]> => {
    const body = { claim: 'I run.', opponent_email: playing[to]?.email, stake: deed.stake, due_days: 2 }
    const reply = await (inGroup[by] ?? admin).call('POST', '/v1/challenges', body)
    if (reply.status !== 201) return [reply]
    played.push({ id: (reply.body.data as { id: string }).id, by, to })
    const replies: Reply[] = [reply]
    for (const next of life.slice(0, deed.moves)) replies.push(...(await move(0, next)))
    return replies
  }
  const perform = async (deed: Doing): Promise<readonly Reply[]> => {
    switch (deed.do) {
      case 'create':
        return create(deed)
      case 'move':
        return move(deed.on, deed.move)
      case 'wait':
        service.clock.advance(deed.ms)
        await service.runDue()
        return []
      case 'add': {
        const body = { email: playing[deed.who]?.email, first_name: 'Zoe' }
        return [await admin.call('POST', `/v1/groups/${group.id}/members`, body)]
      }
      case 'leave': {
        const me = await (inGroup[deed.who] ?? admin).call('GET', '/v1/me')
        const { id = 'none' } = (me.body.data ?? {}) as { id?: string }
        return [await admin.call('DELETE', `/v1/groups/${group.id}/members/${id}`)]
      }
    }
  }
  for (let at = 0; at < deeds.length; at += atOnce) {
    const replies = await Promise.all(deeds.slice(at, at + atOnce).map(perform))
    for (const reply of replies.flat()) expect(reply.status, reply.text).toBeLessThan(500)
    await expectRecount(service, admin, group)
  }
}

describe.each(engines)('the statistics of a group, on %s', (engine) => {
  const service = useService(engine, settings)

  it('of a new one count its admin, and are null where there is nothing to count', async () => {
    const group = await service.group()
    expect(await statsOf(adminOf(service, group), group)).toEqual({
      members: 1,
      challenges: {
        pending: 0,
        active: 0,
        due: 0,
        proposed: 0,
        disputed: 0,
        resolved: 0,
        cancelled: 0,
        declined: 0,
        expired: 0,
      },
      outcomes: { creator_won: 0, opponent_won: 0, draw: 0, void: 0 },
      undisputed_share: null,
      median_hours_to_settle: null,
      top_stakes: [],
      leaderboard: [],
    })
  })

  it('tell of what happened, by the names of the group, and of present members alone', async () => {
    const group = await service.group()
    const admin = adminOf(service, group)
    const [ana, ben] = [await newMember(service, group, 'Ana'), await newMember(service, group, 'Ben')]
    for (const hours of [10, 20, 60]) {
      const created = await challengeIn(ana, ben)
      await act(ben, created, 'accept')
      service.clock.advance(hours * HOUR_MS)
      await act(ben, created, 'resolve', { outcome: 'creator_won' })
    }
    const disputed = await challengeIn(ben, { email: 'outside@stats.example' }, { stake: 'cake' })
    const before = await statsOf(admin, group)
    expect(before).toMatchObject({
      members: 3,
      challenges: { resolved: 3, pending: 1 },
      outcomes: { creator_won: 3 },
      undisputed_share: 1,
      top_stakes: [
        { stake: 'a coffee', count: 3 },
        { stake: 'cake', count: 1 },
      ],
      leaderboard: [
        { first_name: 'Ana', won: 3, lost: 0, drawn: 0 },
        { first_name: 'Ben', won: 0, lost: 3, drawn: 0 },
      ],
    })
    expect(before.median_hours_to_settle).toBeGreaterThan(19.6)
    expect(before.median_hours_to_settle).toBeLessThan(20.4)
    await act(ben, disputed, 'cancel')
    await expectStatus(ana.call('DELETE', `/v1/groups/${group.id}/members/${ana.memberId}`), 200)
    expect((await statsOf(admin, group)).leaderboard).toEqual([
      { first_name: 'Ben', won: 0, lost: 3, drawn: 0 },
    ])
    await expectRecount(service, admin, group)
  })

  it('are those of a recount after any story', { timeout: 240_000 }, async () => {
    const story = fc.array(doing, { minLength: 10, maxLength: 40, size: 'max' })
    await fc.assert(
      fc.asyncProperty(story, (deeds) => tell(service, deeds, 1)),
      { numRuns: 12 },
    )
  })

  it('are so too where eight things happen at once', { timeout: 240_000 }, async () => {
    const story = fc.array(doing, { minLength: 40, maxLength: 80, size: 'max' })
    await fc.assert(
      fc.asyncProperty(story, (deeds) => tell(service, deeds, 8)),
      { numRuns: 8, endOnFailure: true },
    )
  })
})

describe('a count that is not kept', () => {
  it.each([
    [
      'of a dispute',
      {
        file: 'packages/server/src/features/statistics/statistics.rules.ts',
        from: 'if (settled?.wasDisputed)',
        to: "if (settled?.wasDisputed && settled.outcome !== 'void')",
      },
    ],
    [
      'of an outsider who joins',
      {
        file: 'packages/server/src/features/groups/membership.ts',
        from: 'joinedAt: now, score }',
        to: 'joinedAt: now, score: { ...score, won: 0, lost: 0, drawn: 0 } }',
      },
    ],
  ])('is found: %s', { timeout: 240_000 }, async (_, edit) => {
    const sources = plantFault([edit])
    const service = await startPlanted(sources, 'sqlite', settings)
    try {
      const story = fc.array(doing, { minLength: 40, maxLength: 80, size: 'max' })
      const { failed } = await fc.check(
        fc.asyncProperty(story, (deeds) => tell(service, deeds, 1)),
        { numRuns: 30, endOnFailure: true },
      )
      expect(failed).toBe(true)
    } finally {
      await service.stop()
      sources.remove()
    }
  })
})
