// What matters most is done only for someone who has recently proved who they are, in a session that has not ended.
import type { Performers } from '../features/operation.ts'
import { isFresh } from '../features/sessions/session.rules.ts'
import { lockProvedAt } from '../features/sessions/session.store.ts'
import { Fault } from '../kernel/refusal.ts'
import type { Tx } from '../store/store.ts'

/** The session that a form was sent in, and when it was let in. */
export type ProvedSession = Pick<Performers['account'], 'sessionId' | 'admittedAt'>

/** The session was there when the form was let in, and has ended since. */
export class SessionEnded extends Fault {}

/**
 * The form asks for the proof. Whether it was given is checked here again, in the transaction of the work; until its
 * commit nobody can end the session.
 */
export const requireProof = async (
  tx: Tx,
  { sessionId, admittedAt }: ProvedSession,
  name: string,
): Promise<void> => {
  const provedAt = await lockProvedAt(tx, sessionId)
  if (provedAt === undefined) throw new SessionEnded(`the session ended before ${name} was run`)
  if (!isFresh({ provedAt }, admittedAt)) throw new Fault(`${name} was run without a proof`)
}
