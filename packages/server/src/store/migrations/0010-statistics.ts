// The statistics of groups as counts: challenges by status and outcome, how long they took in buckets that grow by
// two in a hundred (features/statistics/digest.rules.ts), the stakes, and the scores of the members.
import type { Migration } from './migration.ts'

const count = (name: string, where: string): string =>
  `insert into group_counts (group_id, name, count)
   select group_id, ${name}, count(*) from challenges where group_id is not null and ${where} group by 1, 2`

const score = (column: string): string =>
  `${column} = coalesce((select r.${column} from records r
     where r.person_id = memberships.person_id and r.scope = memberships.group_id), 0)`

const bucket = 'cast(floor(ln(1 + (settled_at - accepted_at) / 60000.0) / ln(1.02)) as {int})'

export const statistics: Migration = {
  version: 10,
  name: 'statistics',
  statements: [
    `create table group_counts (
       group_id {key} not null references groups (id),
       name {key} not null,
       count {int} not null,
       primary key (group_id, name)
     ) {keyed}`,
    `create table group_spans (
       group_id {key} not null references groups (id),
       bucket {int} not null,
       count {int} not null,
       primary key (group_id, bucket)
     ) {keyed}`,
    `create table group_stakes (
       group_id {key} not null references groups (id),
       stake {key} not null,
       count {int} not null,
       primary key (group_id, stake)
     ) {keyed}`,
    `create index group_stakes_by_count on group_stakes (group_id, count desc, stake)`,
    `alter table memberships add column won {int} not null default 0`,
    `alter table memberships add column lost {int} not null default 0`,
    `alter table memberships add column drawn {int} not null default 0`,
    `create index memberships_by_rank on memberships (group_id, won desc, lost, drawn desc, id)
     where left_at is null and won + lost + drawn > 0`,
    count(`'status:' || status`, 'true'),
    count(`'outcome:' || outcome`, 'outcome is not null'),
    count(`'disputed'`, 'outcome is not null and disputed_at is not null'),
    `insert into group_spans (group_id, bucket, count)
     select group_id, ${bucket}, count(*) from challenges
     where group_id is not null and settled_at is not null and accepted_at is not null group by 1, 2`,
    `insert into group_stakes (group_id, stake, count)
     select group_id, stake, count(*) from challenges where group_id is not null group by group_id, stake`,
    `update memberships set ${score('won')}, ${score('lost')}, ${score('drawn')}`,
  ],
}
