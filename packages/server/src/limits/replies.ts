// What Redis answered, where it is an answer: whatever else comes out of the connection is none.
import type { Admission } from '../kernel/sliding-window.ts'
import type { WindowRule } from './windows.ts'

export interface SharedAdmission {
  readonly admission: Admission
  /** Whether Redis no longer knows of the earlier call that it was asked about. */
  readonly hasForgotten: boolean
}

/** To `admitScript`. */
export const readAdmission = (reply: unknown, { limit, spanMs }: WindowRule): SharedAdmission | undefined => {
  if (!Array.isArray(reply) || reply.length !== 4) return undefined
  const [admitted, remaining, wait, lost] = reply as readonly unknown[]
  if (!isCount(admitted, 1) || !isCount(remaining, limit)) return undefined
  if (!isCount(wait, spanMs * 1000) || !isCount(lost, 1)) return undefined
  const admission = { admitted: admitted === 1, limit, remaining, waitMs: wait / 1000 }
  return { admission, hasForgotten: lost === 1 }
}

/** To `placeScript`. */
export const readSlot = (reply: unknown): boolean | undefined => (isCount(reply, 1) ? reply === 1 : undefined)

/** Of a node, by `beatScript`. */
export interface Heard {
  readonly isNew: boolean
  /** How many have spoken since the instant that was asked about. */
  readonly nodes: number
  /** By the time of Redis, in microseconds. */
  readonly at: number
}

/** To `beatScript`. */
export const readHeard = (reply: unknown): Heard | undefined => {
  if (!Array.isArray(reply) || reply.length !== 3) return undefined
  const [isNew, nodes, at] = reply as readonly unknown[]
  if (!isCount(isNew, 1) || !isCount(nodes) || !isCount(at)) return undefined
  return { isNew: isNew === 1, nodes, at }
}

const isCount = (value: unknown, most = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
