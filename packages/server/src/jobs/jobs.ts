// Everything that happens by itself, and how often.
import type { LastUsed } from '../features/access/last-used.ts'
import { runDeadlines } from '../features/challenges/deadlines.ts'
import type { Log } from '../http/log.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'
import { startLoop, type Loop } from './loop.ts'
import { pruneAll } from './pruning.ts'

export interface JobParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly lastUsed: LastUsed
}

interface Job {
  readonly name: string
  readonly everyMs: number
  readonly run: (parts: JobParts) => Promise<void>
}

/** Everything that the clock owes, however much there is. */
const catchUp = async ({ store, clock }: JobParts): Promise<void> => {
  let more = true
  while (more) more = (await runDeadlines(store, clock.now())).mayBeMore
}

const jobs: readonly Job[] = [
  { name: 'deadlines', everyMs: 1_000, run: catchUp },
  { name: 'last used', everyMs: 30_000, run: ({ store, lastUsed }) => lastUsed.flush(store) },
  { name: 'pruning', everyMs: 600_000, run: ({ store, clock }) => pruneAll(store, clock.now()) },
]

export const startJobs = (parts: JobParts): readonly Loop[] =>
  jobs.map(({ name, everyMs, run }) => startLoop(name, everyMs, parts.log, () => run(parts)))

/** Each job once, now. */
export const runJobs = async (parts: JobParts): Promise<void> => {
  for (const { run } of jobs) await run(parts)
}
