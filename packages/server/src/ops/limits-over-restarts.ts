// The limits of a process as it starts and stops.
import type { SeenNodes } from '../features/nodes/seen-nodes.ts'
import type { Limits } from '../limits/limits.ts'
import type { ServiceContext } from '../operations/context.ts'
import { keepWindows, recallWindows } from './kept-windows.ts'

/** Over a restart they are kept by Redis; without it, in the database. */
export const keepLimits = ({ store, clock, log }: ServiceContext, { own, link }: Limits): Promise<void> =>
  link?.state.isShared ? Promise.resolve() : keepWindows({ store, clock, log, limiter: own })

export const stopSharing = async ({ slots, link }: Limits, nodes: SeenNodes): Promise<void> => {
  slots?.stop()
  await Promise.all([link?.close(), nodes.stop()])
}

export const startLimits = async (
  { store, clock, log }: ServiceContext,
  { own, link }: Limits,
  nodes: SeenNodes,
): Promise<void> => {
  await recallWindows({ store, clock, log, limiter: own, nextMark: link?.nextMark })
  if (!link) return
  await nodes.start()
  await link.start()
}
