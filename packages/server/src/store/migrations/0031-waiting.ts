// What waits for the answer of a person in challenges that they made or accepted, by its deadline: found without
// reading through all that they have. What nobody has accepted stands in neither index.
import type { Migration } from './migration.ts'

export const waiting: Migration = {
  version: 31,
  name: 'waiting',
  oldestRelease: '0.2.0',
  statements: [
    `create index challenges_waiting_for_creator on challenges (creator_id, next_move_at, id)
       where (case when status in ('due', 'disputed') then 1
         when status = 'proposed' and proposal_by = 'opponent' then 1
         when status = 'active' and cancellation_requested_by = 'opponent' then 1 else 0 end) = 1`,
    `create index challenges_waiting_for_opponent on challenges (opponent_id, next_move_at, id)
       where is_hidden = 0 and (case when status in ('due', 'disputed') then 1
         when status = 'proposed' and proposal_by = 'creator' then 1
         when status = 'active' and cancellation_requested_by = 'creator' then 1 else 0 end) = 1`,
  ],
}
