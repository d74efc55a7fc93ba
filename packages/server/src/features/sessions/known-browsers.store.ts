// Browsers that were signed in to an account before.
import type { AccountId } from '../../kernel/ids.ts'
import { insertInto } from '../../store/statements/changes.ts'
import { knownBrowsers } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

const note = insertInto(
  knownBrowsers,
  'sessions.note_browser',
  ['account_id', 'browser_hash', 'seen_at'],
  'on conflict (account_id, browser_hash) do update set seen_at = excluded.seen_at',
)

const KNOWN_AT_MOST = 50

const forgetOldest = sql<never, [accountId: AccountId, kept: number]>(
  'sessions.forget_oldest_browsers',
  `delete from known_browsers where account_id = $1 and browser_hash in (
     select browser_hash from known_browsers where account_id = $1 order by seen_at desc limit 1000 offset $2)`,
)

/** Of an account, so many are known at most. */
export const noteBrowser = async (
  tx: Tx,
  accountId: AccountId,
  browserHash: string,
  now: number,
): Promise<void> => {
  await tx.run(note, { account_id: accountId, browser_hash: browserHash, seen_at: now })
  await tx.run(forgetOldest, accountId, KNOWN_AT_MOST)
}

const find = sql<{ readonly seen_at: number }, [email: string, browserHash: string]>(
  'sessions.find_browser',
  `select b.seen_at from people p join accounts a on a.person_id = p.id
   join known_browsers b on b.account_id = a.id and b.browser_hash = $2 where p.email = $1`,
)

/** Whether it was signed in to the account of this address. */
export const isKnownBrowser = async (reader: Reader, email: string, browserHash: string): Promise<boolean> =>
  (await reader.first(find, email, browserHash)) !== undefined

const forget = sql<never, [before: number, limit: number]>(
  'sessions.forget_browsers',
  `delete from known_browsers where (account_id, browser_hash) in (
     select account_id, browser_hash from known_browsers where seen_at < $1 order by seen_at limit $2)`,
)

/** Forgets at most so many that were not seen since then. */
export const forgetBrowsers = (tx: Tx, before: number, limit: number): Promise<number> =>
  tx.run(forget, before, limit)

const forgetOthers = sql<never, [accountId: AccountId, keptHash: string]>(
  'sessions.forget_other_browsers',
  'delete from known_browsers where account_id = $1 and browser_hash <> $2',
)

/** All of an account but one. */
export const forgetOtherBrowsers = async (tx: Tx, accountId: AccountId, keptHash: string): Promise<void> => {
  await tx.run(forgetOthers, accountId, keptHash)
}

const forgetOf = sql<never, [accountId: AccountId, limit: number]>(
  'sessions.forget_browsers_of_account',
  `delete from known_browsers where account_id = $1 and browser_hash in (
     select browser_hash from known_browsers where account_id = $1 limit $2)`,
)

/** Of an account that is erased, at most so many; tells how many. */
export const forgetBrowsersOf = (tx: Tx, accountId: AccountId, limit: number): Promise<number> =>
  tx.run(forgetOf, accountId, limit)
