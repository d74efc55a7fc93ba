// The whole schema, for both engines: what a new database is made of. It is always the current one. A change of it is
// written twice, here and as a migration for databases that are there already (migrations/), and a test holds both to
// the same result.
//
// Column types: {key} is a text that is compared or sorted, by its bytes; {text} any other; {int} an instant in
// milliseconds, a count, or 0 and 1; {bytes}. Tables end in {keyed} (short rows, in the order of their key) or {strict}.
// Columns whose name ends in _at hold an instant. Of an index the line above it says who asks by it.

export const schema = `
-- The steps that this database went through, and the oldest release that may use it after each (migrate.ts).
create table schema_migrations (
  version {int} primary key, name {text} not null, applied_at {int} not null,
  oldest_release {text} not null default '0.2.0'
) {strict};

-- People and who acts for them ---------------------------------------------------------------------------------------

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
  quota {int} check (quota >= 0), -- creations a month, where it is not the usual number
  created_at {int} not null
) {keyed};

create table groups (
  id {key} primary key, name {text} not null, quota {int} check (quota >= 0), created_at {int} not null,
  member_count {int} not null default 0, admin_count {int} not null default 0 -- of those who have not left
) {keyed};

-- A person in a group, with the name that the group gave them, and their score within it.
create table memberships (
  id {key} primary key, group_id {key} not null references groups (id),
  person_id {key} not null references people (id),
  first_name {text} not null, last_name {text},
  role {text} not null check (role in ('admin', 'member')),
  joined_at {int} not null, left_at {int}, left_by {text},
  won {int} not null default 0, lost {int} not null default 0, drawn {int} not null default 0,
  unique (group_id, person_id)
) {keyed};
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
  check ((account_id is null) <> (group_id is null))
) {keyed};
-- The operator's list of tokens, and whatever ends all tokens of an owner.
create index tokens_by_account on tokens (account_id, id);
create index tokens_by_group on tokens (group_id, id);

-- What every call is held to -----------------------------------------------------------------------------------------

-- How many things an owner created in a calendar month.
create table quota_usage (
  owner_id {key} not null, month {key} not null, used {int} not null, primary key (owner_id, month)
) {keyed};

-- Responses remembered under an Idempotency-Key, encrypted.
create table idempotency_keys (
  owner_id {key} not null, actor_id {key} not null, key {key} not null,
  answer {bytes}, created_at {int} not null,
  subject_id {key}, -- the challenge or membership that the response shows
  primary key (owner_id, actor_id, key)
) {strict};
-- The job that forgets them after a day.
create index idempotency_keys_by_age on idempotency_keys (created_at);
-- An erasure, which writes them anew without the person.
create index idempotency_keys_by_subject on idempotency_keys (subject_id, owner_id, actor_id, key)
  where subject_id is not null;

-- The windows of the limits per minute, kept from a clean stop to the next start.
create table rate_windows (
  saved_at {int} not null, token_id {key} not null, rate_class {key} not null,
  ages {bytes} not null, -- how old each call was then
  primary key (saved_at, token_id, rate_class)
) {strict};

-- Challenges ---------------------------------------------------------------------------------------------------------

-- A challenge: its terms, its life so far, its tally in sums, and how it is shown. Parties are 'creator' and 'opponent'.
-- A column is named by the path of the member that it holds: dispute.openedBy is dispute_opened_by.
create table challenges (
  id {key} primary key, group_id {key} references groups (id),
  creator_id {key} not null references people (id), opponent_id {key} not null references people (id),
  creator_name {text} not null, opponent_name {text},
  claim {text} not null, stake {text} not null, due_days {int} not null, reference {text},
  is_hidden {int} not null default 0,
  version {int} not null, created_at {int} not null, updated_at {int} not null,
  status {text} not null check (status in ('pending', 'active', 'due', 'proposed', 'disputed', 'resolved',
    'cancelled', 'declined', 'expired')),
  due_at {int} not null, settle_by {int} not null, accepted_at {int}, closed_at {int},
  by_own_hand_creator {int} not null default 0, by_own_hand_opponent {int} not null default 0,
  positions_creator {text}, positions_opponent {text},
  changes_creator {int} not null default 0, changes_opponent {int} not null default 0, -- of the position
  proposal_by {text}, proposal_outcome {text}, proposal_proposed_at {int}, proposal_confirm_by {int},
  -- That the other party knows of the proposal.
  proposal_notice_told_at {int}, proposal_notice_told_by {text}, proposal_notice_used_at {int},
  dispute_opened_by {text}, dispute_reason {text}, dispute_opened_at {int}, dispute_decide_by {int},
  dispute_last_by {text},
  cancellation_requested_by {text}, cancellation_reason {text}, cancellation_requested_at {int},
  cancellation_lapses_at {int},
  resolution_outcome {text}, resolution_settled_by {text}, resolution_settled_at {int},
  support_creator {int} not null, support_opponent {int} not null, support_decides {int} not null,
  evidence_creator {int} not null, evidence_opponent {int} not null,
  tally_creator_entries {int} not null, tally_creator_pending {int} not null, tally_creator_disputed {int} not null,
  tally_creator_claimed {int} not null, tally_creator_confirmed {int} not null,
  tally_opponent_entries {int} not null, tally_opponent_pending {int} not null,
  tally_opponent_disputed {int} not null, tally_opponent_claimed {int} not null,
  tally_opponent_confirmed {int} not null,
  next_move_at {int}, -- when the clock has something to do
  snapshot {text}, snapshot_version {int}, -- how it is shown; of another version than one's own, the columns are
  creator_link {int} not null default 0, opponent_link {int} not null default 0 -- links with a smaller number have ended
) {strict};
-- The clock.
create index challenges_by_next_move on challenges (next_move_at, id) where next_move_at is not null;

-- Where a challenge is listed: for each person, group, or person within a group (the listing) a short row, so that a page
-- is a scan along an index, whatever is filtered.
create table challenge_listings (
  listing {key} not null, role {key} not null check (role in ('creator', 'opponent', 'observer')),
  status {key} not null, challenge_id {key} not null references challenges (id), reference {key},
  primary key (challenge_id, listing)
) {keyed};
-- Lists without a filter, with a status or role, and with a reference.
create index challenge_listings_in_order on challenge_listings (listing, challenge_id);
create index challenge_listings_by_status on challenge_listings (listing, role, status, challenge_id);
create index challenge_listings_by_reference on challenge_listings (listing, reference, status, challenge_id)
  where reference is not null;

create table evidence (
  id {key} primary key, challenge_id {key} not null references challenges (id), party {text} not null,
  text {text}, url {text}, created_at {int} not null
) {strict};
-- The evidence of a challenge, where it is shown.
create index evidence_of_challenge on evidence (challenge_id, id);

-- Whom an observer supports.
create table supports (
  challenge_id {key} not null references challenges (id), person_id {key} not null references people (id),
  side {text} not null, comment {text}, created_at {int} not null, changes {int} not null default 0,
  primary key (challenge_id, person_id)
) {keyed};
-- The export and the erasure of a person.
create index supports_by_person on supports (person_id, challenge_id);

-- The entries of a tally; their sums are kept on the challenge.
create table tally_entries (
  id {key} primary key, challenge_id {key} not null references challenges (id),
  party {text} not null check (party in ('creator', 'opponent')), amount {int} not null, note {text},
  status {text} not null check (status in ('pending', 'confirmed', 'disputed', 'withdrawn')),
  dispute_reason {text}, disputed_at {int}, created_at {int} not null, settled_at {int},
  amendments {int} not null default 0
) {strict};
-- The tally of a challenge.
create index tally_entries_of_challenge on tally_entries (challenge_id, id);

-- Records and statistics ---------------------------------------------------------------------------------------------

-- The record of a person: over everything (scope 'all'), and within each group (scope: its id).
create table records (
  person_id {key} not null references people (id), scope {key} not null,
  won {int} not null default 0, lost {int} not null default 0, drawn {int} not null default 0,
  void {int} not null default 0, open {int} not null default 0,
  current_streak {int} not null default 0, best_streak {int} not null default 0,
  primary key (person_id, scope)
) {keyed};

-- The statistics of a group, counted as things happen: by status and outcome, by how long it took (in buckets that grow
-- by two in a hundred, features/statistics/digest.rules.ts), and by stake.
create table group_counts (
  group_id {key} not null references groups (id), name {key} not null, count {int} not null,
  primary key (group_id, name)
) {keyed};
create table group_spans (
  group_id {key} not null references groups (id), bucket {int} not null, count {int} not null,
  primary key (group_id, bucket)
) {keyed};
create table group_stakes (
  group_id {key} not null references groups (id), stake {key} not null, count {int} not null,
  named_at {int} not null default 0, -- when it was last named: old ones go
  primary key (group_id, stake)
) {keyed};
-- The most frequent stakes of a group.
create index group_stakes_by_count on group_stakes (group_id, count desc, stake);

-- Events and webhooks ------------------------------------------------------------------------------------------------

-- A feed: the number of its newest event, and its active subscriptions, so that an event needs no second look for them.
create table feeds (
  owner_id {key} primary key, head {int} not null,
  last_at {int} not null default 0, -- the instant of the newest event: none is dated before the one above it
  before_at {int} not null default 0, -- last_at before the last change, for the transaction that made the change
  subscribed {int} not null default 0, -- 1: it has active subscriptions
  waiting_since {int} -- set while events wait that its subscriptions were not given
) {keyed};
-- The engine of webhooks.
create index feeds_waiting on feeds (waiting_since, owner_id) where waiting_since is not null;

-- One row for each receiver of an event, with the exact body that is shown and sent.
create table events (
  feed_id {key} not null, seq {int} not null, id {key} not null unique, type {key} not null,
  body {text} not null, created_at {int} not null,
  subject_id {key}, -- the challenge or membership that it is about
  author_id {key}, -- only where the body does not tell which party it was
  primary key (feed_id, seq)
) {strict};
-- The feed with a filter by type.
create index events_by_type on events (feed_id, type, seq);
-- An erasure, which takes a person out of the events of others.
create index events_by_subject on events (subject_id, feed_id, seq) where subject_id is not null;
create index events_by_author on events (author_id, feed_id, seq) where author_id is not null;

-- Subscriptions. Each time that one is switched on a new run begins, and a delivery belongs to a run: so what waited
-- when a run ended is out of the queue at once, however much it is.
create table webhooks (
  id {key} primary key, owner_id {key} not null, feed_id {key} not null,
  url {text} not null, target {key} not null, events {text} not null, description {text},
  status {text} not null check (status in ('active', 'disabled')), disabled_reason {text}, disabled_at {int},
  run {int} not null, resend_from {int},
  secret {bytes} not null, old_secret {bytes}, old_secret_until {int},
  created_at {int} not null, deleted_at {int},
  enables {int} not null default 0, enables_from {int}, -- by its owner, within the day that began with the first
  resent_at {int}, -- when what was missed was last sent
  gone_told_at {int} -- when its owner was last told by mail that the receiver is gone
) {strict};
-- One subscription of an owner for each URL.
create unique index webhooks_by_target on webhooks (owner_id, target) where deleted_at is null;
-- The list of subscriptions.
create index webhooks_of_owner on webhooks (owner_id, id) where deleted_at is null;
-- The job that removes deleted ones, and the erasure of their owner.
create index webhooks_deleted on webhooks (id) where deleted_at is not null;
create index webhooks_deleted_by_owner on webhooks (owner_id, id) where deleted_at is not null;
-- An erasure, which takes a person out of what was sent from a feed.
create index webhooks_of_feed on webhooks (feed_id, id);

-- The queue of an active subscription: when to look at it next, null where nothing waits.
create table webhook_queues (
  webhook_id {key} primary key, feed_id {key} not null, run {int} not null, due_at {int},
  position {int} not null default 0 -- the number of the last event of the feed that was taken
) {keyed};
-- The delivery engine: the queues that waited longest.
create index webhook_queues_by_due on webhook_queues (due_at, webhook_id) where due_at is not null;
-- The subscriptions of a feed in which events wait.
create index webhook_queues_of_feed on webhook_queues (feed_id, webhook_id);

create table deliveries (
  id {key} primary key, webhook_id {key} not null, run {int} not null, seq {int} not null,
  event_id {key} not null, type {key} not null,
  body {text}, -- only of what is in no feed
  status {text} not null check (status in ('pending', 'delivered', 'failed', 'dropped')),
  attempts {int} not null,
  due_at {int}, -- 0 where it was never tried, the end of the lease while it is, null once it is settled
  lease {text}, outcome {text}, response_status {int}, response_ms {int}, response_excerpt {text}, error {text},
  created_at {int} not null, attempted_at {int}, settled_at {int}
) {strict};
-- The delivery engine: what waits in a queue.
create index deliveries_waiting on deliveries (webhook_id, run, due_at, seq) where due_at is not null;
-- The log of deliveries, and the job that removes old ones.
create index deliveries_in_order on deliveries (webhook_id, id);
-- Whoever needs to know whether an event reached a subscription before.
create index deliveries_made on deliveries (webhook_id, seq) where status = 'delivered';

-- Mails --------------------------------------------------------------------------------------------------------------

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
  blocked_at {int} not null, primary key (person_id, blocked_id)
) {keyed};
-- The erasure of who is blocked.
create index blocks_by_blocked on blocks (blocked_id, person_id);

-- When to remind of a challenge.
create table mail_reminders (
  challenge_id {key} primary key references challenges (id), remind_at {int} not null
) {keyed};
-- The job that reminds.
create index mail_reminders_by_time on mail_reminders (remind_at, challenge_id);

-- One row. Whoever counts mails against the limits locks it first.
create table mail_turns (id {int} primary key, taken_at {int} not null) {strict};
insert into mail_turns (id, taken_at) values (1, 0);

-- Daily questions ----------------------------------------------------------------------------------------------------

create table questions (
  id {key} primary key, day {key} not null unique,
  built_in {key}, -- which of the built-in ones it is
  text {text} not null, options {text} not null, created_at {int} not null
) {strict};
-- The choice of a built-in question that was not asked for long.
create index questions_built_in on questions (built_in, day) where built_in is not null;

create table question_votes (
  question_id {key} not null references questions (id), voter_id {key} not null, place {int} not null,
  created_at {int} not null, primary key (question_id, voter_id)
) {strict};
-- The export and the erasure of a person.
create index question_votes_by_voter on question_votes (voter_id, question_id);

-- The votes of an option, spread over a few rows: people who vote at once need not wait for one another's commit.
create table question_counts (
  question_id {key} not null references questions (id), place {int} not null, slot {int} not null,
  votes {int} not null, primary key (question_id, place, slot)
) {strict};

-- Keys, nodes and erasures -------------------------------------------------------------------------------------------

-- Each key of SECRET_KEY under which something may be encrypted, with a proof that is encrypted with it.
create table secret_keys (
  id {key} primary key, proof {bytes} not null, first_used_at {int} not null
) {strict};

-- What signs links and cursors and hashes addresses. Of a purpose the lowest place is in use; the others are recognised.
create table stored_keys (
  purpose {key} not null, place {int} not null, sealed {bytes} not null, created_at {int} not null,
  primary key (purpose, place)
) {strict};

-- The processes that serve this database, and which key each encrypts with.
create table nodes (id {key} primary key, seals_with {key} not null, seen_at {int} not null) {strict};

-- One row that is there to be written, so that readiness can tell whether writes work.
create table write_probe (id {int} primary key, written_at {int} not null) {strict};
insert into write_probe (id, written_at) values (1, 0);

-- Erasures of people: step and place say how far each has come.
create table erasures (
  person_id {key} primary key references people (id), account_id {key}, address_hash {key},
  step {int} not null, place {text} not null, done {int} not null, total {int} not null,
  started_at {int} not null,
  due_at {int}, -- when to go on with it, null once it is over
  finished_at {int}
) {strict};
-- The job that goes on with them.
create index erasures_by_due on erasures (due_at, person_id) where due_at is not null;
-- Whoever asks whether an address was erased.
create index erasures_by_address on erasures (address_hash) where address_hash is not null;
`
