// The composition root: opens storage, builds the floor and the app, listens, and stops in the right order.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { endpoints, type Endpoint } from '@challenge-service/contract'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { DeliveryEngine, type DeliveryWatch } from './delivery/engine.ts'
import { createHttpClient } from './delivery/http/client.ts'
import { Capacity } from './delivery/queue/capacity.ts'
import { LastUsed } from './features/access/last-used.ts'
import { challengeRoutes } from './features/challenges/challenge.routes.ts'
import type { ChallengeSettings } from './features/challenges/rules/life.rules.ts'
import { noteDelivered, noteUnwanted } from './features/challenges/notices/notice.service.ts'
import { markAllUsed } from './features/challenges/notices/notice.store.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { groupRoutes } from './features/groups/groups.routes.ts'
import { acceptNewKey } from './features/keys/accept.service.ts'
import { loadKeys } from './features/keys/load.service.ts'
import { hideNode, showNode } from './features/keys/nodes.service.ts'
import { meRoutes } from './features/me/me.routes.ts'
import { countForeignPasskeys } from './features/passkeys/passkey.store.ts'
import { questionRoutes } from './features/questions/question.routes.ts'
import type { SignInMailer } from './features/sign-in/sign-in-mails.service.ts'
import { tallyRoutes } from './features/tally/tally.routes.ts'
import { webhookRoutes } from './features/webhooks/webhook.routes.ts'
import type { Route } from './features/route.ts'
import type { Floor } from './http/floor.ts'
import { isLoopback } from './kernel/networks.ts'
import type { Log } from './log/log.ts'
import { Metrics, serveMetrics } from './http/metrics.ts'
import { keepWindows, recallWindows } from './http/kept-windows.ts'
import { liveTiming, type LiveTiming } from './http/live-call.ts'
import { LiveCalls } from './http/live.ts'
import type { Site } from './http/pages/page-parts.ts'
import { LocalRateLimiter } from './http/rate-limiter.ts'
import { runJobs, startJobs } from './jobs/jobs.ts'
import type { Clock } from './kernel/clock.ts'
import { DAY_MS, HOUR_MS } from './kernel/instants.ts'
import type { Keyring } from './kernel/keyring.ts'
import { readMailSettings, type MailSettings } from './mail/compose.ts'
import { AT_ONCE, type Mailer } from './mail/sender.ts'
import { makeSmtpTransport } from './mail/smtp.ts'
import { migrate } from './store/migrate.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'

export interface ServiceParts {
  readonly config: Config
  /** Of SECRET_KEY alone; what the database keeps is added at the start. */
  readonly keys: Keyring
  readonly clock: Clock
  readonly log: Log
  readonly timing?: LiveTiming
  /** Goes on where the database needs a key that is not given. */
  readonly acceptNewKey?: boolean
  /** False where a test runs the jobs itself, with `runDue`. */
  readonly jobs?: boolean
  /** Endpoints beyond those of the contract, with their routes: the probes of the tests. */
  readonly extra?: { readonly endpoints: readonly Endpoint[]; readonly routes: readonly Route[] }
}

export interface Service {
  readonly url: string
  readonly store: Store
  /** With what the database keeps. */
  readonly keys: Keyring
  /** What was given up with a key that is missing, in lines for the operator. */
  readonly lost: readonly string[]
  /** Where /metrics is served, if it is. */
  readonly metricsPort: number | undefined
  /** How many calls are held open now, waiting for something to happen. */
  waitingCalls(): number
  /** Runs each job once, now: what is due by the clock, mails included. */
  runDue(): Promise<void>
  /** Answers what was accepted, then closes everything. Calling it twice is calling it once. */
  stop(): Promise<void>
}

