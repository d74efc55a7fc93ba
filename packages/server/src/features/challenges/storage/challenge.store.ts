// Challenges on disk. A row is looked for only through the person who asks: what they cannot see is not found.
import type { Party, Role } from '@challenge-service/contract'
import { Fault } from '../../../kernel/refusal.ts'
import { forUpdate } from '../../../store/dialect.ts'
import { sql, type Param } from '../../../store/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import type { Challenge, Face } from '../rules/life.rules.ts'
import {
  challengeColumns,
  changingColumnNames,
  changingParams,
  newParams,
  newValues,
  toChallenge,
  type ChallengeRow,
} from './columns.store.ts'

/** A challenge and what the acting person is to it. */
export interface Seen {
  readonly challenge: Challenge
  readonly role: Role
  readonly maySupport: boolean
  readonly supportChanges: number
  readonly mine: Party | null
  /** What goes with the side that they have taken. */
  readonly comment: string | null
}

interface SeenRow extends ChallengeRow {
  readonly joined_at: number | null
  readonly mine: Party | null
  readonly comment: string | null
  readonly support_changes: number | null
}

/** What a challenge is to the person whose id stands at the place given. */
export const standingJoins = (person: string): string =>
  `left join memberships m on m.group_id = c.group_id and m.person_id = ${person} and m.left_at is null
   left join supports s on s.challenge_id = c.id and s.person_id = ${person}`

/** To someone who had blocked its creator, a challenge is not there. */
const isNotHidden = '(c.is_hidden = 0 or c.opponent_id <> $2)'

/** An account sees what it is a party of, and what belongs to a group that it is in; a group token, the group's. */
export const mayBeSeen = {
  byPerson: `($2 in (c.creator_id, c.opponent_id) or m.person_id is not null) and ${isNotHidden}`,
  byGroup: `c.group_id = $3 and ${isNotHidden}`,
} as const

const seen = (where: string): string =>
  `select ${challengeColumns}, m.joined_at, s.side as mine, s.comment, s.changes as support_changes
   from challenges c
   left join groups g on g.id = c.group_id ${standingJoins('$2')}
   where c.id = $1 and ${where}`

const findByPerson = sql<SeenRow, [id: string, personId: string]>(
  'challenges.find_by_person',
  seen(mayBeSeen.byPerson),
)
const findByGroup = sql<SeenRow, [id: string, personId: string, groupId: string]>(
  'challenges.find_by_group',
  seen(mayBeSeen.byGroup),
)
// On PostgreSQL only the challenge itself is locked: an outer join cannot be.
const lock = sql<{ id: string }, [id: string]>(
  'challenges.lock',
  `select id from challenges where id = $1 ${forUpdate}`,
)

export const findVisible = async (
  reader: Reader,
  actor: Pick<Viewer, 'personId' | 'groupId'>,
  id: string,
): Promise<Seen | undefined> => {
  const row =
    actor.groupId === null
      ? await reader.first(findByPerson, id, actor.personId)
      : await reader.first(findByGroup, id, actor.personId, actor.groupId)
  return row && toSeen(row, actor.personId)
}

/** Locked first, then read: so what is read is what the last writer left. */
export const lockVisible = async (
  tx: Tx,
  actor: Pick<Viewer, 'personId' | 'groupId'>,
  id: string,
): Promise<Seen | undefined> => {
  await tx.first(lock, id)
  return findVisible(tx, actor, id)
}

const toSeen = (row: SeenRow, personId: string): Seen => {
  const challenge = toChallenge(row)
  const role = roleOf(challenge, personId)
  const maySupport = role === 'observer' && wasMemberAt(row.joined_at, challenge.life.acceptedAt)
  const { mine, comment, support_changes } = row
  return { challenge, role, maySupport, supportChanges: support_changes ?? 0, mine, comment }
}

export const roleOf = (
  { creatorId, opponentId }: Pick<Challenge, 'creatorId' | 'opponentId'>,
  personId: string,
): Role => (personId === creatorId ? 'creator' : personId === opponentId ? 'opponent' : 'observer')

/** Only those who were members when a challenge was accepted can support a side of it. */
export const wasMemberAt = (joinedAt: number | null, acceptedAt: number | null): boolean =>
  joinedAt !== null && acceptedAt !== null && joinedAt <= acceptedAt

export const personOf = (challenge: Pick<Challenge, 'creatorId' | 'opponentId'>, party: Party): string =>
  party === 'creator' ? challenge.creatorId : challenge.opponentId

const fixedColumns = [
  'id',
  'group_id',
  'creator_id',
  'opponent_id',
  'creator_name',
  'opponent_name',
  'claim',
  'stake',
  'due_days',
  'reference',
  'is_hidden',
  'version',
  'created_at',
  'updated_at',
] as const

const insert = sql<never, Param[]>(
  'challenges.insert',
  `insert into challenges (${[...fixedColumns, ...changingColumnNames].join(', ')})
   values (${[...fixedColumns.map((_, index) => `$${index + 1}`), ...newValues(fixedColumns.length + 1)].join(', ')})`,
)

/** A new one, whose life has just begun. */
export const insertChallenge = (tx: Tx, challenge: Challenge, face: Face): void => {
  const { id, groupId, creatorId, opponentId, creatorName, opponentName, claim, stake, dueDays, reference } =
    challenge
  const { isHidden, version, createdAt, updatedAt, life } = challenge
  if (version !== 1) throw new Fault('a challenge that is not new was to be inserted')
  const names = [creatorId, opponentId, creatorName, opponentName]
  const words = [claim, stake, dueDays, reference, isHidden ? 1 : 0, version, createdAt, updatedAt]
  tx.enqueue(insert, id, groupId, ...names, ...words, ...newParams(life, face))
}

const update = sql<never, Param[]>(
  'challenges.update',
  `update challenges set ${changingColumnNames.map((name, index) => `${name} = $${index + 5}`).join(', ')},
     opponent_name = $4, updated_at = $3, version = $2
   where id = $1 and version = $2 - 1`,
)

/** Saves what became of it; the version says that nobody else did meanwhile. */
export const saveChallenge = async (tx: Tx, challenge: Challenge, face: Face): Promise<void> => {
  const { id, version, updatedAt, opponentName, life } = challenge
  const saved = await tx.run(update, id, version, updatedAt, opponentName, ...changingParams(life, face))
  if (saved !== 1) throw new Fault('a challenge changed while it was locked')
}

const findById = sql<ChallengeRow, [id: string]>(
  'challenges.find_by_id',
  `select ${challengeColumns} from challenges c left join groups g on g.id = c.group_id where c.id = $1`,
)

/** For the clock, which sees everything. */
export const lockForClock = async (tx: Tx, id: string): Promise<Challenge | undefined> => {
  await tx.first(lock, id)
  const row = await tx.first(findById, id)
  return row && toChallenge(row)
}

const listDue = sql<{ id: string }, [now: number, limit: number]>(
  'challenges.list_due',
  'select id from challenges where next_move_at <= $1 order by next_move_at, id limit $2',
)

/** Those for which the clock has something to do, the longest waiting first. */
export const listDueIds = async (reader: Reader, now: number, limit: number): Promise<readonly string[]> =>
  (await reader.all(listDue, now, limit)).map(({ id }) => id)
