// Notices subscriptions whose URL or headers were changed, by any node, while deliveries to them wait in memory.
import { RECEIVERS_TOPIC } from '../features/events/deliveries.store.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { EngineParts } from './engine-parts.ts'
import { findReceiverRow } from './queue/claim.store.ts'
import { isReplaced } from './queue/receivers.ts'
import type { Rounds } from './rounds.ts'

const POLL_MS = 5_000

/** Until `signal` is aborted. A look for each change: one that comes during a look is followed by another. */
export const watchReceivers = async (
  { store, outage }: EngineParts,
  rounds: Rounds,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<void> => {
  let changed = store.waitFor(RECEIVERS_TOPIC, POLL_MS, signal)
  for (;;) {
    await changed
    if (signal.aborted) return
    changed = store.waitFor(RECEIVERS_TOPIC, POLL_MS, signal)
    try {
      // Until it is over, it is not known what it has claimed.
      await rounds.last
      await dropReplaced(store, dispatcher)
    } catch (error) {
      outage.tell(error, {}, 'changed subscriptions could not be looked at; trying again')
    }
  }
}

/** Hands back what was claimed for an earlier URL or earlier headers and has not begun. */
const dropReplaced = async (store: EngineParts['store'], dispatcher: Dispatcher): Promise<void> => {
  const { receivers } = dispatcher
  const rows = await Promise.all(receivers.map(({ webhookId }) => findReceiverRow(store, webhookId)))
  dispatcher.dropReceivers(
    receivers.filter(({ row }, at) => {
      const now = rows[at]
      return now === undefined || isReplaced(row, now)
    }),
  )
}
