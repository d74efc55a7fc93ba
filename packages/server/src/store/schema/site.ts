// Who is signed in to the site. schema.ts says how to read the column types.

export const siteTables = `
-- A wish to sign in by mail. Whether the address may is decided when the mail is made, so that asking is the same for
-- every address. Of an address there is a keyed hash, and the address itself encrypted.
create table sign_ins (
  id {key} primary key,
  inbox {key} not null, -- the hash of the address without its +tag: what the limits count by
  address_hash {key} not null, address {bytes} not null,
  made_by {text} not null check (made_by in ('person', 'operator')), -- the operator's link is never mailed
  browser_hash {key} not null, browser {text} not null, -- which browser asked, and what it calls itself
  is_known {int}, -- it was signed in to this account before; null until the mail is made
  leads_to {text}, -- the page of the site that was asked for before signing in
  link_hash {key} not null unique, code_hash {key} not null,
  secrets {bytes}, -- the link and the code, encrypted, until the mail is handed over
  wrong_codes {int} not null default 0,
  state {text} not null check (state in ('waiting', 'sending', 'sent', 'dropped', 'failed', 'used', 'ended')),
  mail_tries {int} not null default 0, due_at {int}, lease {text},
  asked_at {int} not null,
  lapses_at {int} -- from the hand-over on
) {strict};
-- The sender.
create index sign_ins_by_due on sign_ins (due_at, id) where due_at is not null;
-- The limits of an address, its other sign-ins, and the erasure.
create index sign_ins_by_inbox on sign_ins (inbox, asked_at);
-- Whoever types a code.
create index sign_ins_by_browser on sign_ins (browser_hash, asked_at);
-- The job that removes old ones.
create index sign_ins_by_age on sign_ins (asked_at, id);

-- A browser that is signed in. Of the value of its cookie only the hash is kept.
create table sessions (
  id {key} primary key, account_id {key} not null references accounts (id), hash {key} not null unique,
  browser_hash {key} not null, browser {text} not null,
  created_at {int} not null, used_at {int} not null,
  proved_at {int} not null -- when the person last proved who they are
) {keyed};
-- The list of sessions, and whatever ends all of an account.
create index sessions_by_account on sessions (account_id, id);

-- Browsers that were signed in to an account: their wishes to sign in have a limit of their own.
create table known_browsers (
  account_id {key} not null, browser_hash {key} not null, seen_at {int} not null,
  primary key (account_id, browser_hash)
) {keyed};
-- The job that forgets them.
create index known_browsers_by_age on known_browsers (seen_at);

-- Keys that a device keeps for its owner, by which they sign in without a mail.
create table passkeys (
  id {key} primary key, account_id {key} not null references accounts (id),
  credential_id {key} not null unique, -- what the device calls it
  host {key} not null, -- the host that it was made for, and works at
  name {text} not null, public_key {bytes} not null, uses {int} not null, transports {text} not null,
  created_at {int} not null, used_at {int}
) {keyed};
-- The list of passkeys, and whatever ends all of an account.
create index passkeys_by_account on passkeys (account_id, id);

-- What proved someone once and must not do so again while it would still be taken, and forms from which a mail or a
-- session came, so that one sent twice does one thing.
create table used_proofs (hash {key} primary key, used_at {int} not null) {keyed};
-- The job that removes old ones.
create index used_proofs_by_age on used_proofs (used_at);

-- The calendar of an account: whoever knows the secret in its address reads its deadlines. Only the hash of it is kept.
create table calendars (
  account_id {key} primary key references accounts (id), hash {key} not null unique, created_at {int} not null,
  used_at {int} -- about when it was last read
) {keyed};

-- Downloads of everything that is kept about a person. No reference: a release that does not know them deletes accounts.
create table data_exports (
  account_id {key} primary key,
  starts {text} not null, -- when those of the last day began, as a JSON array, the oldest first
  lease {text}, -- of the one that runs; null where none does
  lease_until {int} not null -- when the lease ends, or when the last one ended
) {keyed};
-- The job that removes old ones.
create index data_exports_by_age on data_exports (lease_until);

-- What happened to the ways into an account, for ninety days.
create table security_log (
  account_id {key} not null, id {key} not null, kind {text} not null, facts {text} not null,
  created_at {int} not null, primary key (account_id, id)
) {keyed};
-- The job that removes old ones.
create index security_log_by_age on security_log (created_at);
`
