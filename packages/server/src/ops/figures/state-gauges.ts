// What is so at the moment when the figures are asked for.
import { Counter, Gauge, type Registry } from 'prom-client'
import { thisRelease } from '../../kernel/release.ts'
import type { LinkState } from '../../limits/redis-link.ts'
import type { ServiceClock } from '../../store/clock/service-clock.ts'
import type { PoolLoad, Store } from '../../store/store.ts'
import type { DatabaseTarget } from '../../store/target.ts'
import type { LiveCalls } from '../../operations/live.ts'
import type { Overload } from '../overload.ts'
import type { Readiness } from '../readiness.ts'
import { readDepths } from './depths.ts'
import { readDisk, type DiskSpace } from './disk.ts'
import { TimedSample } from './sample.ts'

export interface StateParts {
  readonly store: Store
  readonly database: DatabaseTarget
  readonly clock: ServiceClock
  readonly live: LiveCalls
  readonly overload: Overload
  /** Undefined without Redis. */
  readonly sharedLimits: () => LinkState | undefined
  readonly readiness: Readiness
}

/** Returns what to do before the gauges are read. */
export const addStateGauges = (
  registry: Registry,
  { store, database, clock, live, overload, sharedLimits, readiness }: StateParts,
): (() => Promise<void>) => {
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `challenge_service_${name}`, help, labelNames, registers: [registry] })

  const addPoolGauges = () => {
    const pool = gauge('pool_connections', 'Connections to PostgreSQL that write, by state.', 'state')
    const waiting = gauge('pool_waiting', 'Transactions that wait for a connection to PostgreSQL.')
    return (load: PoolLoad): void => {
      pool.set({ state: 'open' }, load.size)
      pool.set({ state: 'idle' }, load.idle)
      waiting.set(load.waiting)
    }
  }

  const addDiskGauges = () => {
    const free = gauge('disk_free_bytes', 'What is free on the disk of the database, for who is not root.')
    const size = gauge('disk_size_bytes', 'The size of the disk of the database.')
    return (diskSpace: DiskSpace | undefined): void => {
      for (const one of [free, size]) one.remove()
      if (!diskSpace) return
      free.set(diskSpace.freeBytes)
      size.set(diskSpace.sizeBytes)
    }
  }

  gauge('build_info', 'The release that runs; always 1.', 'version').set({ version: thisRelease }, 1)
  const ready = gauge('readiness', 'What /readyz says, as the label status; always 1.', 'status')
  const skew = gauge(
    'clock_skew_seconds',
    'How far the clock of this machine is ahead of the time that the service goes by; below zero, behind.',
  )
  const inProgress = gauge(
    'http_in_progress',
    'Calls that are begun and not answered, without those held open.',
  )
  const held = gauge('http_held', 'Calls and streams that are held open, waiting for something to happen.')
  const writes = gauge('writes_waiting', 'Transactions that wait for their turn to begin.')
  const limitsAway = gauge(
    'shared_limits_away',
    '1 while limits that nodes share are counted in this process alone.',
  )
  const countedAlone = new Counter({
    name: 'challenge_service_limits_counted_alone_total',
    help: 'Calls since the start that this process counted alone, while limits that nodes share were away.',
    registers: [registry],
  })
  const setPool = store.pool === undefined ? undefined : addPoolGauges()
  const sampled = gauge('storage_sampled', '1 where what waits in the database could be read in time.')
  const deliveries = gauge('webhook_waiting', 'Deliveries that wait to be tried, or tried again.')
  const oldestDelivery = gauge(
    'webhook_oldest_waiting_seconds',
    'How long the oldest delivery that was never tried has waited.',
  )
  const mails = gauge('mails_waiting', 'Mails that are due and not sent yet.', 'kind')
  const oldestMail = gauge(
    'mails_oldest_waiting_seconds',
    'How long the mail that waits longest has been due.',
    'kind',
  )
  const backup = gauge(
    'last_backup_age_seconds',
    'How long ago the command backup last made one of this database; not there where it never did.',
  )
  const setDisk = database.kind === 'file' ? addDiskGauges() : undefined
  const sample = new TimedSample(() => readDepths(store, clock.now()))
  const disk = new TimedSample(() => readDisk(database))
  const age = (at: number | null): number => (at === null ? 0 : Math.max(0, (clock.now() - at) / 1000))

  return async () => {
    skew.set(clock.skewMs() / 1000)
    inProgress.set(overload.inProgress)
    held.set(live.waiting)
    writes.set(store.waitingWrites)
    if (store.pool) setPool?.(store.pool)
    const shared = sharedLimits()
    limitsAway.set(shared?.isShared === false ? 1 : 0)
    countedAlone.reset()
    countedAlone.inc(shared?.countedAlone ?? 0)
    const [depths, diskSpace, status] = await Promise.all([sample.read(), disk.read(), readiness.status()])
    setDisk?.(diskSpace)
    ready.reset()
    ready.set({ status }, 1)
    sampled.set(depths ? 1 : 0)
    // What is not known is left out: an old number would pass for a new one.
    for (const one of [deliveries, oldestDelivery, mails, oldestMail]) one.reset()
    backup.remove()
    if (!depths) {
      for (const one of [deliveries, oldestDelivery]) one.remove()
      return
    }
    if (depths.backupAt !== null) backup.set(age(depths.backupAt))
    deliveries.set(depths.deliveries.waiting)
    oldestDelivery.set(age(depths.deliveries.oldestAt))
    for (const kind of ['notice', 'sign_in'] as const) {
      mails.set({ kind }, depths.mails[kind].waiting)
      oldestMail.set({ kind }, age(depths.mails[kind].oldestAt))
    }
  }
}
