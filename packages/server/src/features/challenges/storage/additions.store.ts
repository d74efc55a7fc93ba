// What people add to a challenge: evidence of the parties, support of the observers.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId, EvidenceId, PersonId, UncheckedId } from '../../../kernel/ids.ts'
import { inPieces, sql } from '../../../store/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'

export interface EvidenceRow {
  readonly id: EvidenceId
  readonly party: Party
  readonly text: string | null
  readonly url: string | null
  readonly created_at: number
}

const insert = sql<
  never,
  [
    id: EvidenceId,
    challengeId: ChallengeId,
    party: Party,
    text: string | null,
    url: string | null,
    createdAt: number,
  ]
>(
  'challenges.insert_evidence',
  'insert into evidence (id, challenge_id, party, text, url, created_at) values ($1, $2, $3, $4, $5, $6)',
)

export const insertEvidence = async (
  tx: Tx,
  challengeId: ChallengeId,
  evidence: EvidenceRow,
): Promise<void> => {
  const { id, party, text, url, created_at } = evidence
  await tx.run(insert, id, challengeId, party, text, url, created_at)
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

const put = sql<
  never,
  [challengeId: ChallengeId, personId: PersonId, side: Party, comment: string | null, now: number]
>(
  'challenges.put_support',
  `insert into supports (challenge_id, person_id, side, comment, created_at) values ($1, $2, $3, $4, $5)
   on conflict (challenge_id, person_id) do update set
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
  await tx.run(put, challengeId, personId, side, comment, now)
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
