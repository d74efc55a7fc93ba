// Plays the demonstration: four people, their group, and what they have made of the scenes. All of it goes through the
// services that answer calls, in the order in which it happened, each at its own instant; from one `now` it always becomes
// the same.
import { createAccount, createGroup, createToken } from '../../features/access/access.service.ts'
import type { Actor } from '../../features/access/actor.ts'
import { findToken } from '../../features/access/tokens.store.ts'
import {
  addEvidence,
  moveChallenge,
  supportChallenge,
  type ChallengeReply,
} from '../../features/challenges/challenge.service.ts'
import { createChallenge } from '../../features/challenges/create.service.ts'
import type { ChallengeSettings } from '../../features/challenges/rules/life.rules.ts'
import { addMember } from '../../features/groups/members.service.ts'
import { readDaily, voteDaily } from '../../features/questions/question.service.ts'
import { disputeEntry, recordEntry, resolveEntry, reviewEntries } from '../../features/tally/tally.service.ts'
import { resolveActor } from '../../operations/acting-person.ts'
import { DAY_MS, HOUR_MS, monthOf } from '../../kernel/instants.ts'
import { Fault } from '../../kernel/refusal.ts'
import { hashToken } from '../../kernel/token.ts'
import type { MailSettings } from '../../mail/messages/compose.ts'
import type { Store, Tx } from '../../store/store.ts'
import {
  GROUP_NAME,
  people,
  scenes,
  type AccountName,
  type Deed,
  type PersonName,
  type Terms,
} from './scenes.ts'
import { instantAgo, openPast } from './time.ts'

/** Those of the specification, whatever the operator has set: the scenes are written for them. */
const settings: ChallengeSettings = {
  confirmMs: 72 * HOUR_MS,
  disputeMs: 7 * DAY_MS,
  settleMs: 30 * DAY_MS,
  stakes: null,
}

const BEGUN_DAYS_AGO = 50

export type WorldTokens = Readonly<Record<AccountName, string>>

export interface WorldParts {
  readonly store: Store
  readonly mails: MailSettings
}

/** In one transaction, so that it is there as a whole or not at all. Gives the tokens of its accounts. */
export const makeWorld = async (tx: Tx, { store, mails }: WorldParts, now: number): Promise<WorldTokens> => {
  const begunAt = instantAgo(now, BEGUN_DAYS_AGO)
  const past = openPast(store, tx, mails)
  const tokens: WorldTokens = {
    ana: await makeAccount(tx, 'ana', begunAt, now),
    ben: await makeAccount(tx, 'ben', begunAt, now),
    cleo: await makeAccount(tx, 'cleo', begunAt, now),
  }
  const groupToken = await makeGroup(tx, await actWith(tx, tokens.ana, now), begunAt)

  /** By a token of their own, or in the group by its token. */
  const actors = new Map<string, Actor>()
  for (const name of ['ana', 'ben', 'cleo', 'dan'] as const) {
    actors.set(`${name} in the group`, await actWith(tx, groupToken, now, people[name].email))
    if (name !== 'dan') actors.set(`${name} alone`, await actWith(tx, tokens[name], now))
  }
  const getActor = (name: PersonName, where: string = 'alone'): Actor => {
    const actor = actors.get(`${name} ${where}`)
    if (!actor) throw new Fault(`${name} has no account`)
    return actor
  }

  const played = new Map<string, PlayedScene>()
  let mailedDaysAgo = BEGUN_DAYS_AGO
  for (const { daysAgo, by, claim, terms, deed } of listActs()) {
    const at = instantAgo(now, daysAgo)
    // Once a day is often enough for a proposal to be known before it stands.
    if (Math.ceil(daysAgo) < mailedDaysAgo) {
      mailedDaysAgo = Math.ceil(daysAgo)
      await past.keepMails(at)
    }
    await past.catchUp(at)
    const acting = { actor: getActor(by, terms[5]), now: at }
    const before = played.get(claim)
    if (before && deed) await playDeed(tx, acting, before, deed)
    else played.set(claim, await beginScene(tx, acting, claim, terms))
  }
  await past.catchUp(now)
  await vote(tx, getActor('ben'), 0, now)
  await vote(tx, getActor('cleo'), 1, now)
  await past.keepMails(now)
  return tokens
}

interface Act {
  readonly daysAgo: number
  readonly by: PersonName
  readonly claim: string
  readonly terms: Terms
  /** Undefined where the challenge is made. */
  readonly deed?: Deed
}

