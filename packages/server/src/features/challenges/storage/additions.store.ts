// What people add to a challenge: evidence of the parties, support of the observers.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId, PersonId, UncheckedId } from '../../../kernel/ids.ts'
import { insertInto } from '../../../store/statements/changes.ts'
import { evidence, supports } from '../../../store/schema/challenges.ts'
import { inPieces, sql } from '../../../store/statements/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import type { RowIn } from '../../../store/statements/table.ts'

export type EvidenceRow = Omit<RowIn<typeof evidence>, 'challenge_id'>

const insert = insertInto(evidence, 'challenges.insert_evidence', [
  'id',
  'challenge_id',
  'party',
  'text',
  'url',
  'created_at',
])

export const insertEvidence = async (tx: Tx, challengeId: ChallengeId, row: EvidenceRow): Promise<void> => {
  await tx.run(insert, { ...row, challenge_id: challengeId })
}

const list = sql<EvidenceRow, [challengeId: ChallengeId]>(
  'challenges.list_evidence',
  'select id, party, text, url, created_at from evidence where challenge_id = $1 order by id',
)

/** Oldest first; at most fifty for each party, so all of it. */
export const listEvidence = (reader: Reader, challengeId: ChallengeId): Promise<readonly EvidenceRow[]> =>
  reader.all(inPieces(list), challengeId)

const find = sql<{ side: Party }, [challengeId: UncheckedId<'challenge'>, personId: PersonId]>(
  'challenges.find_support',
  'select side from supports where challenge_id = $1 and person_id = $2',
)

/** Whether this person has taken a side already, so that taking one again creates nothing. */
export const hasSupported = async (
  reader: Reader,
  challengeId: UncheckedId<'challenge'>,
  personId: PersonId,
): Promise<boolean> => (await reader.first(find, challengeId, personId)) !== undefined

const put = insertInto(
  supports,
  'challenges.put_support',
  ['challenge_id', 'person_id', 'side', 'comment', 'created_at'],
  `on conflict (challenge_id, person_id) do update set
     side = excluded.side, comment = excluded.comment, changes = supports.changes + 1`,
)

/** Taken for the first time, or changed once more. */
export const putSupport = async (
  tx: Tx,
  challengeId: ChallengeId,
  personId: PersonId,
  side: Party,
  comment: string | null,
  now: number,
): Promise<void> => {
  await tx.run(put, { challenge_id: challengeId, person_id: personId, side, comment, created_at: now })
}

/** As many as are shown on one page. */
const COMMENTS = 50

export interface SupportComment {
  readonly side: Party
  readonly comment: string
}

const listComments = sql<SupportComment, [challengeId: ChallengeId]>(
  'challenges.list_support_comments',
  `select side, comment from supports where challenge_id = $1 and comment is not null and comment <> ''
   order by created_at desc, person_id limit ${COMMENTS}`,
)

/** The newest first, and never by whom. */
export const listSupportComments = (
  reader: Reader,
  challengeId: ChallengeId,
): Promise<readonly SupportComment[]> => reader.all(listComments, challengeId)
