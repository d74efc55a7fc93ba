// For how long a claimed mail is one node's to hand over.
import { MINUTE_MS } from '../../kernel/instants.ts'
import { SEND_MS } from '../smtp.ts'

export const LEASE_MS = 2 * MINUTE_MS

/** Whether an attempt ends before the lease does. A node that stood still leaves the mail to the next claim. */
export const isTimeLeft = (until: number, now: number): boolean => now + SEND_MS <= until
