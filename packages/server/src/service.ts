// The composition root: opens storage, builds the context and the app, listens, and stops in the right order.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { endpoints, type Endpoint } from '@challenge-service/contract'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { LastUsed } from './features/access/last-used.ts'
import { challengeSettings } from './features/challenges/settings.ts'
import { linkRoutes } from './features/tally/link.routes.ts'
import { markAllUsed } from './features/challenges/notices/notice.store.ts'
import { acceptNewKey } from './features/encryption-keys/accept.service.ts'
import { loadKeys } from './features/encryption-keys/load.service.ts'
import { hideNode, refuseWhileCopied, showNode } from './features/encryption-keys/serving.service.ts'
import { SeenNodes } from './features/nodes/seen-nodes.ts'
import type { Route } from './features/route.ts'
import { readSite } from './interfaces/site/engine/site.ts'
import { listRoutes } from './operations/all-routes.ts'
import type { ServiceContext } from './operations/context.ts'
import { keepLimits, startLimits, stopSharing } from './ops/limits-over-restarts.ts'
import { deliveriesOf, makeMailer, makeSignInMailer } from './outgoing.ts'
import type { Log } from './log/log.ts'
import { drain } from './ops/draining.ts'
import type { Metrics } from './ops/metrics.ts'
import { liveTiming, type LiveTiming } from './operations/long-poll.ts'
import { LiveCalls } from './operations/live.ts'
import { Overload } from './ops/overload.ts'
import { Readiness } from './ops/readiness.ts'
import { runJobs, startJobs, stopJobs } from './jobs/jobs.ts'
import { systemClock, type Clock } from './kernel/clock.ts'
import type { Keyring } from './kernel/keyring.ts'
import type { Tracer } from './kernel/tracing.ts'
import { makeLimits, type Limits } from './limits/limits.ts'
import { linkTiming as defaultLinkTiming, type LinkState, type LinkTiming } from './limits/redis-link.ts'
import { openTracer } from './log/open-telemetry.ts'
import { migrate } from './store/migrations/migrate.ts'
import { openStore } from './store/open.ts'
import { Outage } from './store/health/outage.ts'
import { whileAnswered } from './store/health/silence.ts'
import { thisRelease } from './kernel/release.ts'
import { doubtClock } from './store/clock/clock-check.ts'
import { holdClock, openClock } from './store/clock/service-clock.ts'
import type { Store } from './store/store.ts'
import { traceStore } from './store/traced-store.ts'
import { warnAtStart } from './warn-at-start.ts'

/** Connections that wait to be accepted. Beyond them the system would cut clients off, where they could be told why. */
const BACKLOG = 4_096

export interface ServiceParts {
  readonly config: Config
  /** Of SECRET_KEY alone; what the database keeps is added at the start. */
  readonly keys: Keyring
  /** Held by a test, or by a tool that plays a story. Else the time is the database's. */
  readonly clock?: Clock
  /** What this machine says; a test moves it. */
  readonly machine?: Clock
  readonly log: Log
  readonly timing?: LiveTiming
  /** How long Redis may take, and what is held there. */
  readonly linkTiming?: LinkTiming
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
  /** The time that it goes by. */
  readonly clock: Clock
  /** With what the database keeps. */
  readonly keys: Keyring
  /** What was given up with a key that is missing, in lines for the operator. */
  readonly lost: readonly string[]
  /** Where /metrics is served, if it is. */
  readonly metricsPort: number | undefined
  /** How many calls are held open now, waiting for something to happen. */
  waitingCalls(): number
  /** How the limits that nodes share are counted now; undefined without REDIS_URL. */
  sharedLimits(): LinkState | undefined
  /** Runs each job once, now: what is due by the clock, mails included. */
  runDue(): Promise<void>
  /** Says that it stops, and goes on answering until nothing more comes: `stop` then cuts no call. */
  drain(): Promise<void>
  /** Answers what was accepted, then closes everything. Calling it twice is calling it once. */
  stop(): Promise<void>
}

