// What is written on a challenge when the other party comes to know of a proposal: by a mail, or by using the service.
// Guarded, so that what was decided since stays as it is.
import type { ChallengeId, PersonId } from '../../../kernel/ids.ts'
import { declareInSizes, runInChunks } from '../../../store/statements/chunks.ts'
import { change, changeByRows } from '../../../store/statements/changes.ts'
import { challenges } from '../../../store/schema/challenges.ts'
import { sql } from '../../../store/statements/statement.ts'
import { int, key } from '../../../store/statements/table.ts'
import type { Reader, Tx } from '../../../store/store.ts'

/** The party that a proposal waits for. */
const whoseTurn = `case when proposal_by = 'creator' then opponent_id else creator_id end`

const person = { person_id: key<PersonId>() }

const markOneTold = change(
  challenges,
  'challenges.mark_told',
  `update challenges set proposal_notice_told_by = $proposal_notice_told_by,
     proposal_notice_told_at = case when $proposal_notice_told_at < proposal_proposed_at
                                    then proposal_proposed_at else $proposal_notice_told_at end
   where id = $id and status = 'proposed' and proposal_notice_told_at is null and ${whoseTurn} = $person_id
     and proposal_proposed_at <= $before`,
  person,
)

/** Of the proposal that stood when the notice was written. */
export const markTold = (
  tx: Tx,
  challengeId: ChallengeId,
  personId: PersonId,
  told: { readonly at: number; readonly by: 'mail' | 'stop'; readonly writtenAt: number },
): void => {
  tx.enqueue(markOneTold, {
    id: challengeId,
    person_id: personId,
    proposal_notice_told_at: told.at,
    proposal_notice_told_by: told.by,
    before: told.writtenAt,
  })
}

const markOneUsed = change(
  challenges,
  'challenges.mark_used',
  `update challenges set proposal_notice_used_at = $proposal_notice_used_at
   where id = $id and status = 'proposed' and proposal_notice_used_at is null and ${whoseTurn} = $person_id
     and proposal_proposed_at < $proposal_notice_used_at`,
  person,
)

/** Someone used a link of a challenge. */
export const markUsed = async (tx: Tx, id: ChallengeId, personId: PersonId, at: number): Promise<void> => {
  await tx.run(markOneUsed, { id, person_id: personId, proposal_notice_used_at: at })
}

const useAll = declareInSizes(
  changeByRows(
    challenges,
    'challenges.mark_all_used',
    { person_id: key<PersonId>(), used_at: int() },
    `with seen ({columns}) as (values {rows})
     update challenges set proposal_notice_used_at = s.used_at
     from seen s join challenge_listings l on l.listing = s.person_id and l.role in ('creator', 'opponent')
       and l.status = 'proposed'
     where challenges.id = l.challenge_id and challenges.status = 'proposed' and challenges.proposal_notice_used_at is null
       and challenges.proposal_by <> l.role and challenges.proposal_proposed_at < s.used_at`,
  ),
)

/** People used a token of their own account: they know of every proposal made to them before. */
export const markAllUsed = (
  tx: Tx,
  seen: readonly (readonly [personId: PersonId, usedAt: number])[],
): Promise<number> =>
  runInChunks(
    tx,
    useAll,
    seen.map(([person_id, used_at]) => ({ person_id, used_at })),
  )

/** Of the proposals that wait for a person. */
const takeBack = change(
  challenges,
  'challenges.take_notices_back',
  `update challenges set proposal_notice_told_at = null, proposal_notice_told_by = null
   where status = 'proposed' and proposal_notice_told_by = $proposal_notice_told_by and proposal_confirm_by > $now
     and ${whoseTurn} = $person_id and id in (
       select challenge_id from challenge_listings
       where listing = $person_id and role in ('creator', 'opponent') and status = 'proposed')`,
  person,
)

/** They count as told of nothing that they were told of in this way; tells of how many proposals that is. */
export const takeNoticesBack = (
  tx: Tx,
  personId: PersonId,
  by: 'mail' | 'stop',
  now: number,
): Promise<number> => tx.run(takeBack, { person_id: personId, proposal_notice_told_by: by, now })

const listUntold = sql<{ id: ChallengeId }, [personId: PersonId, limit: number]>(
  'challenges.list_untold',
  `select c.id from challenge_listings l join challenges c on c.id = l.challenge_id
   where l.listing = $1 and l.role in ('creator', 'opponent') and l.status = 'proposed' and c.status = 'proposed'
     and c.proposal_by <> l.role and c.proposal_notice_told_at is null
   order by c.id desc limit $2`,
)

/** The newest challenges in which a person was not told of a proposal yet. */
export const listUntoldIds = async (
  reader: Reader,
  personId: PersonId,
  limit: number,
): Promise<readonly ChallengeId[]> => (await reader.all(listUntold, personId, limit)).map(({ id }) => id)
