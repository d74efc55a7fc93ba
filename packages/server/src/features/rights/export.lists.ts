// The long lists of an export: what a person takes part in, said, was told and was sent.
import type { AccountId, ActorId, OwnerId, PersonId } from '../../kernel/ids.ts'
import { listMailsTo, type MailPlace } from '../../mail/outbox.store.ts'
import { Fault } from '../../kernel/refusal.ts'
import type { Reader } from '../../store/store.ts'
import { listEvidence } from '../challenges/storage/additions.store.ts'
import { findVisible, type VisibleChallenge } from '../challenges/storage/challenge.store.ts'
import { viewWithEvidence } from '../challenges/reading/challenge.view.ts'
import type { SummaryRow } from '../challenges/reading/summary.store.ts'
import { getListing, listChallenges } from '../challenges/reading/listing.store.ts'
import { listFeedEvents } from '../events/feed.store.ts'
import { listSecurityEntries } from '../security/security-log.store.ts'
import { listEntries } from '../tally/tally.store.ts'
import { viewTally } from '../tally/tally.view.ts'
import { paged, type Pages } from './export.pages.ts'
import { listKeyRows, listSupportRows, listVoteRows } from './export.store.ts'
import { viewKey, viewMail, viewSecurityEntry, viewSupport, viewVote } from './export.view.ts'

export const exportChallenges = (reader: Reader, personId: PersonId, now: number): Pages => {
  const listing = getListing({ personId, groupId: null })
  const all = { role: undefined, statuses: undefined, reference: undefined }
  return paged<SummaryRow>(
    (after, limit) => {
      const page = { order: 'asc', limit: limit - 1, after: after === '' ? undefined : [after] } as const
      return listChallenges(reader, listing, personId, all, page)
    },
    ({ id }) => id,
    async ({ id }) => {
      const seen = await findVisible(reader, { personId, groupId: null }, id)
      if (!seen) throw new Fault('a challenge went away while it was exported')
      const view = viewWithEvidence(seen.challenge, seen, await listEvidence(reader, id), now)
      return { ...view, tally: await exportTally(reader, seen) }
    },
  )
}

const ENTRIES_AT_ONCE = 500

/** All of its entries: at most five thousand for a party. */
const exportTally = async (reader: Reader, { challenge }: VisibleChallenge) => {
  const entries = []
  for (let after: string | undefined; ;) {
    const page = {
      order: 'asc',
      limit: ENTRIES_AT_ONCE,
      after: after === undefined ? undefined : [after],
    } as const
    const some = (await listEntries(reader, challenge.id, page)).slice(0, ENTRIES_AT_ONCE)
    entries.push(...some)
    after = some.at(-1)?.id
    if (some.length < ENTRIES_AT_ONCE) return viewTally(challenge.id, challenge.life.tally, entries)
  }
}

export const exportSupport = (reader: Reader, personId: PersonId): Pages =>
  paged(
    (after, limit) => listSupportRows(reader, personId, after, limit),
    (row) => row.challenge_id,
    viewSupport,
  )

/** Whoever can vote and keep keys: an account, or a membership. */
export interface ActorIds {
  readonly ownerId: OwnerId
  readonly actorId: ActorId
}

export async function* votesOf(reader: Reader, actors: readonly ActorIds[]): Pages {
  for (const { actorId } of actors) {
    yield* paged(
      (after, limit) => listVoteRows(reader, actorId, after, limit),
      (row) => row.question_id,
      (row) => viewVote(row, actorId),
    )
  }
}

export async function* keysOf(reader: Reader, actors: readonly ActorIds[]): Pages {
  for (const { ownerId, actorId } of actors) {
    yield* paged(
      (after, limit) => listKeyRows(reader, ownerId, actorId, after, limit),
      ({ key }) => key,
      viewKey,
    )
  }
}

export const exportEvents = (reader: Reader, personId: PersonId): Pages =>
  paged(
    (after, limit) =>
      listFeedEvents(reader, {
        feedId: personId,
        above: Number(after),
        below: Number.MAX_SAFE_INTEGER,
        order: 'asc',
        limit,
        types: undefined,
      }),
    ({ seq }) => String(seq),
    ({ body }) => JSON.parse(body) as unknown,
  )

export const exportMails = (reader: Reader, personId: PersonId): Pages =>
  paged(
    (after, limit) => listMailsTo(reader, personId, placeIn(after), limit),
    ({ challengeId, id }) => `${challengeId ?? ''} ${id}`,
    viewMail,
  )

/** The newest first. */
export const exportSecurityLog = (reader: Reader, accountId: AccountId): Pages =>
  paged(
    (after, limit) => listSecurityEntries(reader, accountId, after === '' ? undefined : after, limit),
    ({ id }) => id,
    viewSecurityEntry,
  )

const placeIn = (after: string): MailPlace | undefined => {
  const [challengeId = '', id] = after.split(' ')
  return id === undefined ? undefined : { challengeId: challengeId === '' ? null : challengeId, id }
}
