// Two people at the same challenge at the same moment, on one node and on three that share a database: there
// is one consistent history each time.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { isFast } from '../support/is-fast.ts'
import { plantFault } from '../support/planted.ts'
import { startPlanted, useService } from '../support/service.ts'
import { Story, type SentCommand } from '../model/story.ts'
import { confirmBy, challengeAt } from '../model/world.ts'
import { expectDenseFeeds, expectOne, expectOrder, tell, wordOf } from './race.ts'

const ROUNDS = isFast ? 10 : 50
const settings = {
  WRITES_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000',
  ACCOUNT_QUOTA: '1000000',
  LOG_LEVEL: 'silent',
}

const creator = { by: 0, on: 0 } as const
const opponent = { by: 1, on: 0 } as const
const create: SentCommand = { do: 'create', by: 0, dueDays: 5 }
const accept: SentCommand = { do: 'accept', ...opponent }
const cancel = (by: typeof creator | typeof opponent): SentCommand => ({ do: 'cancel', ...by, reason: null })
const says = (by: typeof creator | typeof opponent, outcome: 'creator_won' | 'opponent_won' | 'draw') =>
  ({ do: 'resolve', ...by, outcome }) as const
const dispute: SentCommand = { do: 'dispute', ...opponent, reason: 'no' }
const record: SentCommand = { do: 'tally', ...creator, amount: 3 }
const review: SentCommand = { do: 'tally_review', ...opponent, entries: [0, 1] }
const evidence: SentCommand = { do: 'evidence', ...creator }

const active = [create, accept]
const proposed = [...active, says(creator, 'creator_won')]
const counted = [...active, record, record]

interface Contest {
  readonly name: string
  readonly before: readonly SentCommand[]
  readonly contenders: readonly SentCommand[]
}

const contests: readonly Contest[] = [
  {
    name: 'accept against the cancel of the creator',
    before: [create],
    contenders: [accept, cancel(creator)],
  },
  { name: 'accept against one’s own decline', before: [create], contenders: [accept, cancel(opponent)] },
  { name: 'a decline against a cancel', before: [create], contenders: [cancel(opponent), cancel(creator)] },
  { name: 'two accepts', before: [create], contenders: [accept, accept] },
  { name: 'two requests to cancel', before: active, contenders: [cancel(creator), cancel(opponent)] },
  {
    name: 'two resolves that contradict',
    before: active,
    contenders: [says(creator, 'creator_won'), says(opponent, 'opponent_won')],
  },
  {
    name: 'two resolves that agree',
    before: active,
    contenders: [says(creator, 'draw'), says(opponent, 'draw')],
  },
  {
    name: 'a proposal against a concession',
    before: active,
    contenders: [says(creator, 'creator_won'), says(opponent, 'creator_won')],
  },
  {
    name: 'two concessions',
    before: active,
    contenders: [says(creator, 'opponent_won'), says(opponent, 'creator_won')],
  },
  {
    name: 'a dispute against the proposer who gives in',
    before: proposed,
    contenders: [dispute, says(creator, 'opponent_won')],
  },
  { name: 'two reviews of the same entries', before: counted, contenders: [review, review] },
  {
    name: 'a review against a withdrawal',
    before: counted,
    contenders: [review, { do: 'tally_withdraw', ...creator, entry: 1 }],
  },
  {
    name: 'an entry against the end of the counting',
    before: active,
    contenders: [record, says(opponent, 'creator_won')],
  },
]

const setups = [
  ['sqlite', 1],
  ['postgres', 1],
  ['postgres', 3],
] as const

