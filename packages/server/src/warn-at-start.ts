// What an operator should know when a process starts, though it starts all the same.
import type { Config } from './config/config.ts'
import { countForeignPasskeys } from './features/passkeys/passkey.store.ts'
import { isLoopback } from './kernel/networks.ts'
import type { Log } from './log/log.ts'
import { describeClock, findClockFault } from './store/clock/clock-check.ts'
import type { ServiceClock } from './store/clock/service-clock.ts'
import type { Store } from './store/store.ts'

interface StartParts {
  readonly store: Store
  readonly config: Config
  readonly clock: ServiceClock
  readonly log: Log
}

export const warnAtStart = async ({ store, config, clock, log }: StartParts): Promise<void> => {
  tellOfLimits(config, log)
  if (config.smtpUrl !== undefined && config.site.contact === undefined) {
    log.warn('SITE_CONTACT is not set: mails do not say who runs this service')
  }
  await warnOfPasskeys(store, config, log)
  warnOfPlainHttp(config, log)
  if (config.database.kind === 'file') await warnOfClock(store, clock, log)
  for (const setting of await store.listUnsafeSettings()) {
    log.error(`DANGER: PostgreSQL's ${setting}: a crash can lose what was acknowledged`)
  }
}

/** On PostgreSQL there may be other nodes. */
const tellOfLimits = ({ database, redisUrl }: Config, log: Log): void => {
  if (database.kind === 'server' && redisUrl === undefined) {
    log.info('without REDIS_URL the limits by the minute and by the hour are counted in each process')
  }
}

/** On PostgreSQL the clock says so itself. */
const warnOfClock = async (store: Store, clock: ServiceClock, log: Log): Promise<void> => {
  const fault = await findClockFault(store, clock)
  if (fault) log.warn(`${describeClock(fault.aheadMs, fault.of)}: deadlines and signatures go by it`)
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
