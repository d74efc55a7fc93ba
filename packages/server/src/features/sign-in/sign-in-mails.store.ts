// Mails to sign in that are to be sent: claimed under a lease, one node at a time, and settled.
import type { SignInId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { skipLocked } from '../../store/dialect.ts'
import { signIns } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { signInColumns, toSignIn, type SignIn, type SignInRow } from './sign-in.store.ts'

const lockDue = sql<SignInRow, [now: number, limit: number]>(
  'sign_in.lock_due',
  `select ${signInColumns} from sign_ins where due_at <= $1 order by due_at, id limit $2 ${skipLocked}`,
)

export const lockDueSignIns = async (tx: Tx, now: number, limit: number): Promise<readonly SignIn[]> =>
  (await tx.all(lockDue, now, limit)).map(toSignIn)

interface SentRow {
  readonly sent_at: number
}

const listSent = (requestedBy: string): string =>
  `select requested_at as sent_at from sign_ins
   where inbox = $1 and requested_at > $2 and ${requestedBy} and state not in ('dropped', 'failed')
     and (state <> 'waiting' or mail_tries > 0)
   order by requested_at`

const listSentToStrangers = sql<SentRow, [inbox: string, since: number]>(
  'sign_in.list_sent',
  listSent('is_known = 0'),
)

const listSentToKnown = sql<SentRow, [inbox: string, since: number, browserHash: string]>(
  'sign_in.list_sent_to_known',
  listSent('is_known = 1 and browser_hash = $3'),
)

/**
 * When mails were sent to an inbox, or are about to be: those that this known browser asked for, or, where it is null,
 * those that any browser asked for which was not known.
 */
export const listSentAt = async (
  reader: Reader,
  inbox: string,
  knownBrowserHash: string | null,
  since: number,
): Promise<readonly number[]> => {
  const rows =
    knownBrowserHash === null
      ? await reader.all(listSentToStrangers, inbox, since)
      : await reader.all(listSentToKnown, inbox, since, knownBrowserHash)
  return rows.map(({ sent_at }) => sent_at)
}

const lease = change(
  signIns,
  'sign_in.lease',
  `update sign_ins set state = 'sending', lease = $lease, due_at = $due_at, lapses_at = $lapses_at,
     is_known = $is_known, mail_tries = mail_tries + 1
   where id = $id`,
)

export interface MailLease {
  readonly token: string
  readonly until: number
  readonly lapsesAt: number
  /** Whether a browser asked that was signed in to this account before. */
  readonly isKnown: boolean
}

/** Its mail is about to be handed over. It may be opened before that is written down, so it is good from now on. */
export const leaseSignIn = async (
  tx: Tx,
  id: SignInId,
  { token, until, lapsesAt, isKnown }: MailLease,
): Promise<void> => {
  await tx.run(lease, {
    id,
    lease: token,
    due_at: until,
    lapses_at: lapsesAt,
    is_known: isKnown ? 1 : 0,
  })
}

const renew = change(
  signIns,
  'sign_in.renew_lease',
  `update sign_ins set due_at = $due_at, lapses_at = $lapses_at
   where id = $id and lease = $lease and state = 'sending'`,
)

/** Its mail is still being handed over. Does nothing where another node has taken it over. */
export const renewLease = async (
  tx: Tx,
  id: SignInId,
  { token, until, lapsesAt }: Omit<MailLease, 'isKnown'>,
): Promise<void> => {
  await tx.run(renew, { id, lease: token, due_at: until, lapses_at: lapsesAt })
}

const drop = change(
  signIns,
  'sign_in.drop',
  `update sign_ins set state = 'dropped', secrets = null, due_at = null, lapses_at = null where id = $id`,
)

/** No mail goes out for it. */
export const dropSignIn = async (tx: Tx, id: SignInId): Promise<void> => {
  await tx.run(drop, { id })
}

const settle = change(
  signIns,
  'sign_in.settle',
  `update sign_ins set state = $state, due_at = $due_at, lapses_at = $lapses_at, lease = null,
     secrets = case when $state = 'waiting' then secrets else null end
   where id = $id and lease = $lease and state = 'sending'`,
)

/** What became of its mail, unless another node has taken it over. */
export const settleSignIn = async (
  tx: Tx,
  id: SignInId,
  token: string,
  settled:
    | { readonly state: 'sent'; readonly lapsesAt: number }
    | { readonly state: 'waiting'; readonly dueAt: number }
    | { readonly state: 'failed' },
): Promise<void> => {
  await tx.run(settle, {
    id,
    lease: token,
    state: settled.state,
    due_at: settled.state === 'waiting' ? settled.dueAt : null,
    lapses_at: settled.state === 'sent' ? settled.lapsesAt : null,
  })
}
