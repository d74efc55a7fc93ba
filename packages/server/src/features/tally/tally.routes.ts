// /v1/challenges/{id}/tally
import { endpoints } from '@challenge-service/contract'
import { notVisible } from '../../kernel/refusal.ts'
import { findVisible } from '../challenges/storage/challenge.store.ts'
import { list, write, type Route } from '../route.ts'
import { disputeEntry, recordEntry, resolveEntry, reviewEntries } from './tally.service.ts'
import { listEntries } from './tally.store.ts'
import { viewTally } from './tally.view.ts'

export const tallyRoutes = (): readonly Route[] => [
  list(endpoints.getTally, async (reader, { actor, input, page }) => {
    const seen = await findVisible(reader, actor, input.id)
    if (!seen) throw notVisible()
    const rows = await listEntries(reader, seen.challenge.id, page)
    const shown = rows.slice(0, page.limit)
    const last = shown.at(-1)
    return {
      data: viewTally(seen.challenge.id, seen.challenge.life.tally, shown),
      next: rows.length > page.limit && last ? [last.id] : undefined,
    }
  }),
  write(endpoints.recordTally, recordEntry),
  write(endpoints.reviewTally, reviewEntries),
  write(endpoints.disputeTally, disputeEntry),
  write(endpoints.resolveTally, resolveEntry),
]