export const startService = async ({
  config,
  keys: secrets,
  clock: held,
  machine = systemClock,
  log,
  timing = liveTiming,
  linkTiming = defaultLinkTiming,
  jobs = true,
  acceptNewKey: isAccepting = false,
  extra,
}: ServiceParts): Promise<Service> => {
  const metrics = config.metricsPort === undefined ? undefined : await makeMetrics(held ?? machine)
  const tracer = openTracer(thisRelease)
  const opened = await openStore(config.database, {
    onCommit: metrics && ((transactions, ms) => metrics.work.committed(transactions, ms)),
    // Another takes its place; where none can, storage is away, which is told.
    onIdleError: (error) => log.debug({ err: error }, 'an idle connection to the database was lost'),
  })
  const store = tracer ? traceStore(opened, tracer, systems[config.database.kind]) : opened
  const begin = async (): Promise<Service> => {
    await store.write(refuseWhileCopied)
    const tell = (level: 'warn' | 'info', sentence: string): void => log[level](sentence)
    const clock = held ? holdClock(held) : await openClock(store, { machine, tell })
    await migrate(store, clock.now())
    await doubtClock(store, clock)
    const { keys, lost } = isAccepting
      ? await acceptNewKey(store, secrets, clock.now())
      : { keys: await loadKeys(store, secrets, clock.now()), lost: [] }
    await warnAtStart({ store, config, clock, log })
    const perMinute = { read: config.readsPerMinute, write: config.writesPerMinute }
    const { redisUrl } = config
    const nodes = new SeenNodes(store, clock, log)
    const countNodes = (): number => nodes.count
    const limits = makeLimits({ redisUrl, perMinute, keys, clock, log, timing: linkTiming, countNodes })
    const { limiter, asks, shares, listens, slots } = limits
    const lastUsed = new LastUsed(markAllUsed)
    const live = new LiveCalls(store, clock, timing, slots)
    const outage = new Outage({ store, clock, log })
    const context = {
      config,
      keys,
      clock,
      log,
      outage,
      store,
      limiter,
      asks,
      shares,
      listens,
      lastUsed,
      live,
    }
    const service = await listen(context, { limits, nodes, jobs, extra, metrics, tracer })
    return { ...service, lost }
  }
  try {
    return await whileAnswered(store, begin)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** As traces name them. */
const systems = { file: 'sqlite', server: 'postgresql' } as const

/** What they are kept with is loaded by those alone who have them read. */
const makeMetrics = async ({ monotonic }: Clock): Promise<Metrics> => {
  const { Metrics: Loaded } = await import('./ops/metrics.ts')
  return new Loaded(monotonic)
}

interface ListenOptions {
  readonly limits: Limits
  readonly nodes: SeenNodes
  readonly jobs: boolean
  readonly extra: ServiceParts['extra'] | undefined
  readonly metrics: Metrics | undefined
  readonly tracer: Tracer | undefined
}

const listen = async (
  context: ServiceContext,
  { limits, nodes, jobs, extra, metrics, tracer }: ListenOptions,
): Promise<Omit<Service, 'lost'>> => {
  const { config, store, keys, clock, lastUsed } = context
  const nodeId = randomBytes(8).toString('hex')
  await showNode(store, keys, nodeId, clock.now())
  const mailer = makeMailer(context, metrics)
  const overload = new Overload({
    waitingWrites: () => store.waitingWrites,
    waitingReads: () => store.waitingReads,
    heldCalls: () => context.live.waiting,
    log: context.log,
    onShed: metrics && ((pressure) => metrics.work.shed(pressure)),
  })
  const readiness = new Readiness(context)
  metrics?.observe({
    store,
    database: config.database,
    clock,
    live: context.live,
    overload,
    sharedLimits: () => limits.link?.state,
    readiness,
  })
  const settings = challengeSettings(config)
  const app = buildApp(context, {
    routes: [...listRoutes(context, settings), ...(extra?.routes ?? [])],
    linkRoutes: linkRoutes(settings),
    table: [...Object.values(endpoints), ...(extra?.endpoints ?? [])],
    site: readSite(mailer.settings.baseUrl, config),
    overload,
    readiness,
    tracer,
    figures: metrics?.calls,
    onRefused: metrics && ((refusal) => metrics.work.refused(refusal)),
  })
  await startLimits(context, limits, nodes)
  try {
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
  } catch (error) {
    // They are for the next that starts.
    await keepLimits(context, limits)
    await stopSharing(limits, nodes)
    throw error
  }
  // A connection that could not be accepted. Without a listener the process would end.
  app.server.on('error', (error) => context.log.warn({ err: error }, 'the port of the service met an error'))
  const deliveries = deliveriesOf(context, metrics?.work, tracer)
  const work = {
    ...context,
    nodeId,
    mailer,
    signInMails: makeSignInMailer(context, mailer, metrics),
    deliveries,
    watchJobs: metrics?.jobs,
  }
  const loops = jobs ? startJobs(work) : []
  if (jobs) deliveries.start()
  const metricsServer =
    metrics && (await metrics.serve({ host: config.host, port: config.metricsPort ?? 0 }, context.log))
  // Each step is taken, whatever came of the one before: storage may be away.
  const stop = (): Promise<void> =>
    takeAll(context.log, [
      () => app.close(),
      () => metricsServer?.close(),
      () => stopJobs(work, loops),
      () => deliveries.stop(),
      () => mailer.transport?.close(),
      () => context.outage.stop(),
      () => keepLimits(context, limits),
      () => lastUsed.flush(store),
      () => stopSharing(limits, nodes),
      // If it cannot be said, it is plain after a minute.
      () =>
        hideNode(store, nodeId, clock.now()).catch((error: unknown) =>
          context.log.warn({ err: error }, 'this process could not take its leave'),
        ),
      () => store.close(),
    ])
  let stopped: Promise<void> | undefined
  return {
    url: getUrl(app.server.address() as AddressInfo),
    store,
    clock,
    keys,
    metricsPort: metricsServer?.port,
    waitingCalls: () => context.live.waiting,
    sharedLimits: () => limits.link?.state,
    runDue: () => runJobs(work),
    drain: () => drain(app.server, context.live, config.drainSeconds),
    stop: () => (stopped ??= stop()),
  }
}

/** One after another. Each that fails is logged; rejects at the end with the last of them. */
const takeAll = async (log: Log, steps: readonly (() => unknown)[]): Promise<void> => {
  let failure: { readonly error: unknown } | undefined
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      log.warn({ err: error }, 'something could not be put in order at the stop')
      failure = { error }
    }
  }
  if (failure) throw failure.error
}

const getUrl = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
