// Whether the clock of this machine can be right, as far as the database can tell.
import { describeClock, findClockFault, isGrave } from '../../store/clock-check.ts'
import type { Store } from '../../store/store.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

export const checkClock = async (store: Store, readNow: () => number): Promise<Finding> => {
  const fault = await findClockFault(store, readNow)
  if (fault === undefined) return ok('clock', 'the clock of this machine agrees with the database')
  const message = `${describeClock(fault)}: set it right, best by NTP, since deadlines and signatures go by it`
  return isGrave(fault) ? failed('clock', message) : warning('clock', message)
}
