// Whether the clock of this machine can be right, as far as the database can tell.
import { describeClock, findClockFault, isGrave, type ClockFault } from '../../store/clock/clock-check.ts'
import type { ServiceClock } from '../../store/clock/service-clock.ts'
import type { Store } from '../../store/store.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

const goingByIt: Readonly<Record<ClockFault['of'], string>> = {
  'the database server': 'log lines and the checks of certificates',
  'what was written last': 'deadlines and signatures',
}

export const checkClock = async (store: Store, clock: ServiceClock): Promise<Finding> => {
  const fault = await findClockFault(store, clock)
  if (fault === undefined) return ok('clock', 'the clock of this machine agrees with the database')
  const message = `${describeClock(fault.aheadMs, fault.of)}: set it right, best by NTP, since ${goingByIt[fault.of]} go by it`
  return isGrave(fault) ? failed('clock', message) : warning('clock', message)
}
