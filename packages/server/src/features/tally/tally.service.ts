// What the parties do with their tally: the entries, the count on the challenge and the event, together.
import type { Action, EventKind, Party, TallyChange } from '@challenge-service/contract'
import { newId, type ChallengeId } from '../../kernel/ids.ts'
import { invalidFields, notVisible, Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../store/store.ts'
import type { ViewerCall } from '../route.ts'
import { changeVisible } from '../challenges/change/change.ts'
import { checkAction, getParty, withActions } from '../challenges/rules/action.rules.ts'
import type { Life } from '../challenges/rules/life.rules.ts'
import { checkStatus, moveEntry, recount, type Entry, type EntryMove } from './tally.rules.ts'
import { findEntry, insertEntry, saveEntry } from './tally.store.ts'
import { viewChange, viewEntry } from './tally.view.ts'

interface EntryChange {
  readonly before: Entry | undefined
  readonly after: Entry
}

type TallyCall = ViewerCall<{ readonly id: string }>

export const recordEntry = (
  tx: Tx,
  call: ViewerCall<{ readonly id: string; readonly amount?: number; readonly note?: string }>,
): Promise<TallyChange> =>
  changeTally(tx, call, 'tally', 'tally.recorded', async (party, challengeId) => {
    const entry: Entry = {
      id: newId('tallyEntry', call.now),
      by: party,
      amount: call.input.amount ?? 1,
      note: call.input.note ?? null,
      status: 'pending',
      dispute: null,
      createdAt: call.now,
      settledAt: null,
      amendments: 0,
    }
    await insertEntry(tx, challengeId, entry)
    return [{ before: undefined, after: entry }]
  })

export const reviewEntries = (
  tx: Tx,
  call: ViewerCall<{ readonly id: string; readonly entry_ids: readonly string[] }>,
): Promise<TallyChange> =>
  changeTally(tx, call, 'tally_review', 'tally.reviewed', (party, challengeId) =>
    moveEntries(tx, challengeId, call.input.entry_ids, { kind: 'review' }, party, call.now),
  )

export const disputeEntry = (
  tx: Tx,
  call: ViewerCall<{ readonly id: string; readonly entry_id: string; readonly reason: string }>,
): Promise<TallyChange> =>
  changeTally(tx, call, 'tally_dispute', 'tally.disputed', (party, challengeId) => {
    const { entry_id, reason } = call.input
    return moveEntries(tx, challengeId, [entry_id], { kind: 'dispute', reason }, party, call.now)
  })

interface ResolveInput {
  readonly id: string
  readonly entry_id: string
  readonly action: 'withdraw' | 'amend' | 'accept'
  readonly amount?: number
}

export const resolveEntry = (tx: Tx, call: ViewerCall<ResolveInput>): Promise<TallyChange> => {
  const move = resolveMove(call.input)
  return changeTally(tx, call, 'tally_resolve', 'tally.resolved', (party, challengeId) =>
    moveEntries(tx, challengeId, [call.input.entry_id], move, party, call.now),
  )
}

const resolveMove = ({ action, amount }: ResolveInput): EntryMove => {
  if (action === 'amend') {
    if (amount === undefined) throw invalidFields([{ field: 'amount', message: 'is required to amend' }])
    return { kind: 'amend', amount }
  }
  if (amount !== undefined) throw invalidFields([{ field: 'amount', message: 'goes with amend alone' }])
  return { kind: action }
}

/** All or none. What is not there refuses them all first, then a status, then whose it is. */
const moveEntries = async (
  tx: Tx,
  challengeId: ChallengeId,
  ids: readonly string[],
  move: EntryMove,
  party: Party,
  now: number,
): Promise<readonly EntryChange[]> => {
  const found = await Promise.all(ids.map((id) => findEntry(tx, challengeId, id)))
  const entries = found.map((entry) => {
    if (!entry) throw notVisible()
    return entry
  })
  for (const entry of entries) checkStatus(entry, move)
  const changes = entries.map((before) => ({ before, after: moveEntry(before, move, party, now) }))
  await Promise.all(changes.map(({ before, after }) => saveEntry(tx, before, after)))
  return changes
}

const changeTally = async (
  tx: Tx,
  { actor, input, now }: TallyCall,
  action: Action,
  event: EventKind,
  work: (party: Party, challengeId: ChallengeId) => Promise<readonly EntryChange[]>,
): Promise<TallyChange> => {
  const { result } = await changeVisible(tx, actor, input.id, now, async (current, visible) => {
    checkAction(visible.challenge.life, visible, action, now)
    const party = getParty(visible)
    const changes = await work(party, current.id).catch((error: unknown) => {
      throw error instanceof Refusal && error.code !== 'not_found'
        ? withActions(error, current.life, visible)
        : error
    })
    const life = changes.reduce(countChange, current.life)
    const entries = changes.map(({ after }) => after)
    return {
      challenge: { ...current, life },
      event: { type: event, actor: party, extra: { entries: entries.map(viewEntry) } },
      result: viewChange(life.tally, entries),
    }
  })
  return result
}

const countChange = (life: Life, { before, after }: EntryChange): Life => ({
  ...life,
  tally: { ...life.tally, [after.by]: recount(life.tally[after.by], before, after) },
})
