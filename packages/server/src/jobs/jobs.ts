// Everything that happens by itself, and how often.
import type { DeliveryEngine } from '../delivery/engine.ts'
import type { LastUsed } from '../features/access/last-used.ts'
import { runDeadlines } from '../features/challenges/change/deadlines.ts'
import { pruneFeeds } from '../features/events/pruning.ts'
import { runReminders } from '../features/challenges/notices/reminders.ts'
import { showNode } from '../features/encryption-keys/serving.service.ts'
import { BEAT_MS } from '../features/nodes/nodes.store.ts'
import { keepDaily } from '../features/questions/question.service.ts'
import { sendSignInMails, type SignInMailer } from '../features/sign-in/sign-in-mails.service.ts'
import { warnOfExpiry } from '../features/tokens/own-tokens.service.ts'
import { resealSecrets } from '../features/webhooks/reseal.ts'
import { pruneDeliveries } from '../features/webhooks/pruning.ts'
import { continueDeletions } from '../features/privacy/group-deletion.service.ts'
import { continueErasures } from '../features/privacy/erasure.service.ts'
import { pruneStakes } from '../features/statistics/pruning.ts'
import { eraseIdle } from '../features/privacy/retention.service.ts'
import type { Log } from '../log/log.ts'
import { MINUTE_MS } from '../kernel/instants.ts'
import type { Keyring } from '../kernel/keyring.ts'
import { pruneMails, releaseFromUnknownMails, sendDueMails, type Mailer } from '../mail/outbox/sender.ts'
import { markBelieved } from '../store/clock/clock-check.ts'
import type { Outage } from '../store/health/outage.ts'
import { KEPT_EVERY_MS, type ServiceClock } from '../store/clock/service-clock.ts'
import type { Store } from '../store/store.ts'
import { startLoop, type Loop } from './loop.ts'
import { pruneAll, pruneAnswers } from './pruning.ts'

export interface JobParts {
  readonly store: Store
  readonly clock: ServiceClock
  readonly keys: Keyring
  readonly nodeId: string
  readonly log: Log
  readonly lastUsed: LastUsed
  readonly mailer: Mailer
  /** Undefined where nobody is mailed to sign in. */
  readonly signInMails: SignInMailer | undefined
  readonly deliveries: DeliveryEngine
  readonly outage: Outage
  /** Undefined where nobody reads figures. */
  readonly watchJobs: JobWatch | undefined
}

export interface JobWatch {
  /** Says which jobs there are, before they first run. */
  expect(names: readonly string[]): void
  ran(name: string, hasSucceeded: boolean, ms: number): void
}

interface Job {
  readonly name: string
  readonly everyMs: number
  /** It ends or removes things for good, by the time that it is: not before the clock is believed. */
  readonly needsTime?: true
  readonly run: (parts: JobParts) => Promise<void>
}

/** Everything that the clock owes, however much there is. */
const catchUp = async ({ store, clock }: JobParts): Promise<void> => {
  for (const run of [runDeadlines, runReminders]) {
    let more = true
    while (more) more = (await run(store, clock.now())).mayBeMore
  }
}

