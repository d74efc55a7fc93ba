// Mails. schema.ts says how to read the column types.

export const mailsTables = `
-- The outbox. A row holds no address and no text: both are put together when it is sent or shown.
create table mails (
  id {key} primary key, person_id {key} not null references people (id), challenge_id {key} references challenges (id),
  owner_id {key} not null, causer_id {key} not null, kind {key} not null, facts {text} not null,
  stage {text}, answer_by {int},
  state {text} not null check (state in ('waiting', 'sending', 'sent', 'kept', 'dropped', 'failed')),
  reason {text}, tries {int} not null, due_at {int}, lease {text},
  counted_at {int}, unanswered {int} not null, created_at {int} not null, settled_at {int},
  class {text} not null default 'news',
  through_id {key}, -- the group whose token acted for the receiver
  inbox {key}, sort {text}, source {key}, -- counted as: the hash of the inbox, the limit, and for whom
  held {int} not null default 0, gathered_in {key} -- over a limit, and the mail that it went out with
) {strict};
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
-- The job that removes old ones.
create index mails_by_settled on mails (settled_at, id) where settled_at is not null;

-- Which mails an address wants, by its keyed hash.
create table mail_preferences (
  address_hash {key} primary key, no_invitations_at {int}, no_news_at {int}, daily_news_at {int}, nothing_at {int},
  stopped_at {int}, -- with release 0.1, which did not say what it means
  erased_at {int}, bounced_at {int}
) {keyed};

-- causer_id is no stranger to person_id.
create table acquaintances (
  person_id {key} not null references people (id), causer_id {key} not null references people (id),
  primary key (person_id, causer_id)
) {keyed};
-- The erasure of the causer.
create index acquaintances_by_causer on acquaintances (causer_id, person_id);

-- person_id wants nothing of blocked_id.
create table blocks (
  person_id {key} not null references people (id), blocked_id {key} not null references people (id),
  blocked_at {int} not null,
  name {text}, -- what the blocked person was called where they were blocked
  primary key (person_id, blocked_id)
) {keyed};
-- The erasure of who is blocked.
create index blocks_by_blocked on blocks (blocked_id, person_id);

-- Where person_id blocked someone: a challenge, or the id of the blocked person where that is not known. Whoever blocked
-- in two places is shown two, and so is not told that one person is behind both.
create table block_places (
  person_id {key} not null references people (id), place {key} not null,
  blocked_id {key} not null references people (id), blocked_at {int} not null,
  name {text}, -- what the blocked person was called there
  primary key (person_id, place)
) {keyed};
-- The erasure of who is blocked.
create index block_places_by_blocked on block_places (blocked_id, person_id);

-- When to remind of a challenge.
create table mail_reminders (
  challenge_id {key} primary key references challenges (id), remind_at {int} not null
) {keyed};
-- The job that reminds.
create index mail_reminders_by_time on mail_reminders (remind_at, challenge_id);

-- One row. Whoever counts mails against the limits locks it first.
create table mail_turns (id {int} primary key, taken_at {int} not null) {strict};
insert into mail_turns (id, taken_at) values (1, 0);
`