describe.each(setups)('at the same time, on %s with %i node(s)', (engine, nodes) => {
  const service = useService(engine, settings)
  let urls: readonly string[]
  let runDue: () => Promise<void>
  beforeAll(async () => {
    const others = await Promise.all(Array.from({ length: nodes - 1 }, () => service.startNode()))
    urls = [service.url, ...others.map(({ url }) => url)]
    runDue = () => (others[0] ?? service).runDue()
  })
  afterEach(() => expectDenseFeeds(service.store))

  const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
  const many = { timeout: 60_000 + ROUNDS * 2_000 }

  it.each(contests.map((contest) => [contest.name, contest] as const))(
    '%s: one consistent history',
    many,
    async (_, { before, contenders }) => {
      const story = await Story.begin(service)
      for (const round of rounds) {
        await story.prepare(before)
        await expectOrder(story, round % 2 === 0 ? contenders : contenders.toReversed(), urls, round)
      }
    },
  )

  it('evidence at its limit: fifty, and not one more', many, async () => {
    const story = await Story.begin(service)
    for (const round of rounds) {
      await story.prepare(active)
      const newest = story.challengeIds.length - 1
      const fill = `update challenges set evidence_creator = 46 where id = '${story.challengeIds[newest]}'`
      await service.store.write((tx) => tx.run(once(fill)))
      challengeAt(story.world, newest).evidence.creator = 46
      await expectOrder(
        story,
        Array.from({ length: 8 }, () => evidence),
        urls,
        round,
      )
    }
  })

  it('one key twice: accepted once, and both are told the same', many, async () => {
    const story = await Story.begin(service)
    for (const round of rounds) {
      await story.prepare([create])
      const headers = { 'idempotency-key': `accept-${round}` }
      const replies = await Promise.all(
        [0, 1].map((at) => story.send(accept, { url: urls[(at + round) % urls.length] ?? '', headers })),
      )

      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      expect(replies[0]?.body.data).toEqual(replies[1]?.body.data)
      expect(replies.filter((reply) => reply.headers['idempotency-replayed'] === 'true')).toHaveLength(1)
      await expectOne(story, [tell(story.world, [accept]).world])
    }
  })

  it('a dispute against the silence that settles: one of the two', many, async () => {
    const story = await Story.begin(service)
    const outcomes = new Set<string>()
    for (const round of rounds) {
      await story.prepare(proposed)
      const { proposal } = challengeAt(story.world, story.world.challenges.length - 1)
      service.clock.advance(confirmBy(proposal?.at ?? 0) - 1 - service.clock.now())
      story.accept({ ...story.world, now: service.clock.now(), told: [] })

      const disputing = story.send(dispute, { url: urls[round % urls.length] ?? '' })
      // From not at all to long enough for the call to be through.
      for (let turns = round % 25; turns > 0; turns -= 1) await new Promise(setImmediate)
      service.clock.advance(1)
      await Promise.all([disputing, runDue()])
      const word = wordOf(await disputing)
      outcomes.add(word)

      const later = { do: 'advance', ms: 1 } as const
      const silence = { do: 'run_due' } as const
      const orders = [
        [dispute, later, silence],
        [later, silence, dispute],
        [later, dispute, silence],
      ]
      const histories = orders.map((order) => ({ order, ...tell(story.world, order) }))
      const fitting = histories.filter(
        ({ order, answers }) => wordOf(answers[order.indexOf(dispute)]) === word,
      )
      expect(fitting.length, `no order explains ${word}`).toBeGreaterThan(0)
      await expectOne(
        story,
        fitting.map(({ world }) => world),
      )
    }
    console.log(`a dispute against silence, ${engine} × ${nodes}: ${[...outcomes].join('; ')}`)
  })
})

describe('without the lock of a challenge', () => {
  it('a race is seen to have no order', { timeout: 120_000 }, async () => {
    const sources = plantFault([
      {
        file: 'packages/server/src/features/challenges/storage/challenge.store.ts',
        from: '`select id from challenges where id = $1 ${forUpdate}`',
        to: "`select id from challenges where id = $1 ${''.slice(forUpdate.length)}`",
      },
    ])
    const service = await startPlanted(sources, 'postgres', settings)
    try {
      const story = await Story.begin(service)
      const attempts = async () => {
        for (let round = 0; round < 200; round += 1) {
          await story.prepare(active)
          await expectOrder(
            story,
            [says(creator, 'creator_won'), says(opponent, 'opponent_won')],
            [service.url],
            round,
          )
        }
      }
      await expect(attempts()).rejects.toThrow('no order explains')
    } finally {
      await service.stop()
      sources.remove()
    }
  })
})
