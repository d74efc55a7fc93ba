// The long lists of an export: what a person takes part in, said, was told and was sent.
import type { AccountId, ActorId, OwnerId, PersonId } from '../../kernel/ids.ts'
import { listMailsTo, type MailCursor } from '../../mail/outbox/kept-mails.store.ts'
import { Fault } from '../../kernel/refusal.ts'
import type { Reader } from '../../store/store.ts'
import { listEvidence } from '../challenges/storage/additions.store.ts'
import { findVisible, type VisibleChallenge } from '../challenges/storage/challenge.store.ts'
import { viewChallenge, viewEvidence } from '../challenges/reading/challenge.view.ts'
import type { SummaryRow } from '../challenges/reading/summary.store.ts'
import { getListing, listChallenges } from '../challenges/reading/listing.store.ts'
import { listFeedEvents } from '../events/feed.store.ts'
import { listSecurityEntries } from '../security/security-log.store.ts'
import { listEntries } from '../tally/tally.store.ts'
import { viewEntry, viewTally } from '../tally/tally.view.ts'
import { eachAsJson, listOf, paged, pagedShort, type Items } from './export.pages.ts'
import {
  listAcquaintanceRows,
  listKeyRows,
  listMetRows,
  listSupportRows,
  listVoteRows,
} from './export.store.ts'
import { viewKey, viewMail, viewSecurityEntry, viewSupport, viewVote } from './export.view.ts'

export const exportChallenges = (reader: Reader, personId: PersonId, now: number): Items => {
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
      return writeChallenge(reader, seen, now)
    },
  )
}

/** With its evidence, and all entries of its tally: at most five thousand for a party. */
async function* writeChallenge(reader: Reader, seen: VisibleChallenge, now: number): AsyncGenerator<string> {
  const { id, life } = seen.challenge
  yield `${openEnded(JSON.stringify(viewChallenge(seen.challenge, seen, now)))},"evidence":`
  yield* listOf(eachAsJson(await listEvidence(reader, id), viewEvidence))
  const { entries: _, ...sums } = viewTally(id, life.tally, [])
  yield `,"tally":${openEnded(JSON.stringify(sums))},"entries":`
  yield* listOf(
    pagedShort(
      (after, limit) => {
        const page = { order: 'asc', limit: limit - 1, after: after === '' ? undefined : [after] } as const
        return listEntries(reader, id, page)
      },
      (entry) => entry.id,
      viewEntry,
    ),
  )
  yield '}}'
}

/** A JSON object to which members are added. */
const openEnded = (object: string): string => object.slice(0, -1)

export const exportSupport = (reader: Reader, personId: PersonId): Items =>
  pagedShort(
    (after, limit) => listSupportRows(reader, personId, after, limit),
    (row) => row.challenge_id,
    viewSupport,
  )

/** What can vote and own keys: an account, or a membership. */
export interface ActorIds {
  readonly ownerId: OwnerId
  readonly actorId: ActorId
}

export async function* votesOf(reader: Reader, actors: readonly ActorIds[]): Items {
  for (const { actorId } of actors) {
    yield* pagedShort(
      (after, limit) => listVoteRows(reader, actorId, after, limit),
      (row) => row.question_id,
      (row) => viewVote(row, actorId),
    )
  }
}

export async function* keysOf(reader: Reader, actors: readonly ActorIds[]): Items {
  for (const { ownerId, actorId } of actors) {
    yield* pagedShort(
      (after, limit) => listKeyRows(reader, ownerId, actorId, after, limit),
      ({ key }) => key,
      viewKey,
    )
  }
}

export const exportEvents = (reader: Reader, personId: PersonId): Items =>
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
    ({ body }) => body,
  )

export const exportMails = (reader: Reader, personId: PersonId): Items =>
  pagedShort(
    (after, limit) => listMailsTo(reader, personId, cursorIn(after), limit),
    ({ challengeId, id }) => `${challengeId ?? ''} ${id}`,
    viewMail,
  )

/** Who is no stranger to them, each by the name in the last challenge that both took on. Never a name of their account. */
export async function* exportAcquaintances(reader: Reader, personId: PersonId): Items {
  const names = new Map<PersonId, string | null>()
  for (let after = ''; ;) {
    const met = await listMetRows(reader, personId, after)
    for (const { id, first_name, accepted_at } of met) if (accepted_at !== null) names.set(id, first_name)
    const last = met.at(-1)
    if (!last) break
    after = last.challenge_id
  }
  yield* pagedShort(
    (after, limit) => listAcquaintanceRows(reader, personId, after, limit),
    ({ causer_id }) => causer_id,
    ({ causer_id }) => ({ first_name: names.get(causer_id) ?? null }),
  )
}

/** The newest first. */
export const exportSecurityLog = (reader: Reader, accountId: AccountId): Items =>
  pagedShort(
    (after, limit) => listSecurityEntries(reader, accountId, after === '' ? undefined : after, limit),
    ({ id }) => id,
    viewSecurityEntry,
  )

const cursorIn = (after: string): MailCursor | undefined => {
  const [challengeId = '', id] = after.split(' ')
  return id === undefined ? undefined : { challengeId: challengeId === '' ? null : challengeId, id }
}
