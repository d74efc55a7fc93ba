// People and who acts for them. schema.ts says how to read the column types.
import type { MemberRole, Plan } from '@challenge-service/contract'
import type { AccountId, GroupId, MemberId, PersonId, TokenId } from '../../kernel/ids.ts'
import { int, key, keyedTable, orNull, text } from '../statements/table.ts'

/** A person is an address, known inside by an id that never leaves. Erased, the row stays without its address. */
export const people = keyedTable('people', {
  id: key<PersonId>('primary key'),
  email: orNull(key('unique')),
  created_at: int(),
  /** When to see whether the person has been idle for so long that they are to be erased. */
  look_at: orNull(int()),
})

/** The account of a person, with a name that is never mixed with those of memberships. */
export const accounts = keyedTable('accounts', {
  id: key<AccountId>('primary key'),
  person_id: key<PersonId>('unique references people (id)'),
  first_name: text(),
  last_name: orNull(text()),
  plan: text<Plan>("check (plan in ('free', 'club'))"),
  /** They are on the Club plan, or were once. */
  had_club: int('default 0'),
  /** Creations a month, where it is not the usual number. */
  quota: orNull(int('check (quota >= 0)')),
  created_at: int(),
  /** In which the site shows times to them; null: that of the service. */
  time_zone: orNull(text()),
  /** Links in mails lead to signing in, and act for nobody. */
  links_sign_in: int('default 0'),
})

export const groups = keyedTable('groups', {
  id: key<GroupId>('primary key'),
  name: text(),
  quota: orNull(int('check (quota >= 0)')),
  created_at: int(),
  member_count: int('default 0'),
  /** Of those who have not left. */
  admin_count: int('default 0'),
  /** Since when it is being deleted: it is closed, and what is left of it is removed bit by bit. */
  deleting_at: orNull(int()),
})

/** A person in a group, with the name that the group gave them, and their score within it. */
export const memberships = keyedTable(
  'memberships',
  {
    id: key<MemberId>('primary key'),
    group_id: key<GroupId>('references groups (id)'),
    person_id: key<PersonId>('references people (id)'),
    first_name: text(),
    last_name: orNull(text()),
    role: text<MemberRole>("check (role in ('admin', 'member'))"),
    joined_at: int(),
    left_at: orNull(int()),
    left_by: orNull(text()),
    won: int('default 0'),
    lost: int('default 0'),
    drawn: int('default 0'),
    /** The address that the group added, where the person has another one since then. */
    email: orNull(key()),
    /** The number that links to leave carry; those of a smaller one have ended. */
    leave_link: int('default 0'),
    role_changes: int('default 0'),
    /** By admins: how many in the day that began then. */
    role_changes_from: orNull(int()),
  },
  ['unique (group_id, person_id)'],
)

/** Bearer tokens, of an account or of a group. Of the token itself only its hash is kept. */
export const tokens = keyedTable(
  'tokens',
  {
    id: key<TokenId>('primary key'),
    hash: key('unique'),
    account_id: orNull(key<AccountId>('references accounts (id)')),
    group_id: orNull(key<GroupId>('references groups (id)')),
    name: orNull(text()),
    scopes: text(),
    created_at: int(),
    expires_at: orNull(int()),
    revoked_at: orNull(int()),
    last_used_at: orNull(int()),
    /** Its kind and its first four random characters, by which its owner knows it. */
    start: orNull(text()),
    /** When a mail said that it is about to expire. */
    warned_at: orNull(int()),
    /** When another was made in its place. */
    replaced_at: orNull(int()),
  },
  ['check ((account_id is null) <> (group_id is null))'],
)

export const peopleTables = { people, accounts, groups, memberships, tokens }

export const peopleIndexes = `
-- The job that erases idle people.
create index people_to_look_at on people (look_at, id) where look_at is not null;
-- The job that goes on with deletions.
create index groups_in_deletion on groups (deleting_at, id) where deleting_at is not null;
-- Finding a member by the address that the group added.
create unique index memberships_by_kept_address on memberships (email, group_id) where email is not null;
-- The groups of a person.
create index memberships_by_person on memberships (person_id, group_id);
-- The list of members.
create index memberships_in_order on memberships (group_id, id) where left_at is null;
-- The leaderboard of a group.
create index memberships_by_rank on memberships (group_id, won desc, lost, drawn desc, id)
  where left_at is null and won + lost + drawn > 0;
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
