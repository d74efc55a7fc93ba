// What happened to the ways into an account, for its owner to see, for ninety days.
import { newId, type AccountId, type SecurityEntryId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { insertInto } from '../../store/statements/changes.ts'
import { securityLog } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

export const securityKinds = [
  'account_opened',
  'signed_in',
  'signed_out',
  'session_ended',
  'session_replaced',
  'sessions_ended',
  'passkey_added',
  'passkey_removed',
  'token_made',
  'token_renewed',
  'token_revoked',
  'tokens_revoked',
  'webhook_made',
  'webhook_changed',
  'webhook_deleted',
  'secret_rotated',
  'mails_changed',
  'links_changed',
  'calendar_made',
  'calendar_renewed',
  'calendar_ended',
] as const
export type SecurityKind = (typeof securityKinds)[number]

/** Names and ids of what it was about; never a secret, an address or a network. */
export type SecurityFacts = Readonly<Record<string, string>>

const insert = insertInto(securityLog, 'security_log.insert', [
  'account_id',
  'id',
  'kind',
  'facts',
  'created_at',
])

/** What can be done again and again, and no quota counts: of each kind the newest so many are kept. */
const repeated: ReadonlySet<SecurityKind> = new Set([
  'mails_changed',
  'links_changed',
  'webhook_made',
  'webhook_changed',
  'webhook_deleted',
  'secret_rotated',
])
const REPEATED_AT_MOST = 200

const keepNewest = sql<never, [accountId: AccountId, kind: SecurityKind, kept: number]>(
  'security_log.keep_newest',
  `delete from security_log where account_id = $1 and id in (
     select id from security_log where account_id = $1 and kind = $2 order by id desc limit 1000 offset $3)`,
)

export const logSecurity = (
  tx: Tx,
  accountId: AccountId,
  kind: SecurityKind,
  facts: SecurityFacts,
  now: number,
): void => {
  tx.enqueue(insert, {
    account_id: accountId,
    id: newId('securityEntry', now),
    kind,
    facts: JSON.stringify(facts),
    created_at: now,
  })
  if (repeated.has(kind)) tx.enqueue(keepNewest, accountId, kind, REPEATED_AT_MOST)
}

export interface SecurityEntry {
  readonly id: SecurityEntryId
  readonly kind: SecurityKind
  readonly facts: SecurityFacts
  readonly createdAt: number
}

interface SecurityRow {
  readonly id: SecurityEntryId
  readonly kind: SecurityKind
  readonly facts: string
  readonly created_at: number
}

const list = sql<SecurityRow, [accountId: AccountId, before: string, limit: number]>(
  'security_log.list',
  `select id, kind, facts, created_at from security_log where account_id = $1 and id < $2 order by id desc limit $3`,
)

const AFTER_ALL = '~'

/** The newest first, those before one of them. */
export const listSecurityEntries = async (
  reader: Reader,
  accountId: AccountId,
  before: string | undefined,
  limit: number,
): Promise<readonly SecurityEntry[]> =>
  (await reader.all(list, accountId, before ?? AFTER_ALL, limit)).map(({ id, kind, facts, created_at }) => ({
    id,
    kind,
    facts: JSON.parse(facts) as SecurityFacts,
    createdAt: created_at,
  }))

const KEPT_MS = 90 * DAY_MS

const prune = sql<never, [before: number, limit: number]>(
  'security_log.prune',
  `delete from security_log where (account_id, id) in (
     select account_id, id from security_log where created_at < $1 order by created_at limit $2)`,
)

/** Removes at most so many that are too old. */
export const pruneSecurityLog = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(prune, now - KEPT_MS, limit)

const forget = sql<never, [accountId: AccountId, limit: number]>(
  'security_log.forget',
  `delete from security_log where account_id = $1 and id in (
     select id from security_log where account_id = $1 limit $2)`,
)

/** Of an account that is erased, at most so many; tells how many. */
export const forgetSecurityLog = (tx: Tx, accountId: AccountId, limit: number): Promise<number> =>
  tx.run(forget, accountId, limit)
