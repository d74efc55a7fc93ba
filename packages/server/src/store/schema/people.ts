// People and who acts for them. schema.ts says how to read the column types.

export const peopleTables = `
-- A person is an address, known inside by an id that never leaves. Erased, the row stays without its address.
create table people (
  id {key} primary key, email {key} unique, created_at {int} not null,
  look_at {int} -- when to see whether the person has been idle for so long that they are to be erased
) {keyed};
-- The job that erases idle people.
create index people_to_look_at on people (look_at, id) where look_at is not null;

-- The account of a person, with a name that is never mixed with those of memberships.
create table accounts (
  id {key} primary key, person_id {key} not null unique references people (id),
  first_name {text} not null, last_name {text},
  plan {text} not null check (plan in ('free', 'club')),
  had_club {int} not null default 0, -- they are on the Club plan, or were once
  quota {int} check (quota >= 0), -- creations a month, where it is not the usual number
  created_at {int} not null,
  time_zone {text}, -- in which the site shows times to them; null: that of the service
  links_sign_in {int} not null default 0 -- links in mails lead to signing in, and act for nobody
) {keyed};

create table groups (
  id {key} primary key, name {text} not null, quota {int} check (quota >= 0), created_at {int} not null,
  member_count {int} not null default 0, admin_count {int} not null default 0, -- of those who have not left
  deleting_at {int} -- since when it is being deleted: it is closed, and what is left of it is removed bit by bit
) {keyed};
-- The job that goes on with deletions.
create index groups_in_deletion on groups (deleting_at, id) where deleting_at is not null;

-- A person in a group, with the name that the group gave them, and their score within it.
create table memberships (
  id {key} primary key, group_id {key} not null references groups (id),
  person_id {key} not null references people (id),
  first_name {text} not null, last_name {text},
  role {text} not null check (role in ('admin', 'member')),
  joined_at {int} not null, left_at {int}, left_by {text},
  won {int} not null default 0, lost {int} not null default 0, drawn {int} not null default 0,
  email {key}, -- the address that the group added, where the person has another one since then
  leave_link {int} not null default 0, -- the number that links to leave carry; those of a smaller one have ended
  role_changes {int} not null default 0, role_changes_from {int}, -- by admins: how many in the day that began then
  unique (group_id, person_id)
) {keyed};
-- Whoever names a member by the address that the group added.
create unique index memberships_by_kept_address on memberships (email, group_id) where email is not null;
-- Whoever needs the groups of a person.
create index memberships_by_person on memberships (person_id, group_id);
-- The list of members.
create index memberships_in_order on memberships (group_id, id) where left_at is null;
-- The leaderboard of a group.
create index memberships_by_rank on memberships (group_id, won desc, lost, drawn desc, id)
  where left_at is null and won + lost + drawn > 0;

-- Bearer tokens, of an account or of a group. Of the token itself only its hash is kept.
create table tokens (
  id {key} primary key, hash {key} not null unique,
  account_id {key} references accounts (id), group_id {key} references groups (id),
  name {text}, scopes {text} not null,
  created_at {int} not null, expires_at {int}, revoked_at {int}, last_used_at {int},
  start {text}, -- its kind and its first four random characters, by which its owner knows it
  warned_at {int}, -- when a mail said that it is about to expire
  replaced_at {int}, -- when another was made in its place
  check ((account_id is null) <> (group_id is null))
) {keyed};
-- The operator's list of tokens, and whatever ends all tokens of an owner.
create index tokens_by_account on tokens (account_id, id);
create index tokens_by_group on tokens (group_id, id);
-- The job that says that a token is about to expire.
create index tokens_to_warn_of on tokens (expires_at)
  where account_id is not null and expires_at is not null and revoked_at is null and warned_at is null;
-- The job that removes those that ended long ago.
create index tokens_by_revocation on tokens (revoked_at) where revoked_at is not null;
create index tokens_by_expiry on tokens (expires_at) where expires_at is not null;
`
