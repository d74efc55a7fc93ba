// Challenges on disk. A row is looked for only through the person who asks: what they cannot see is not found.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId, GroupId, PersonId, UncheckedId } from '../../../kernel/ids.ts'
import { Fault } from '../../../kernel/refusal.ts'
import { forUpdate } from '../../../store/dialect.ts'
import { sql } from '../../../store/statements/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import type { Access } from '../rules/action.rules.ts'
import { nextMoveAt } from '../rules/clock.rules.ts'
import type { Challenge } from '../rules/life.rules.ts'
import { findRole } from '../rules/party.rules.ts'
import { challengeColumns, type ChallengeRow, type StoredChallenge } from './columns.store.ts'

/** A challenge that a person can see, what they may do with it, and the side that they have taken. */
export interface VisibleChallenge extends Access {
  readonly challenge: Challenge
  readonly mine: Party | null
  /** What they said with it. */
  readonly comment: string | null
}

interface FoundRow extends ChallengeRow {
  readonly group_name: string | null
}

interface VisibleRow extends FoundRow {
  readonly joined_at: number | null
  readonly mine: Party | null
  readonly comment: string | null
  readonly support_changes: number | null
}

const selected = `${challengeColumns.list('c')}, g.name as group_name`

/** The membership and the support of the person whose id stands at the place given. */
export const accessJoins = (person: string): string =>
  `left join memberships m on m.group_id = c.group_id and m.person_id = ${person} and m.left_at is null
   left join supports s on s.challenge_id = c.id and s.person_id = ${person}`

/** To someone who had blocked its creator, a challenge is not there. */
const isNotHidden = '(c.is_hidden = 0 or c.opponent_id <> $2)'

/** An account sees what it is a party of, and what belongs to a group that it is in; a group token, the group's. */
export const isVisible = {
  toPerson: `($2 in (c.creator_id, c.opponent_id) or m.person_id is not null) and ${isNotHidden}`,
  toGroup: `c.group_id = $3 and ${isNotHidden}`,
} as const

const selectVisible = (where: string): string =>
  `select ${selected}, m.joined_at, s.side as mine, s.comment, s.changes as support_changes
   from challenges c
   left join groups g on g.id = c.group_id ${accessJoins('$2')}
   where c.id = $1 and ${where}`

const findByPerson = sql<VisibleRow, [id: UncheckedId<'challenge'>, personId: PersonId]>(
  'challenges.find_by_person',
  selectVisible(isVisible.toPerson),
)
const findByGroup = sql<VisibleRow, [id: UncheckedId<'challenge'>, personId: PersonId, groupId: GroupId]>(
  'challenges.find_by_group',
  selectVisible(isVisible.toGroup),
)
// On PostgreSQL only the challenge itself is locked: an outer join cannot be.
const lock = sql<{ id: UncheckedId<'challenge'> }, [id: UncheckedId<'challenge'>]>(
  'challenges.lock',
  `select id from challenges where id = $1 ${forUpdate}`,
)

export const findVisible = async (
  reader: Reader,
  viewer: Pick<Viewer, 'personId' | 'groupId'>,
  id: UncheckedId<'challenge'>,
): Promise<VisibleChallenge | undefined> => {
  const row =
    viewer.groupId === null
      ? await reader.first(findByPerson, id, viewer.personId)
      : await reader.first(findByGroup, id, viewer.personId, viewer.groupId)
  return row && readVisible(row, viewer.personId)
}

/** Locked first, then read: so what is read is what the last writer left. */
export const lockVisible = async (
  tx: Tx,
  viewer: Pick<Viewer, 'personId' | 'groupId'>,
  id: UncheckedId<'challenge'>,
): Promise<VisibleChallenge | undefined> => {
  await tx.first(lock, id)
  return findVisible(tx, viewer, id)
}

const readVisible = (row: VisibleRow, personId: PersonId): VisibleChallenge => {
  const challenge = readChallenge(row)
  const role = findRole(challenge, personId)
  const maySupport = role === 'observer' && wasMemberAt(row.joined_at, challenge.life.acceptedAt)
  const { mine, comment, support_changes } = row
  return { challenge, role, maySupport, supportChanges: support_changes ?? 0, mine, comment }
}

const readChallenge = (row: FoundRow): Challenge => ({
  ...challengeColumns.read(row),
  groupName: row.group_name,
})

/** Only those who were members when a challenge was accepted can support a side of it. */
export const wasMemberAt = (joinedAt: number | null, acceptedAt: number | null): boolean =>
  joinedAt !== null && acceptedAt !== null && joinedAt <= acceptedAt

/** How a challenge is shown, and by which version of the code. */
export interface StoredSnapshot {
  readonly version: number
  readonly text: string
}

const toStored = (challenge: Challenge, { version, text }: StoredSnapshot): StoredChallenge => ({
  ...challenge,
  nextMoveAt: nextMoveAt(challenge.life) ?? null,
  snapshot: text,
  snapshotVersion: version,
})

const insert = challengeColumns.insert('challenges.insert')

/** A new one, whose life has just begun. */
export const insertChallenge = (tx: Tx, challenge: Challenge, snapshot: StoredSnapshot): void => {
  if (challenge.version !== 1) throw new Fault('a challenge that is not new was to be inserted')
  tx.enqueue(insert, toStored(challenge, snapshot))
}

const update = challengeColumns.update('challenges.update', 'id = $id and version + 1 = $version')

/** Saves what became of it; the version says that nobody else did meanwhile. */
export const saveChallenge = async (
  tx: Tx,
  challenge: Challenge,
  snapshot: StoredSnapshot,
): Promise<void> => {
  const saved = await tx.run(update, toStored(challenge, snapshot))
  if (saved !== 1) throw new Fault('a challenge changed while it was locked')
}

const findById = sql<FoundRow, [id: ChallengeId]>(
  'challenges.find_by_id',
  `select ${selected} from challenges c left join groups g on g.id = c.group_id where c.id = $1`,
)

/** For the service itself, which sees everything. */
export const lockById = async (tx: Tx, id: ChallengeId): Promise<Challenge | undefined> => {
  await tx.first(lock, id)
  const row = await tx.first(findById, id)
  return row && readChallenge(row)
}

const listDue = sql<{ id: ChallengeId }, [now: number, limit: number]>(
  'challenges.list_due',
  'select id from challenges where next_move_at <= $1 order by next_move_at, id limit $2',
)

/** Those for which the clock has something to do, the longest waiting first. */
export const listDueIds = async (
  reader: Reader,
  now: number,
  limit: number,
): Promise<readonly ChallengeId[]> => (await reader.all(listDue, now, limit)).map(({ id }) => id)
