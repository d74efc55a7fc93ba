// Who is signed in to the site. schema.ts says how to read the column types.
import type { AccountId, PasskeyId, SecurityEntryId, SessionId, SignInId } from '../../kernel/ids.ts'
import { bytes, int, key, keyedTable, orNull, strictTable, text } from '../statements/table.ts'

/** A wish to sign in by mail. Whether the address may is decided when the mail is made, so that asking is the same for every address. Of an address there is a keyed hash, and the address itself encrypted. */
export const signIns = strictTable('sign_ins', {
  id: key<SignInId>('primary key'),
  /** The hash of the address without its +tag: what the limits count by. */
  inbox: key(),
  address_hash: key(),
  address: bytes(),
  /** The operator's link is never mailed. */
  made_by: text<'person' | 'operator'>("check (made_by in ('person', 'operator'))"),
  browser_hash: key(),
  /** Which browser asked, and what it calls itself. */
  browser: text(),
  /** It was signed in to this account before; null until the mail is made. */
  is_known: orNull(int()),
  /** The page of the site that was asked for before signing in. */
  leads_to: orNull(text()),
  link_hash: key('unique'),
  code_hash: key(),
  /** The link and the code, encrypted, until the mail is handed over. */
  secrets: orNull(bytes()),
  wrong_codes: int('default 0'),
  state: text<'waiting' | 'sending' | 'sent' | 'dropped' | 'failed' | 'used' | 'ended'>(
    "check (state in ('waiting', 'sending', 'sent', 'dropped', 'failed', 'used', 'ended'))",
  ),
  mail_tries: int('default 0'),
  due_at: orNull(int()),
  lease: orNull(text()),
  requested_at: int(),
  /** From the hand-over on. */
  lapses_at: orNull(int()),
})

/** A browser that is signed in. Of the value of its cookie only the hash is kept. */
export const sessions = keyedTable('sessions', {
  id: key<SessionId>('primary key'),
  account_id: key<AccountId>('references accounts (id)'),
  hash: key('unique'),
  browser_hash: key(),
  browser: text(),
  created_at: int(),
  used_at: int(),
  /** When the person last proved who they are. */
  proved_at: int(),
})

/** Browsers that were signed in to an account: their wishes to sign in have a limit of their own. */
export const knownBrowsers = keyedTable(
  'known_browsers',
  {
    account_id: key<AccountId>(),
    browser_hash: key(),
    seen_at: int(),
  },
  ['primary key (account_id, browser_hash)'],
)

/** Keys that a device keeps for its owner, by which they sign in without a mail. */
export const passkeys = keyedTable('passkeys', {
  id: key<PasskeyId>('primary key'),
  account_id: key<AccountId>('references accounts (id)'),
  /** What the device calls it. */
  credential_id: key('unique'),
  /** The host that it was made for, and works at. */
  host: key(),
  name: text(),
  public_key: bytes(),
  uses: int(),
  transports: text(),
  created_at: int(),
  used_at: orNull(int()),
})

/** What proved someone once and must not do so again while it would still be taken, and forms from which a mail or a session came, so that one sent twice does one thing. */
export const usedProofs = keyedTable('used_proofs', {
  hash: key('primary key'),
  used_at: int(),
})

/** The calendar of an account: the secret in its address is enough to read its deadlines. Only the hash is kept. */
export const calendars = keyedTable('calendars', {
  account_id: key<AccountId>('primary key references accounts (id)'),
  hash: key('unique'),
  created_at: int(),
  /** About when it was last read. */
  used_at: orNull(int()),
})

/** Downloads of everything that is kept about a person. No reference: a release that does not know them deletes accounts. */
export const dataExports = keyedTable('data_exports', {
  account_id: key<AccountId>('primary key'),
  /** When those of the last day began, as a JSON array, the oldest first. */
  starts: text(),
  /** Of the one that runs; null where none does. */
  lease: orNull(text()),
  /** When the lease ends, or when the last one ended. */
  lease_until: int(),
})

/** What happened to the ways into an account, for ninety days. */
export const securityLog = keyedTable(
  'security_log',
  {
    account_id: key<AccountId>(),
    id: key<SecurityEntryId>(),
    kind: key(),
    facts: text(),
    created_at: int(),
  },
  ['primary key (account_id, id)'],
)

export const siteTables = {
  signIns,
  sessions,
  knownBrowsers,
  passkeys,
  usedProofs,
  calendars,
  dataExports,
  securityLog,
}

export const siteIndexes = `
-- The sender.
create index sign_ins_by_due on sign_ins (due_at, id) where due_at is not null;
-- The limits of an address, its other sign-ins, and the erasure.
create index sign_ins_by_inbox on sign_ins (inbox, requested_at);
-- A code that was typed.
create index sign_ins_by_browser on sign_ins (browser_hash, requested_at);
-- The job that removes old ones.
create index sign_ins_by_age on sign_ins (requested_at, id);
-- The list of sessions, and whatever ends all of an account.
create index sessions_by_account on sessions (account_id, id);
-- The job that removes those that have ended.
create index sessions_by_use on sessions (used_at);
-- The job that forgets them.
create index known_browsers_by_age on known_browsers (seen_at);
-- The list of passkeys, and whatever ends all of an account.
create index passkeys_by_account on passkeys (account_id, id);
-- The job that removes old ones.
create index used_proofs_by_age on used_proofs (used_at);
-- The job that removes old ones.
create index data_exports_by_age on data_exports (lease_until);
-- What is kept of one kind.
create index security_log_by_kind on security_log (account_id, kind, id);
-- The job that removes old ones.
create index security_log_by_age on security_log (created_at);
`
