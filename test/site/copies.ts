// Many challenges at once: one is made the way every challenge is, and copied inside the database.
import type { Challenge } from '@challenge-service/contract'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { TestService } from '../support/service.ts'

let series = 0

/** So many more of it, listed where it is, each made later and due a minute later than the one before. */
export const copyChallenge = async (
  service: TestService,
  { id }: Challenge,
  count: number,
): Promise<void> => {
  const row = await service.store.first(once<object>(`select * from challenges where id = '${id}'`))
  const columns = Object.keys(row ?? {})
  series += 1
  const start = `7${String(series).padStart(3, '0')}`
  const newId = `'ch_${start}' || substr('${'0'.repeat(22)}', 1, 22 - length(cast(n as text))) || cast(n as text)`
  const copied: Record<string, string> = {
    id: newId,
    next_move_at: 'next_move_at + n * 60000',
    due_at: 'due_at + n * 60000',
    snapshot: 'null',
  }
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
  await service.store.write(async (tx) => {
    await tx.run(
      once(`insert into challenges (${columns.join(', ')}) ${numbers}
        select ${columns.map((column) => copied[column] ?? column).join(', ')}
        from challenges, numbers where challenges.id = '${id}'`),
    )
    await tx.run(
      once(`insert into challenge_listings (listing, role, status, challenge_id, reference) ${numbers}
        select listing, role, status, ${newId}, reference
        from challenge_listings, numbers where challenge_id = '${id}'`),
    )
  })
}
