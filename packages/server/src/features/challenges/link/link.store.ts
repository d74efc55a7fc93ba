// Whom a link of a challenge was signed for, and the number that its links carry now.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId, PersonId } from '../../../kernel/ids.ts'
import { change } from '../../../store/statements/changes.ts'
import { challenges } from '../../../store/schema/challenges.ts'
import { sql } from '../../../store/statements/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { type RowIn, key } from '../../../store/statements/table.ts'
import { getPersonId, otherParty } from '../rules/party.rules.ts'

type LinkRow = Pick<
  RowIn<typeof challenges>,
  'creator_id' | 'opponent_id' | 'creator_name' | 'opponent_name' | 'creator_link' | 'opponent_link'
>

const find = sql<LinkRow, [id: ChallengeId]>(
  'challenges.find_links',
  'select creator_id, opponent_id, creator_name, opponent_name, creator_link, opponent_link from challenges where id = $1',
)

export interface LinkOwner {
  readonly personId: PersonId
  readonly otherId: PersonId
  /** Null while it is not known. */
  readonly otherName: string | null
  readonly number: number
}

export const findLinkOwner = async (
  reader: Reader,
  id: ChallengeId,
  party: Party,
): Promise<LinkOwner | undefined> => {
  const row = await reader.first(find, id)
  if (!row) return undefined
  const ids = { creatorId: row.creator_id, opponentId: row.opponent_id }
  return {
    personId: getPersonId(ids, party),
    otherId: getPersonId(ids, otherParty(party)),
    otherName: party === 'creator' ? row.opponent_name : row.creator_name,
    number: party === 'creator' ? row.creator_link : row.opponent_link,
  }
}

const endOfCreator = change(
  challenges,
  'challenges.end_creator_links',
  'update challenges set creator_link = $creator_link + 1 where id = $id and creator_link = $creator_link',
)

const endOfOpponent = change(
  challenges,
  'challenges.end_opponent_links',
  'update challenges set opponent_link = $opponent_link + 1 where id = $id and opponent_link = $opponent_link',
)

/** False where another has just done so. */
export const endLinks = async (tx: Tx, id: ChallengeId, party: Party, number: number): Promise<boolean> => {
  const ended =
    party === 'creator'
      ? await tx.run(endOfCreator, { id, creator_link: number })
      : await tx.run(endOfOpponent, { id, opponent_link: number })
  return ended === 1
}

const endLinksAs = (party: Party) =>
  change(
    challenges,
    `challenges.end_all_${party}_links`,
    `update challenges set ${party}_link = ${party}_link + 1 where id in (
       select challenge_id from challenge_listings
       where listing in ($person_id, 'hidden:' || $person_id) and role = '${party}')`,
    { person_id: key<PersonId>() },
  )

const endings = [endLinksAs('creator'), endLinksAs('opponent')]

/** Every link to a challenge that was mailed to them. */
export const endAllLinks = async (tx: Tx, personId: PersonId): Promise<void> => {
  for (const ending of endings) await tx.run(ending, { person_id: personId })
}

const accepted = sql<{ challenge_id: ChallengeId }, [personId: PersonId, limit: number]>(
  'challenges.list_accepted_of_person',
  `select l.challenge_id from challenge_listings l join challenges c on c.id = l.challenge_id
   where l.listing = $1 and l.role in ('creator', 'opponent')
     and l.status in ('active', 'due', 'proposed', 'disputed')
   order by case when l.role = 'creator' then c.by_own_hand_creator else c.by_own_hand_opponent end desc,
     l.challenge_id desc limit $2`,
)

/** Open ones: first those that they play by their own hand, of these the newest first. */
export const listAccepted = async (
  reader: Reader,
  personId: PersonId,
  limit: number,
): Promise<readonly ChallengeId[]> =>
  (await reader.all(accepted, personId, limit)).map(({ challenge_id }) => challenge_id)

// An invitation that was not sent stays in the outbox while it can be answered; one that was sent goes after a while.
const invited = sql<{ challenge_id: ChallengeId }, [personId: PersonId, limit: number]>(
  'challenges.list_invited_of_person',
  `select l.challenge_id from challenge_listings l
   where l.listing = $1 and l.role = 'opponent' and l.status = 'pending' and not exists (
     select 1 from mails m where m.person_id = $1 and m.challenge_id = l.challenge_id and m.kind = 'invited'
       and m.state not in ('sent', 'kept'))
   order by l.challenge_id desc limit $2`,
)

/** Pending ones to which an invitation was mailed, the newest first. */
export const listInvited = async (
  reader: Reader,
  personId: PersonId,
  limit: number,
): Promise<readonly ChallengeId[]> =>
  (await reader.all(invited, personId, limit)).map(({ challenge_id }) => challenge_id)
