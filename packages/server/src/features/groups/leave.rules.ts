// How long one can leave a group by the link that a mail brought.
import { DAY_MS } from '../../kernel/instants.ts'

/** How long the link in the notice lets a new member leave by one click. */
export const LEAVE_MS = 365 * DAY_MS
