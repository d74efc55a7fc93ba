// Sessions on disk: found by the hash of their cookie on every page, with all that a page needs to know of the account.
import type { Plan } from '@challenge-service/contract'
import {
  firstIdAt,
  type AccountId,
  type PersonId,
  type SessionId,
  type UncheckedId,
} from '../../kernel/ids.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { sessions } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'

export interface SessionRow {
  readonly id: SessionId
  readonly account_id: AccountId
  readonly browser_hash: string
  readonly created_at: number
  readonly used_at: number
  readonly proved_at: number
  readonly person_id: PersonId
  readonly email: string
  readonly first_name: string
  readonly plan: Plan
  readonly had_club: number
  readonly quota: number | null
  readonly quota_used: number | null
  readonly time_zone: string | null
  /** The number of the newest event of their feed, in the moment of the look. */
  readonly feed_head: number
}

const find = sql<SessionRow, [hash: string, month: string]>(
  'sessions.find',
  `select s.id, s.account_id, s.browser_hash, s.created_at, s.used_at, s.proved_at, a.person_id, p.email, a.first_name,
          a.plan, a.had_club, a.quota, a.time_zone,
          (select q.used from quota_usage q where q.owner_id = s.account_id and q.month = $2) as quota_used,
          coalesce((select f.head from feeds f where f.owner_id = a.person_id), 0) as feed_head
   from sessions s join accounts a on a.id = s.account_id join people p on p.id = a.person_id
   where s.hash = $1 and p.email is not null`,
)

export const findSession = (reader: Reader, hash: string, month: string): Promise<SessionRow | undefined> =>
  reader.first(find, hash, month)

export interface NewSession {
  readonly id: SessionId
  readonly accountId: AccountId
  readonly hash: string
  readonly browserHash: string
  readonly browser: string
}

const insert = insertInto(sessions, 'sessions.insert', [
  'id',
  'account_id',
  'hash',
  'browser_hash',
  'browser',
  'created_at',
  'used_at',
  'proved_at',
])

export const insertSession = async (tx: Tx, session: NewSession, now: number): Promise<void> => {
  const { id, accountId, hash, browserHash, browser } = session
  await tx.run(insert, {
    id,
    account_id: accountId,
    hash,
    browser_hash: browserHash,
    browser,
    created_at: now,
    used_at: now,
    proved_at: now,
  })
}

const note = change(
  sessions,
  'sessions.note_use',
  'update sessions set used_at = $used_at where id = $id and used_at < $used_at',
)

export const noteUse = async (tx: Tx, id: SessionId, now: number): Promise<void> => {
  await tx.run(note, { id, used_at: now })
}

const prove = change(
  sessions,
  'sessions.note_proof',
  'update sessions set proved_at = $now, used_at = $now where id = $id',
)

export const noteProof = async (tx: Tx, id: SessionId, now: number): Promise<void> => {
  await tx.run(prove, { id, now })
}

const findProof = sql<{ readonly proved_at: number }, [id: SessionId]>(
  'sessions.find_proof',
  'select proved_at from sessions where id = $1',
)

/** When someone last proved who they are, as it is now; undefined where the session has ended. */
export const findProvedAt = async (reader: Reader, id: SessionId): Promise<number | undefined> =>
  (await reader.first(findProof, id))?.proved_at

const lockProof = sql<{ readonly proved_at: number }, [id: SessionId]>(
  'sessions.lock_proof',
  `select proved_at from sessions where id = $1 ${forUpdate}`,
)

/** The same. Until the commit nobody ends the session. */
export const lockProvedAt = async (tx: Tx, id: SessionId): Promise<number | undefined> =>
  (await tx.first(lockProof, id))?.proved_at

export type ListedSession = Pick<
  RowIn<typeof sessions>,
  'id' | 'browser' | 'created_at' | 'used_at' | 'proved_at'
>

const list = sql<ListedSession, [accountId: AccountId]>(
  'sessions.list',
  'select id, browser, created_at, used_at, proved_at from sessions where account_id = $1 order by used_at desc, id',
)

export const listSessions = (reader: Reader, accountId: AccountId): Promise<readonly ListedSession[]> =>
  reader.all(list, accountId)

const remove = sql<never, [accountId: AccountId, id: UncheckedId<'session'>]>(
  'sessions.remove',
  'delete from sessions where account_id = $1 and id = $2',
)

/** False where the account has no such session. */
export const removeSession = async (
  tx: Tx,
  accountId: AccountId,
  id: UncheckedId<'session'>,
): Promise<boolean> => (await tx.run(remove, accountId, id)) === 1

const removeOthers = sql<never, [accountId: AccountId, kept: string]>(
  'sessions.remove_others',
  'delete from sessions where account_id = $1 and id <> $2',
)

/** All of an account but one, or all. Gives how many. */
export const removeSessions = (tx: Tx, accountId: AccountId, kept: SessionId | null): Promise<number> =>
  tx.run(removeOthers, accountId, kept ?? '')

const removeLongestUnused = sql<never, [accountId: AccountId, kept: number]>(
  'sessions.remove_longest_unused',
  `delete from sessions where id in (
     select id from sessions where account_id = $1 order by used_at desc, id desc limit 1000 offset $2)`,
)

/** Keeps so many, those that were used last. */
export const keepNewestSessions = async (tx: Tx, accountId: AccountId, kept: number): Promise<void> => {
  await tx.run(removeLongestUnused, accountId, kept)
}

// Their ids are in the order in which they were made.
const removeEnded = sql<never, [usedBefore: number, idBefore: string, limit: number]>(
  'sessions.remove_ended',
  `delete from sessions where id in (
     select id from (select id from sessions where used_at <= $1 order by used_at limit $3) as scan_0
     union
     select id from (select id from sessions where id < $2 order by id limit $3) as scan_1
     limit $3)`,
)

/** Removes at most so many that have ended by themselves. */
export const removeEndedSessions = (
  tx: Tx,
  { usedAt, createdAt }: { readonly usedAt: number; readonly createdAt: number },
  limit: number,
): Promise<number> => tx.run(removeEnded, usedAt, firstIdAt('session', createdAt + 1), limit)
