// The composition root: opens storage, builds the floor and the app, listens, and stops in the right order.
import type { AddressInfo } from 'node:net'
import { endpoints, type Endpoint } from '@challenge-service/contract'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { LastUsed } from './features/access/last-used.ts'
import { challengeRoutes } from './features/challenges/challenge.routes.ts'
import type { ChallengeSettings } from './features/challenges/challenge.service.ts'
import { runDeadlines } from './features/challenges/deadlines.ts'
import { runReminders } from './features/challenges/reminders.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { meRoutes } from './features/me/me.routes.ts'
import { tallyRoutes } from './features/tally/tally.routes.ts'
import type { Route } from './features/route.ts'
import type { Floor } from './http/floor.ts'
import type { Log } from './http/log.ts'
import { LocalRateLimiter } from './http/rate-limiter.ts'
import { startLoop } from './jobs/loop.ts'
import type { Clock } from './kernel/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './kernel/instants.ts'
import type { Keyring } from './kernel/keyring.ts'
import { letterheadOf } from './mail/compose.ts'
import { AT_ONCE, pruneMails, sendDueMails, type MailRoom } from './mail/sender.ts'
import { smtpPost } from './mail/smtp.ts'
import { migrate } from './store/migrate.ts'
import { durabilityProblems, openStore } from './store/open.ts'
import type { Store } from './store/store.ts'

const LAST_USED_EVERY_MS = 30_000
const DEADLINES_EVERY_MS = 1_000
const MAILS_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 10 * MINUTE_MS

export interface ServiceParts {
  readonly config: Config
  readonly keys: Keyring
  readonly clock: Clock
  readonly log: Log
  /** False where a test runs the jobs itself, with `runDue`. */
  readonly jobs?: boolean
  /** Endpoints beyond those of the contract, with their routes: the probes of the tests. */
  readonly extra?: { readonly endpoints: readonly Endpoint[]; readonly routes: readonly Route[] }
}

export interface Service {
  readonly url: string
  readonly store: Store
  /** Does everything that is due by the clock now, mails included. */
  runDue(): Promise<void>
  /** Answers what was accepted, then closes everything. Calling it twice is calling it once. */
  stop(): Promise<void>
}

export const startService = async ({
  config,
  keys,
  clock,
  log,
  jobs = true,
  extra,
}: ServiceParts): Promise<Service> => {
  const store = await openStore(config.database, {
    onIdleError: (error) => log.warn({ err: error }, 'an idle connection to the database was lost'),
  })
  try {
    await migrate(store, clock.now())
    for (const unused of unusedSettings(config)) log.warn(`${unused} is set, but nothing uses it yet`)
    for (const problem of await durabilityProblems(store)) {
      log.error(`DANGER: PostgreSQL's ${problem}: a crash can lose what was acknowledged`)
    }
    return await listen({ config, keys, clock, log, store, ...limitsOf(config, clock) }, jobs, extra)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Everything that the clock owes, however much there is. */
const catchUp = async ({ store, clock }: Floor): Promise<void> => {
  for (const run of [runDeadlines, runReminders]) {
    for (let more = true; more;) more = (await run(store, clock.now())).mayBeMore
  }
}

const mailRoomOf = ({ store, clock, keys, config, log }: Floor): MailRoom => ({
  store,
  letterhead: letterheadOf(keys, config),
  post: config.smtpUrl === undefined ? undefined : smtpPost(config.smtpUrl, AT_ONCE),
  now: clock.now,
  onFailure: (mailId, error) => log.warn({ mail: mailId, err: error }, 'a mail could not be handed over'),
})

const unusedSettings = ({ redisUrl }: Config): readonly string[] =>
  redisUrl === undefined ? [] : ['REDIS_URL']

const challengeSettings = ({ confirmHours, disputeDays, settleDays, stakes }: Config): ChallengeSettings => ({
  confirmMs: confirmHours * HOUR_MS,
  disputeMs: disputeDays * DAY_MS,
  settleMs: settleDays * DAY_MS,
  stakes,
})

const limitsOf = (config: Config, clock: Clock) => ({
  limiter: new LocalRateLimiter(
    { read: config.readsPerMinute, write: config.writesPerMinute },
    clock.monotonic,
  ),
  lastUsed: new LastUsed(),
})

const listen = async (floor: Floor, jobs: boolean, extra: ServiceParts['extra']): Promise<Service> => {
  const { config, store, lastUsed, log } = floor
  const mailRoom = mailRoomOf(floor)
  const settings = challengeSettings(config)
  const app = buildApp(floor, {
    routes: [
      ...meRoutes(config),
      ...challengeRoutes(settings),
      ...tallyRoutes(),
      ...eventRoutes(),
      ...(extra?.routes ?? []),
    ],
    table: [...Object.values(endpoints), ...(extra?.endpoints ?? [])],
    pages: { settings, baseUrl: mailRoom.letterhead.baseUrl },
  })
  await app.listen({ host: config.host, port: config.port })
  const loops = jobs
    ? [
        startLoop('last used', LAST_USED_EVERY_MS, log, () => lastUsed.flush(store)),
        startLoop('deadlines', DEADLINES_EVERY_MS, log, () => catchUp(floor)),
        startLoop('mails', MAILS_EVERY_MS, log, () => sendDueMails(mailRoom)),
        startLoop('old mails', PRUNE_EVERY_MS, log, () => pruneMails(store, floor.clock.now())),
      ]
    : []
  const stop = async (): Promise<void> => {
    await app.close()
    await Promise.all(loops.map((loop) => loop.stop()))
    mailRoom.post?.close()
    try {
      await lastUsed.flush(store)
    } finally {
      await store.close()
    }
  }
  let stopped: Promise<void> | undefined
  return {
    url: urlOf(app.server.address() as AddressInfo),
    store,
    runDue: async () => {
      await catchUp(floor)
      await sendDueMails(mailRoom)
    },
    stop: () => (stopped ??= stop()),
  }
}

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