export const startService = async ({
  config,
  keys: secrets,
  clock,
  log,
  timing = liveTiming,
  jobs = true,
  acceptNewKey: isAccepting = false,
  extra,
}: ServiceParts): Promise<Service> => {
  const store = await openStore(config.database, {
    onIdleError: (error) => log.warn({ err: error }, 'an idle connection to the database was lost'),
  })
  try {
    await migrate(store, clock.now())
    const { keys, lost } = isAccepting
      ? await acceptNewKey(store, secrets, clock.now())
      : { keys: await loadKeys(store, secrets, clock.now()), lost: [] }
    for (const unused of unusedSettings(config)) log.warn(`${unused} is set, but nothing uses it yet`)
    if (config.smtpUrl !== undefined && config.site.contact === undefined) {
      log.warn('SITE_CONTACT is not set: mails do not say who runs this service')
    }
    await warnOfPasskeys(store, config, log)
    warnOfPlainHttp(config, log)
    for (const setting of await store.listUnsafeSettings()) {
      log.error(`DANGER: PostgreSQL's ${setting}: a crash can lose what was acknowledged`)
    }
    const service = await listen(
      {
        config,
        keys,
        clock,
        log,
        store,
        ...readLimits(config, clock),
        live: new LiveCalls(store, clock, timing),
      },
      jobs,
      extra,
    )
    return { ...service, lost }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** A passkey works under the host that it was made for alone. */
const warnOfPasskeys = async (store: Store, { publicUrl, site }: Config, log: Log): Promise<void> => {
  if (!site.isOn || publicUrl === undefined) return
  const { hostname } = new URL(publicUrl)
  const count = await countForeignPasskeys(store, hostname)
  if (count > 0)
    log.warn(`${count} passkeys were made for another host than ${hostname}, and do not work there`)
}

const warnOfPlainHttp = ({ publicUrl, site }: Config, log: Log): void => {
  if (!site.isOn || publicUrl === undefined) return
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'http:' && !isLoopback(hostname)) {
    log.warn('PUBLIC_URL is plain http: nobody can sign in to the site. Put https in front, or set SITE=off')
  }
}

const makeMailer = ({ store, clock, keys, config, log }: Floor): Mailer => ({
  store,
  settings: readMailSettings(keys, config),
  effects: { onDelivered: noteDelivered, onUnwanted: noteUnwanted },
  post: config.smtpUrl === undefined ? undefined : makeSmtpTransport(config.smtpUrl, AT_ONCE),
  now: clock.now,
  onFailure: (mailId, error) => log.warn({ mail: mailId, err: error }, 'a mail could not be handed over'),
})

/** Undefined where no mail leaves, or nobody signs in. */
const makeSignInMailer = (
  { store, clock, config, log }: Floor,
  { settings, post }: Mailer,
): SignInMailer | undefined =>
  post === undefined || !config.site.isOn
    ? undefined
    : {
        store,
        settings,
        post,
        signUp: config.site.signUp,
        now: clock.now,
        onFailure: (id, error) =>
          log.warn({ sign_in: id, err: error }, 'a mail to sign in could not be handed over'),
      }

const unusedSettings = ({ redisUrl }: Config): readonly string[] =>
  redisUrl === undefined ? [] : ['REDIS_URL']

const readSite = ({ baseUrl }: MailSettings, { site, smtpUrl }: Config): Site => ({
  baseUrl,
  name: site.name,
  contact: site.contact ?? null,
  timeZone: site.timeZone,
  imprintUrl: site.imprintUrl ?? null,
  privacyUrl: site.privacyUrl ?? null,
  signInPath: site.isOn && smtpUrl !== undefined && site.signUp !== 'closed' ? '/sign-in' : null,
})

const challengeSettings = ({ confirmHours, disputeDays, settleDays, stakes }: Config): ChallengeSettings => ({
  confirmMs: confirmHours * HOUR_MS,
  disputeMs: disputeDays * DAY_MS,
  settleMs: settleDays * DAY_MS,
  stakes,
})

const listRoutes = (
  { config, keys }: Pick<Floor, 'config' | 'keys'>,
  settings: ChallengeSettings,
): readonly Route[] => [
  ...meRoutes(config),
  ...challengeRoutes(settings),
  ...tallyRoutes(),
  ...eventRoutes(),
  ...webhookRoutes({ keys, ...config.webhooks }),
  ...groupRoutes(),
  ...questionRoutes(),
]

const deliveriesOf = (floor: Floor, watch: DeliveryWatch | undefined): DeliveryEngine => {
  const { config, store, keys, clock, log } = floor
  const { timeoutMs, allowPrivate } = config.webhooks
  const capacity = new Capacity()
  const limit = (origin: string): number => capacity.limit(origin)
  const client = createHttpClient({ timeoutMs, allowPrivate, limit }, { clock })
  return new DeliveryEngine({ store, client, capacity, keys, clock, log, watch, settings: config.webhooks })
}

const readLimits = (config: Config, clock: Clock) => ({
  limiter: new LocalRateLimiter(
    { read: config.readsPerMinute, write: config.writesPerMinute },
    clock.monotonic,
  ),
  lastUsed: new LastUsed(markAllUsed),
})

type LimitedFloor = Floor & { readonly limiter: LocalRateLimiter }

const listen = async (
  floor: LimitedFloor,
  jobs: boolean,
  extra: ServiceParts['extra'],
): Promise<Omit<Service, 'lost'>> => {
  const { config, store, keys, clock, lastUsed } = floor
  const nodeId = randomBytes(8).toString('hex')
  await showNode(store, keys, nodeId, clock.now())
  const mailRoom = makeMailer(floor)
  const settings = challengeSettings(config)
  const app = buildApp(floor, {
    routes: [...listRoutes(floor, settings), ...(extra?.routes ?? [])],
    table: [...Object.values(endpoints), ...(extra?.endpoints ?? [])],
    pages: { settings, site: readSite(mailRoom.settings, config) },
  })
  await recallWindows(floor)
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    // They are for the next that starts.
    await keepWindows(floor)
    throw error
  }
  const metrics = config.metricsPort === undefined ? undefined : new Metrics(store, floor.clock)
  const deliveries = deliveriesOf(floor, metrics)
  const work = { ...floor, nodeId, mailRoom, signInMails: makeSignInMailer(floor, mailRoom), deliveries }
  const loops = jobs ? startJobs(work) : []
  if (jobs) deliveries.start()
  const metricsServer =
    metrics && (await serveMetrics(metrics, { host: config.host, port: config.metricsPort ?? 0 }, floor.log))
  const stop = async (): Promise<void> => {
    await app.close()
    await metricsServer?.close()
    await Promise.all([...loops.map((loop) => loop.stop()), deliveries.stop()])
    mailRoom.post?.close()
    try {
      await Promise.all([keepWindows(floor), lastUsed.flush(store)])
      // If it cannot be said, it is plain after a minute.
      await hideNode(store, nodeId, clock.now()).catch((error: unknown) =>
        floor.log.warn({ err: error }, 'this process could not take its leave'),
      )
    } finally {
      await store.close()
    }
  }
  let stopped: Promise<void> | undefined
  return {
    url: getUrl(app.server.address() as AddressInfo),
    store,
    keys,
    metricsPort: metricsServer?.port,
    waitingCalls: () => floor.live.waiting,
    runDue: () => runJobs(work),
    stop: () => (stopped ??= stop()),
  }
}

const getUrl = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
