// The life of a tally entry: what becomes of it, and by whom. Each party can only ever give way to the other,
// so no entry counts as confirmed against anyone's will.
import type { TallyStatus } from '@challenge-service/contract'
import { limits, type Party } from '@challenge-service/contract/plain'
import type { TallyEntryId } from '../../kernel/ids.ts'
import { refuse, type Refusal } from '../../kernel/refusal.ts'
import type { Count } from '../challenges/rules/life.rules.ts'

export interface Entry {
  readonly id: TallyEntryId
  readonly by: Party
  readonly amount: number
  readonly note: string | null
  readonly status: TallyStatus
  readonly dispute: { readonly reason: string; readonly openedAt: number } | null
  readonly createdAt: number
  readonly settledAt: number | null
  /** How often its author has amended it. */
  readonly amendments: number
}

export type EntryMove =
  | { readonly kind: 'review' }
  | { readonly kind: 'dispute'; readonly reason: string }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'amend'; readonly amount: number }
  | { readonly kind: 'accept' }

interface EntryRule {
  readonly from: readonly TallyStatus[]
  /** The author of the entry, or the other party. */
  readonly by: 'author' | 'other'
  readonly to: TallyStatus
}

const entryRules: Readonly<Record<EntryMove['kind'], EntryRule>> = {
  review: { from: ['pending'], by: 'other', to: 'confirmed' },
  dispute: { from: ['pending'], by: 'other', to: 'disputed' },
  withdraw: { from: ['pending', 'disputed'], by: 'author', to: 'withdrawn' },
  amend: { from: ['disputed'], by: 'author', to: 'pending' },
  accept: { from: ['disputed'], by: 'other', to: 'confirmed' },
}

/** Whether anyone may do this with an entry now. Of several entries, all are asked before the first is moved. */
export const checkStatus = (entry: Entry, { kind }: EntryMove): void => {
  if (!entryRules[kind].from.includes(entry.status)) throw notNow(entry)
}

/** What becomes of an entry, or why not: the status first, then the person, then how often it was done. */
export const moveEntry = (entry: Entry, move: EntryMove, who: Party, now: number): Entry => {
  checkStatus(entry, move)
  const rule = entryRules[move.kind]
  if ((entry.by === who) !== (rule.by === 'author')) throw notYou(rule)
  const settledAt = rule.to === 'confirmed' || rule.to === 'withdrawn' ? now : null
  const moved: Entry = { ...entry, status: rule.to, settledAt }
  switch (move.kind) {
    case 'dispute':
      return { ...moved, dispute: { reason: move.reason, openedAt: now } }
    case 'amend':
      if (entry.amendments >= limits.amendmentsPerEntry) throw enoughAmendments()
      return { ...moved, amount: move.amount, dispute: null, amendments: entry.amendments + 1 }
    case 'review':
    case 'withdraw':
    case 'accept':
      return moved
  }
}

const notNow = ({ status }: Entry): Refusal =>
  refuse('invalid_state', 'entry_not_pending', `Nobody can do this with an entry that is ${status}.`)

const notYou = ({ by }: EntryRule): Refusal =>
  refuse(
    'forbidden',
    'not_for_you',
    by === 'author'
      ? 'Only the party that recorded the entry can do this.'
      : 'Only the other party can do this.',
  )

const enoughAmendments = (): Refusal =>
  refuse(
    'conflict',
    'limit_reached',
    `An entry is amended at most ${limits.amendmentsPerEntry} times. Withdraw it, or let the other party accept it.`,
  )

/** How the tally of the author stands after an entry came (before: undefined) or changed. */
export const recount = (count: Count, before: Entry | undefined, after: Entry): Count => {
  const was = before ? weigh(before) : nothing
  const is = weigh(after)
  return {
    entries: count.entries + (before ? 0 : 1),
    pending: count.pending + is.pending - was.pending,
    disputed: count.disputed + is.disputed - was.disputed,
    claimed: count.claimed + is.claimed - was.claimed,
    confirmed: count.confirmed + is.confirmed - was.confirmed,
  }
}

const nothing = { pending: 0, disputed: 0, claimed: 0, confirmed: 0 }

const weigh = ({ status, amount }: Entry) => ({
  pending: status === 'pending' ? 1 : 0,
  disputed: status === 'disputed' ? 1 : 0,
  claimed: status === 'withdrawn' ? 0 : amount,
  confirmed: status === 'confirmed' ? amount : 0,
})
