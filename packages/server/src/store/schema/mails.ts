// Mails. schema.ts says how to read the column types.
import type { CauserId, ChallengeId, GroupId, MailId, PersonId } from '../../kernel/ids.ts'
import { int, key, keyedTable, orNull, strictTable, text } from '../statements/table.ts'

/** The outbox. A row holds no address and no text: both are put together when it is sent or shown. */
export const mails = strictTable('mails', {
  id: key<MailId>('primary key'),
  person_id: key<PersonId>('references people (id)'),
  challenge_id: orNull(key<ChallengeId>('references challenges (id)')),
  owner_id: key<PersonId | GroupId>(),
  causer_id: key<CauserId>(),
  kind: key(),
  facts: text(),
  stage: orNull(text()),
  answer_by: orNull(int()),
  state: text("check (state in ('waiting', 'sending', 'sent', 'kept', 'dropped', 'failed'))"),
  reason: orNull(text()),
  tries: int(),
  due_at: orNull(int()),
  lease: orNull(text()),
  counted_at: orNull(int()),
  unanswered: int(),
  created_at: int(),
  settled_at: orNull(int()),
  class: text("default 'news'"),
  /** The group whose token acted for the receiver. */
  through_id: orNull(key<GroupId>()),
  inbox: orNull(key()),
  /** In code, the category. */
  sort: orNull(text()),
  /** Counted as: the hash of the inbox, the limit, and for whom. */
  source: orNull(key()),
  held: int('default 0'),
  /** Over a limit, and the mail that it went out with. */
  gathered_in: orNull(key<MailId>()),
})

/** Which mails an address wants, by its keyed hash. */
export const mailPreferences = keyedTable('mail_preferences', {
  address_hash: key('primary key'),
  no_invitations_at: orNull(int()),
  no_news_at: orNull(int()),
  daily_news_at: orNull(int()),
  nothing_at: orNull(int()),
  /** With release 0.1, which did not say what it means. */
  stopped_at: orNull(int()),
  erased_at: orNull(int()),
  bounced_at: orNull(int()),
})

/** causer_id is no stranger to person_id. */
export const acquaintances = keyedTable(
  'acquaintances',
  {
    person_id: key<PersonId>('references people (id)'),
    causer_id: key<CauserId>('references people (id)'),
  },
  ['primary key (person_id, causer_id)'],
)

/** person_id wants nothing of blocked_id. */
export const blocks = keyedTable(
  'blocks',
  {
    person_id: key<PersonId>('references people (id)'),
    blocked_id: key<PersonId>('references people (id)'),
    blocked_at: int(),
    /** What the blocked person was called where they were blocked. */
    name: orNull(text()),
  },
  ['primary key (person_id, blocked_id)'],
)

/** Where person_id blocked someone: a challenge, or the id of the blocked person where that is not known. A person who blocked in two places is shown two, so that they do not learn that one person is behind both. */
export const blockOrigins = keyedTable(
  'block_origins',
  {
    person_id: key<PersonId>('references people (id)'),
    origin: key(),
    blocked_id: key<PersonId>('references people (id)'),
    blocked_at: int(),
    /** What the blocked person was called there. */
    name: orNull(text()),
  },
  ['primary key (person_id, origin)'],
)

/** When to remind of a challenge. */
export const mailReminders = keyedTable('mail_reminders', {
  challenge_id: key<ChallengeId>('primary key references challenges (id)'),
  remind_at: int(),
})

/** One row, locked before mails are counted against the limits. */
export const mailTurns = strictTable('mail_turns', {
  id: int('primary key'),
  taken_at: int(),
})

export const mailsTables = {
  mails,
  mailPreferences,
  acquaintances,
  blocks,
  blockOrigins,
  mailReminders,
  mailTurns,
}

export const mailsIndexes = `
-- The sender: what is due, and what is held for a person or gathered in a mail.
create index mails_by_due on mails (due_at, id) where due_at is not null;
create index mails_held on mails (person_id, id) where held = 1;
create index mails_gathered on mails (gathered_in, id) where gathered_in is not null;
-- The limits: by inbox, and by an owner who writes to strangers.
create index mails_by_inbox on mails (inbox, counted_at) where inbox is not null;
create index mails_to_strangers on mails (owner_id, counted_at) where unanswered = 1;
-- Mails to a person, also about one challenge.
create index mails_of_person on mails (person_id, challenge_id, id);
-- An erasure, which takes a person out of mails that they caused.
create index mails_by_creator on mails (causer_id, id) where challenge_id is null;
-- Release 0.2, which removes old ones by it.
create index mails_by_settled on mails (settled_at, id) where settled_at is not null;
-- The job that removes old ones: thirty days after they were settled, but an invitation that was not sent while it can be answered is kept.
create index mails_by_end on mails ((case when kind = 'invited' and state not in ('sent', 'kept')
  and answer_by > settled_at + 2592000000 then answer_by - 2592000000 else settled_at end), id)
  where settled_at is not null;
-- The erasure of the causer.
create index acquaintances_by_causer on acquaintances (causer_id, person_id);
-- The erasure of who is blocked.
create index blocks_by_blocked on blocks (blocked_id, person_id);
-- The erasure of who is blocked.
create index block_origins_by_blocked on block_origins (blocked_id, person_id);
-- The job that reminds.
create index mail_reminders_by_time on mail_reminders (remind_at, challenge_id);
`
