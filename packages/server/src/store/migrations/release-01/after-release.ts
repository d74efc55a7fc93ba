// Steps 16 to 19, made after release 0.1: the keys of a database, bounds, and mails by kind.
import type { Step } from '../migration.ts'

const keys: Step = {
  version: 16,
  name: 'keys',
  statements: [
    // One row for each key of SECRET_KEY under which something may be encrypted; the proof is encrypted with it.
    `create table secret_keys (
       id {key} primary key,
       proof {bytes} not null,
       first_used_at {int} not null
     ) {strict}`,
    // Of a purpose, the one with the lowest place is in use; the others are still recognised.
    `create table stored_keys (
       purpose {key} not null,
       place {int} not null,
       sealed {bytes} not null,
       created_at {int} not null,
       primary key (purpose, place)
     ) {strict}`,
    `create table nodes (
       id {key} primary key,
       seals_with {key} not null,
       seen_at {int} not null
     ) {strict}`,
    `create table write_probe (
       id {int} primary key,
       written_at {int} not null
     ) {strict}`,
    `insert into write_probe (id, written_at) values (1, 0)`,
  ],
}

const bounds: Step = {
  version: 17,
  name: 'bounds',
  statements: [
    `alter table challenges add column creator_changes {int} not null default 0`,
    `alter table challenges add column opponent_changes {int} not null default 0`,
    `alter table supports add column changes {int} not null default 0`,
    `alter table tally_entries add column amendments {int} not null default 0`,
    // Those by its owner within the day that began with the first; and the last that sent what was missed.
    `alter table webhooks add column enables {int} not null default 0`,
    `alter table webhooks add column enables_from {int}`,
    `alter table webhooks add column resent_at {int}`,
    // When its owner was last told by mail that the receiver is gone.
    `alter table webhooks add column gone_told_at {int}`,
    `alter table group_stakes add column named_at {int} not null default 0`,
  ],
}

const feedTime: Step = {
  version: 18,
  name: 'feed time and kept windows',
  statements: [
    `alter table feeds add column last_at {int} not null default 0`,
    // What it was before the last change; meant for the transaction that made the change.
    `alter table feeds add column before_at {int} not null default 0`,
    `update feeds set last_at = coalesce(
       (select e.created_at from events e where e.feed_id = feeds.owner_id and e.seq = feeds.head), 0)`,
    `create table rate_windows (
       saved_at {int} not null,
       token_id {key} not null,
       rate_class {key} not null,
       ages {bytes} not null,
       primary key (saved_at, token_id, rate_class)
     ) {strict}`,
  ],
}

const silenceNeedsANotice: Step = {
  version: 19,
  name: 'silence needs a notice',
  statements: [
    `alter table challenges add column creator_own_hand {int} not null default 0`,
    `alter table challenges add column opponent_own_hand {int} not null default 0`,
    `alter table challenges add column told_at {int}`,
    `alter table challenges add column told_by {text}`,
    `alter table challenges add column used_at {int}`,
    `alter table challenges add column dispute_last_by {text}`,
    `alter table challenges add column is_hidden {int} not null default 0`,
    // The number that the links of each party carry: those of a smaller one have ended.
    `alter table challenges add column creator_link {int} not null default 0`,
    `alter table challenges add column opponent_link {int} not null default 0`,
    // A private challenge is made and accepted by own hand alone; of a group's nobody can tell any more.
    `update challenges set creator_own_hand = 1 where group_id is null`,
    `update challenges set opponent_own_hand = 1 where group_id is null and accepted_at is not null`,
    `update challenges set dispute_last_by = dispute_by where dispute_by is not null`,
    `update challenges set told_by = 'mail', told_at = (select min(m.settled_at) from mails m
       where m.challenge_id = challenges.id and m.kind = 'proposed' and m.state in ('sent', 'kept')
         and m.created_at >= challenges.proposed_at
         and m.person_id = case when challenges.proposal_by = 'creator' then challenges.opponent_id
                                else challenges.creator_id end)
     where status = 'proposed'`,
    `update challenges set told_by = null where told_at is null and told_by is not null`,

    // person_id: whose mails; causer_id: whose doing is no stranger's to them.
    `create table acquaintances (
       person_id {key} not null references people (id),
       causer_id {key} not null references people (id),
       primary key (person_id, causer_id)
     ) {keyed}`,
    `create index acquaintances_by_causer on acquaintances (causer_id, person_id)`,
    `insert into acquaintances (person_id, causer_id)
       select opponent_id, creator_id from challenges where opponent_own_hand = 1
       union select creator_id, opponent_id from challenges where creator_own_hand = 1 and accepted_at is not null`,
    `drop table mail_answers`,

    `create table blocks (
       person_id {key} not null references people (id),
       blocked_id {key} not null references people (id),
       blocked_at {int} not null,
       primary key (person_id, blocked_id)
     ) {keyed}`,
    `create index blocks_by_blocked on blocks (blocked_id, person_id)`,

    `create table mail_preferences (
       address_hash {key} primary key,
       no_invitations_at {int},
       no_news_at {int},
       daily_news_at {int},
       nothing_at {int},
       stopped_at {int},
       erased_at {int},
       bounced_at {int}
     ) {keyed}`,
    `insert into mail_preferences (address_hash, stopped_at) select address_hash, stopped_at from mail_stops`,
    `drop table mail_stops`,

    `alter table mails rename column creator_id to causer_id`,
    `alter table mails add column class {text} not null default 'news'`,
    `update mails set class = case
       when kind in ('invited', 'member_added') then 'invitation'
       when kind in ('proposed', 'disputed', 'cancel_requested') then 'deadline'
       when kind = 'webhook_disabled' then 'account'
       else 'news' end`,
    // The group whose token acted for the receiver.
    `alter table mails add column through_id {key}`,
    `update mails set through_id = (select c.group_id from challenges c where c.id = mails.challenge_id)
       where class in ('deadline', 'news')`,
    // What it is counted as: by the hash of the inbox it went to, the limit, and whom that is counted for.
    `alter table mails add column inbox {key}`,
    `alter table mails add column sort {text}`,
    `alter table mails add column source {key}`,
    `alter table mails add column held {int} not null default 0`,
    `alter table mails add column gathered_in {key}`,
    `drop index mails_by_person`,
    `create index mails_by_inbox on mails (inbox, counted_at) where inbox is not null`,
    `create index mails_held on mails (person_id, id) where held = 1`,
    `create index mails_gathered on mails (gathered_in, id) where gathered_in is not null`,
    `create index mails_by_settled on mails (settled_at, id) where settled_at is not null`,
  ],
}

export const afterRelease: readonly Step[] = [keys, bounds, feedTime, silenceNeedsANotice]
