// Groups at work: how many members and admins each has, how a membership ended, the members in their order, and
// a lane for each party of a challenge within its group, whether or not they are a member of it.
import type { Migration } from './migration.ts'

const lane = (role: 'creator' | 'opponent'): string =>
  `insert into challenge_lanes (lane, role, status, challenge_id, reference)
   select group_id || ':' || ${role}_id, '${role}', status, id, ${role === 'creator' ? 'reference' : 'null'}
   from challenges where group_id is not null`

const present = 'from memberships m where m.group_id = groups.id and m.left_at is null'

export const groups: Migration = {
  version: 9,
  name: 'groups',
  statements: [
    `alter table groups add column member_count {int} not null default 0`,
    `alter table groups add column admin_count {int} not null default 0`,
    `update groups set member_count = (select count(*) ${present}),
       admin_count = (select count(*) ${present} and m.role = 'admin')`,
    `alter table memberships add column left_by {text}`,
    `create index memberships_in_order on memberships (group_id, id) where left_at is null`,
    `delete from challenge_lanes where lane in (select id from memberships)`,
    lane('creator'),
    lane('opponent'),
  ],
}
