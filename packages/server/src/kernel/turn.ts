// Work that is long lets others have their turn in between: while it goes on, nobody else is answered.
import { setImmediate } from 'node:timers/promises'

/** Resolves in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => setImmediate()