const jobs: readonly Job[] = [
  // First, since all others go by it.
  { name: 'clock', everyMs: KEPT_EVERY_MS, run: ({ clock }) => clock.keep() },
  { name: 'clock mark', everyMs: MINUTE_MS, run: ({ store, clock }) => markBelieved(store, clock) },
  { name: 'deadlines', everyMs: 1_000, needsTime: true, run: catchUp },
  {
    name: 'mails to sign in',
    everyMs: 500,
    run: async ({ signInMails }) => signInMails && sendSignInMails(signInMails),
  },
  { name: 'mails', everyMs: 1_000, run: ({ mailer }) => sendDueMails(mailer) },
  {
    name: 'expiring tokens',
    everyMs: 600_000,
    needsTime: true,
    run: ({ store, clock }) => warnOfExpiry(store, clock.now()),
  },
  { name: 'daily question', everyMs: 5_000, run: ({ store, clock }) => keepDaily(store, clock.now()) },
  { name: 'last used', everyMs: 30_000, run: ({ store, lastUsed }) => lastUsed.flush(store) },
  {
    name: 'remembered answers',
    everyMs: 60_000,
    needsTime: true,
    run: ({ store, clock }) => pruneAnswers(store, clock.now()),
  },
  {
    name: 'pruning',
    everyMs: 600_000,
    needsTime: true,
    run: ({ store, clock }) => pruneAll(store, clock.now()),
  },
  {
    name: 'node',
    everyMs: BEAT_MS,
    run: ({ store, keys, nodeId, clock }) => showNode(store, keys, nodeId, clock.now()),
  },
  {
    name: 'signing secrets',
    everyMs: 600_000,
    run: ({ store, keys, log }) =>
      resealSecrets(store, keys, (webhookId, error) =>
        log.error(
          { webhook: webhookId, err: error },
          'a signing secret or the headers cannot be re-encrypted',
        ),
      ),
  },
  { name: 'old events', everyMs: 600_000, run: ({ store, clock }) => pruneFeeds(store, clock.now()) },
  {
    name: 'old deliveries',
    everyMs: 600_000,
    needsTime: true,
    run: ({ store, clock }) => pruneDeliveries(store, clock.now()),
  },
  {
    name: 'old stakes',
    everyMs: 600_000,
    needsTime: true,
    run: ({ store, clock }) => pruneStakes(store, clock.now()),
  },
  {
    name: 'idle people',
    everyMs: 600_000,
    needsTime: true,
    run: ({ store, clock }) => eraseIdle(store, clock.now()),
  },
  {
    name: 'erasures',
    everyMs: 5_000,
    run: ({ store, keys, clock }) => continueErasures(store, keys, clock.now()),
  },
  { name: 'deletions', everyMs: 5_000, run: ({ store, clock }) => continueDeletions(store, clock.now()) },
  {
    name: 'mails that wait for unknown ones',
    everyMs: 600_000,
    run: ({ store, clock }) => releaseFromUnknownMails(store, clock.now()),
  },
  {
    name: 'old mails',
    everyMs: 600_000,
    needsTime: true,
    run: ({ store, clock }) => pruneMails(store, clock.now()),
  },
]

export const startJobs = (parts: JobParts): readonly Loop[] => {
  parts.watchJobs?.expect(jobs.map(({ name }) => name))
  return jobs.map((job) => startLoop(job.name, job.everyMs, parts.outage, () => runJob(parts, job)))
}

const runJob = async (parts: JobParts, { name, needsTime, run }: Job): Promise<void> => {
  const { clock, watchJobs } = parts
  if (needsTime && !clock.isBelieved()) return
  const beganAt = clock.monotonic()
  let hasSucceeded = false
  try {
    await run(parts)
    hasSucceeded = true
  } finally {
    watchJobs?.ran(name, hasSucceeded, clock.monotonic() - beganAt)
  }
}

const slotsOf = ({ mailer, signInMails }: JobParts) =>
  [mailer, signInMails].flatMap((sending) => sending?.slots ?? [])

const drainSlots = async (parts: JobParts): Promise<void> => {
  for (const slots of slotsOf(parts)) await slots.drain()
}

/** Begins no other run and no other mail, and waits for those in progress. */
export const stopJobs = async (parts: JobParts, loops: readonly Loop[]): Promise<void> => {
  for (const slots of slotsOf(parts)) slots.close()
  await Promise.all(loops.map((loop) => loop.stop()))
  await drainSlots(parts)
}

/** Each job once, now; and every delivery that is due, which otherwise has a loop of its own. */
export const runJobs = async (parts: JobParts): Promise<void> => {
  for (const job of jobs) {
    await runJob(parts, job)
    await drainSlots(parts)
  }
  await parts.deliveries.runDue()
}
