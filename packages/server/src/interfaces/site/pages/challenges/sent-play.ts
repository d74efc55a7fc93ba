// What was pressed on the page of a challenge: an answer, or a call of the table. Checked by the contract's own shapes.
import { endpoints, personName, trimmed, type Endpoint, type TallyEntry } from '@challenge-service/contract'
import { Type } from 'typebox'
import { choices, type Choice } from '../../../../kernel/choices.ts'
import type { SeenAmounts } from '../../../../features/tally/seen-amounts.ts'
import { compileInput, compileMembers } from '../../../../operations/input.ts'
import type { RawMembers } from '../../../../operations/prepare.ts'
import { parseQuery } from '../../../../operations/query.ts'
import { toMembers } from '../../engine/form-members.ts'
import { ACTION, CHOICE, SEEN } from './challenge-context.ts'

export type SentPlay =
  /** An answer to the other party, as the operation takes it. */
  | { readonly kind: 'reply'; readonly members: RawMembers }
  | {
      readonly kind: 'call'
      readonly endpoint: Endpoint
      readonly body: RawMembers
      readonly seen: SeenAmounts
    }
  | { readonly kind: 'block'; readonly blocks: boolean }
  /** To end the links that were mailed before. */
  | { readonly kind: 'renew' }
  /** Not one of our forms at all. */
  | { readonly kind: 'foreign' }

export const readPlay = (sent: URLSearchParams): SentPlay => {
  const fields = withPlainNewlines(sent)
  const pressed = fields.get(CHOICE)
  if (pressed === 'block' || pressed === 'unblock') return { kind: 'block', blocks: pressed === 'block' }
  if (pressed === 'renew') return { kind: 'renew' }
  const choice = choices.find((known) => known === pressed)
  if (choice) return { kind: 'reply', members: readReply(choice, fields) }
  const action = fields.get(ACTION) ?? ''
  const endpoint = Object.hasOwn(calls, action) ? calls[action as keyof typeof calls] : undefined
  return endpoint?.body
    ? { kind: 'call', endpoint, body: toMembers(endpoint.body, fields), seen: readSeenAmounts(fields) }
    : { kind: 'foreign' }
}

/** How an entry of a tally was shown, in a field of its form. */
export const seenAmount = ({ id, amount }: Pick<TallyEntry, 'id' | 'amount'>): string => `${id} ${amount}`

const readSeenAmounts = (fields: URLSearchParams): SeenAmounts =>
  new Map(
    fields.getAll(SEEN).map((seen): [string, number] => {
      const [id = '', amount] = seen.split(' ')
      return [id, Number(amount)]
    }),
  )

export type PlayAction = keyof typeof calls

const calls = {
  evidence: endpoints.addEvidence,
  support: endpoints.supportChallenge,
  record: endpoints.recordTally,
  review: endpoints.reviewTally,
  doubt: endpoints.disputeTally,
  withdraw: endpoints.resolveTally,
  amend: endpoints.resolveTally,
  accept: endpoints.resolveTally,
} as const

/** The endpoints that are called from there. */
export const playCalls: readonly Endpoint[] = [...new Set(Object.values(calls))]

/** A browser ends a line by two characters. */
const withPlainNewlines = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    [...fields].map(([name, value]): [string, string] => [name, value.replaceAll('\r\n', '\n')]),
  )

const readName = compileMembers(Type.Object({ first_name: Type.Optional(personName(40)) }))
const readCancel = compileInput(endpoints.cancelChallenge)
const readDispute = compileInput(endpoints.disputeChallenge)

/** What a page can have said an answer means is much shorter. */
const MEANING_MAX = 100

const readReply = (choice: Choice, fields: URLSearchParams): RawMembers => {
  const meaning = fields.get(SEEN)
  return {
    choice,
    ...(choice === 'accept' ? readName(typedIn(fields, 'first_name')) : {}),
    reason: readReason(choice, fields),
    ...(meaning === null ? {} : { meaning: meaning.slice(0, MEANING_MAX) }),
  }
}

const typedIn = (fields: URLSearchParams, name: string): RawMembers => {
  const typed = trimmed(fields.get(name) ?? '')
  return typed === '' ? {} : { [name]: typed }
}

const readReason = (choice: Choice, fields: URLSearchParams): string => {
  const read =
    choice === 'dispute' ? readDispute : choice === 'decline' || choice === 'cancel' ? readCancel : null
  if (read === null) return ''
  const { members } = read({}, parseQuery(''), typedIn(fields, 'reason'))
  const { reason } = members
  return typeof reason === 'string' ? reason : ''
}
