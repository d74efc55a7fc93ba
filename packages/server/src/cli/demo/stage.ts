// Plays a scene's deeds through the services that answer the API's calls, each at its own instant.
import { addEvidence, moveChallenge, supportChallenge } from '../../features/challenges/challenge.service.ts'
import { createChallenge } from '../../features/challenges/create.service.ts'
import type { ChallengeSettings } from '../../features/challenges/rules/life.rules.ts'
import { disputeEntry, recordEntry, resolveEntry, reviewEntries } from '../../features/tally/tally.service.ts'
import type { Actor } from '../../features/access/actor.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/instants.ts'
import { Fault } from '../../kernel/refusal.ts'
import type { Tx } from '../../store/store.ts'
import { people } from './people.ts'
import type { Deed, Scene } from './scene.ts'

/** Those of the specification, whatever the operator has set: the scenes are written for them. */
const settings: ChallengeSettings = {
  confirmMs: 72 * HOUR_MS,
  disputeMs: 7 * DAY_MS,
  settleMs: 30 * DAY_MS,
  stakes: null,
}

/** A challenge that is being played. */
export interface PlayedScene {
  readonly id: string
  /** The entries of its tally, in the order in which they were recorded. */
  readonly entries: readonly string[]
}

interface Acting {
  readonly actor: Actor
  readonly now: number
}

export const beginScene = async (
  tx: Tx,
  { actor, now }: Acting,
  { claim, stake, dueDays, between: [, opponent] }: Scene,
): Promise<PlayedScene> => {
  const input = { claim, stake, due_days: dueDays, opponent_email: people[opponent].email }
  const { id } = await createChallenge(tx, { actor, input, now }, settings)
  if (id === undefined) throw new Fault('a new challenge has no id')
  return { id, entries: [] }
}

export const playDeed = async (
  tx: Tx,
  acting: Acting,
  played: PlayedScene,
  deed: Deed,
): Promise<PlayedScene> => {
  const { id } = played
  const of = <Input extends object>(input: Input) => ({ ...acting, input: { id, ...input } })
  switch (deed.kind) {
    case 'accept':
      await moveChallenge(tx, of({}), { action: 'accept' }, settings)
      return played
    case 'cancel':
      await moveChallenge(tx, of({}), { action: 'cancel', reason: deed.reason }, settings)
      return played
    case 'say':
      await moveChallenge(tx, of({}), { action: 'resolve', outcome: deed.outcome }, settings)
      return played
    case 'dispute':
      await moveChallenge(tx, of({}), { action: 'dispute', reason: deed.reason }, settings)
      return played
    case 'evidence':
      await addEvidence(tx, of(deed.input), settings)
      return played
    case 'support':
      await supportChallenge(tx, of(deed.input), settings)
      return played
    case 'record': {
      const { entries } = await recordEntry(tx, of(deed.input))
      return { id, entries: [...played.entries, ...entries.map((entry) => entry.id)] }
    }
    case 'confirm':
      await reviewEntries(tx, of({ entry_ids: deed.entries.map((at) => entryAt(played, at)) }))
      return played
    case 'doubt':
      await disputeEntry(tx, of({ entry_id: entryAt(played, deed.entry), reason: deed.reason }))
      return played
    case 'amend':
      await resolveEntry(
        tx,
        of({ entry_id: entryAt(played, deed.entry), action: 'amend', amount: deed.amount }),
      )
      return played
  }
}

const entryAt = ({ entries }: PlayedScene, at: number): string => {
  const entry = entries[at]
  if (entry === undefined) throw new Fault(`the scene has no entry ${at} yet`)
  return entry
}
