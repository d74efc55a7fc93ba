// Every tool that moves a challenge, in every situation, by every role: held against the same grid as the rules.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Challenge, Role } from '@challenge-service/contract'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { act, challengeIn, newMember, type Acting, type ActingByToken } from '../support/groups.ts'
import { callConfirmed, callerOf, errorOf } from '../support/mcp.ts'
import { moveCells, readGrid } from '../support/move-grid.ts'
import { useService } from '../support/service.ts'

const settings = {
  WRITES_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000',
  GROUP_QUOTA: '1000000',
  LOG_LEVEL: 'silent',
}

type Cast = Readonly<Record<Role, ActingByToken>>
type Step = (cast: Cast, made: Challenge) => Promise<Challenge>

const accept: Step = ({ opponent }, made) => act(opponent, made, 'accept')
const ask: Step = ({ creator }, made) => act(creator, made, 'cancel')
const says =
  (role: Role, outcome: string): Step =>
  (cast, made) =>
    act(cast[role], made, 'resolve', { outcome })
const dispute: Step = ({ opponent }, made) => act(opponent, made, 'dispute', { reason: 'no' })
const cancel =
  (role: Role): Step =>
  (cast, made) =>
    act(cast[role], made, 'cancel')

interface Situation {
  /** Before it is due. */
  readonly first: readonly Step[]
  /** It is due after a day, and these follow. */
  readonly whenDue?: readonly Step[]
}

const proposed = [accept, says('creator', 'creator_won')]

const situations: Readonly<Record<string, Situation>> = {
  pending: { first: [] },
  active: { first: [accept] },
  asked: { first: [accept, ask] },
  due: { first: [accept], whenDue: [] },
  dueAsked: { first: [accept], whenDue: [ask] },
  proposed: { first: proposed },
  proposedDraw: { first: [accept, says('opponent', 'draw')] },
  disputed: { first: [...proposed, dispute] },
  resolved: { first: [accept, says('creator', 'opponent_won')] },
  cancelled: { first: [cancel('creator')] },
  declined: { first: [cancel('opponent')] },
  expired: { first: [], whenDue: [] },
}

interface ToolMove {
  readonly tool: string
  readonly input: Record<string, unknown>
}

const toolMoves: Readonly<Record<string, ToolMove>> = {
  accept: { tool: 'accept_challenge', input: {} },
  cancel: { tool: 'decline_or_cancel', input: { reason: 'tired' } },
  creator_won: { tool: 'propose_outcome', input: { outcome: 'creator_won' } },
  opponent_won: { tool: 'propose_outcome', input: { outcome: 'opponent_won' } },
  draw: { tool: 'propose_outcome', input: { outcome: 'draw' } },
  dispute: { tool: 'dispute_outcome', input: { reason: 'it rained' } },
  evidence: { tool: 'add_evidence', input: { text: 'a photo' } },
  support: { tool: 'support_side', input: { side: 'creator' } },
}

/** To agree is to say what the other party said, and nothing where they said nothing. */
const agreeing = readGrid(`
                      pending   active    asked     due       dueAsked  proposed  proposedDraw disputed  resolved cancelled declined expired
agree        creator  S         S         S         S         S         O         resolved     S         S        S         S        S
agree        opponent S         S         S         S         S         resolved  O            resolved  S        S         S        S
agree        observer S         P         P         P         P         P         P            P         S        S         S        S
`)

/** To concede is to grant the other party the win. */
const conceding = moveCells.filter(
  ({ move, role }) => move === (role === 'creator' ? 'opponent_won' : 'creator_won'),
)

const cells = [
  ...moveCells.map((cell) => ({ ...cell, tool: '', input: {}, ...toolMoves[cell.move] })),
  ...agreeing.map((cell) => ({ ...cell, tool: 'agree', input: {} })),
  ...conceding.map((cell) => ({ ...cell, tool: 'concede', input: {} })),
]

/** What is refused changes nothing, so that one challenge is enough for all of it. */
const isRefused = ({ expected }: { readonly expected: string }): boolean => expected.includes('/')

describe.each(engines)('tools that move a challenge, on %s', (engine) => {
  const service = useService(engine, settings)
  let cast: Cast
  const spare = new Map<string, Challenge[]>()

  const makeAll = async (): Promise<void> => {
    const group = await service.group()
    const [creator, opponent, observer] = [
      await newMember(service, group),
      await newMember(service, group),
      await newMember(service, group),
    ]
    cast = { creator, opponent, observer }
    const follow = async (made: Challenge, steps: readonly Step[]): Promise<Challenge> => {
      let now = made
      for (const step of steps) now = await step(cast, now)
      return now
    }
    // Those that are due first: the rest is made when the day has passed.
    const isDue = ([, { whenDue }]: readonly [string, Situation]): boolean => whenDue !== undefined
    const all = Object.entries(situations)
    const make = async (name: string, { first }: Situation, days: number): Promise<void> => {
      const wanted = cells.filter((cell) => cell.situation === name && !isRefused(cell)).length + 1
      const made: Challenge[] = []
      for (let n = 0; n < wanted; n += 1) {
        made.push(await follow(await challengeIn(creator, opponent, { due_days: days }), first))
      }
      spare.set(name, made)
    }
    for (const [name, situation] of all.filter(isDue)) await make(name, situation, 1)
    service.clock.advance(DAY_MS)
    await service.runDue()
    for (const [name, { whenDue = [] }] of all.filter(isDue)) {
      for (const made of spare.get(name) ?? []) await follow(made, whenDue)
    }
    for (const [name, situation] of all.filter((one) => !isDue(one))) await make(name, situation, 30)
  }

  beforeAll(async () => {
    await makeAll()
  })

  const findChallenge = (cell: { readonly situation: string; readonly expected: string }): Challenge => {
    const made = spare.get(cell.situation) ?? []
    const found = isRefused(cell) ? made[0] : made.pop()
    if (!found) throw new Error(`there is no challenge that is ${cell.situation}`)
    return found
  }

  const readBy = async (by: Acting, { id }: Challenge): Promise<Challenge> =>
    (await by.call('GET', `/v1/challenges/${id}`)).body.data as Challenge

  const perform = async (cell: (typeof cells)[number]) => {
    const { id } = findChallenge(cell)
    const by = cast[cell.role]
    const caller = callerOf({ url: service.url, token: by.token, query: `?user_email=${by.email}` })
    const before = await readBy(by, { id } as Challenge)
    const result = await callConfirmed(caller, cell.tool, { challenge_id: id, ...cell.input })
    const { status } = await readBy(by, { id } as Challenge)
    return { before, error: errorOf(result), status }
  }

  const done = cells.filter((cell) => !isRefused(cell))
  const refused = cells.filter(isRefused)

  it.each(done)('$situation: $tool ($move) by $role gives $expected', async (cell) => {
    const { error, status } = await perform(cell)
    expect([error, status]).toEqual([undefined, cell.expected])
  })

  it.each(refused)('$situation: $tool ($move) by $role is refused, $expected', async (cell) => {
    const { before, error, status } = await perform(cell)
    expect([`${error?.code}/${error?.reason}`, status]).toEqual([cell.expected, before.status])
    expect(error?.message).toMatch(/^[A-Z].*\.$/)
    expect(error?.allowed_actions).toEqual(before.allowed_actions)
  })
})