/** What happens in all scenes, oldest first. */
const listActs = (): readonly Act[] =>
  Object.entries(scenes)
    .flatMap(([claim, [terms, ...steps]]): readonly Act[] => [
      { daysAgo: terms[2], by: terms[0], claim, terms },
      ...steps.map(([daysAgo, by, ...deed]) => ({ daysAgo, by, claim, terms, deed })),
    ])
    .toSorted((one, other) => other.daysAgo - one.daysAgo)

interface Acting {
  readonly actor: Actor
  readonly now: number
}

/** A challenge that is being played. */
interface PlayedScene {
  readonly id: string
  /** The entries of its tally, in the order in which they were recorded. */
  readonly entries: string[]
}

const beginScene = async (
  tx: Tx,
  acting: Acting,
  claim: string,
  [, opponent, , dueDays, stake]: Terms,
): Promise<PlayedScene> => {
  const input = { claim, stake, due_days: dueDays, opponent_email: people[opponent].email }
  const { id } = await createChallenge(tx, { ...acting, input }, settings)
  if (id === undefined) throw new Fault('a new challenge has no id')
  return { id, entries: [] }
}

const playDeed = async (
  tx: Tx,
  acting: Acting,
  { id, entries }: PlayedScene,
  deed: Deed,
): Promise<unknown> => {
  const on = <Input extends object>(input: Input) => ({ ...acting, input: { id, ...input } })
  const move = (answer: ChallengeReply) => moveChallenge(tx, on({}), answer, settings)
  const entryAt = (index: number): string => {
    const entry = entries[index]
    if (entry === undefined) throw new Fault(`the scene has no entry ${index} yet`)
    return entry
  }
  switch (deed[0]) {
    case 'accept':
      return move({ action: 'accept' })
    case 'cancel':
      return move({ action: 'cancel', reason: deed[1] ?? null })
    case 'say':
      return move({ action: 'resolve', outcome: deed[1] })
    case 'dispute':
      return move({ action: 'dispute', reason: deed[1] })
    case 'show': {
      const [, text, url] = deed
      return addEvidence(tx, on({ text, ...(url === undefined ? {} : { url }) }), settings)
    }
    case 'support': {
      const [, side, comment] = deed
      return supportChallenge(tx, on({ side, ...(comment === undefined ? {} : { comment }) }), settings)
    }
    case 'record': {
      const tally = await recordEntry(tx, on({ amount: deed[1], note: deed[2] }))
      return entries.push(...tally.entries.map((entry) => entry.id))
    }
    case 'confirm': {
      const [, ...indexes] = deed
      return reviewEntries(tx, on({ entry_ids: indexes.map(entryAt) }))
    }
    case 'doubt':
      return disputeEntry(tx, on({ entry_id: entryAt(deed[1]), reason: deed[2] }))
    case 'amend':
      return resolveEntry(tx, on({ entry_id: entryAt(deed[1]), action: 'amend', amount: deed[2] }))
  }
}

const makeAccount = async (tx: Tx, name: AccountName, begunAt: number, now: number): Promise<string> => {
  const { id } = await createAccount(tx, { ...people[name], plan: 'club' }, begunAt)
  const owner = { kind: 'account', id } as const
  return (await createToken(tx, { owner, scopes: 'all', name: 'demonstration' }, now)).token
}

/** Ana looks after it. Gives the token by which its bot acts for the members. */
const makeGroup = async (tx: Tx, ana: Actor, now: number): Promise<string> => {
  const group = await createGroup(tx, { name: GROUP_NAME, admin: people.ana }, now)
  for (const name of ['ben', 'cleo', 'dan'] as const) {
    const { email, firstName, lastName } = people[name]
    const input = { id: group.id, email, first_name: firstName, last_name: lastName }
    await addMember(tx, { actor: ana, input, now })
  }
  const owner = { kind: 'group', id: group.id } as const
  return (await createToken(tx, { owner, scopes: 'all', name: 'office bot' }, now)).token
}

const actWith = async (tx: Tx, token: string, now: number, address?: string): Promise<Actor> => {
  const found = await findToken(tx, hashToken(token), monthOf(now))
  if (!found) throw new Fault('a token that was just made is not there')
  return resolveActor(tx, found.caller, address)
}

const vote = async (tx: Tx, actor: Actor, index: number, now: number): Promise<void> => {
  const option = (await readDaily(tx, { actor, now })).options[index]
  if (!option) throw new Fault('the daily question has fewer options')
  await voteDaily(tx, { actor, input: { option: option.id }, now })
}
