// Who looks at a page: which browser, and who is signed in with it. Asked anew for every page, so that a session that was ended
// is ended from the next one on.
import { allScopes } from '@challenge-service/contract/plain'
import type { FastifyRequest } from 'fastify'
import type { Actor, Caller } from '../../../features/access/actor.ts'
import { hasEnded, isToBeNoted, type SessionTimes } from '../../../features/sessions/session.rules.ts'
import type { Browser } from '../../../features/operation.ts'
import { noteSessionUse } from '../../../features/sessions/sessions.operations.ts'
import { findSession, type SessionRow } from '../../../features/sessions/sessions.queries.ts'
import type { AccountId, SessionId } from '../../../kernel/ids.ts'
import { monthOf } from '../../../kernel/instants.ts'
import { hashSecretValue } from '../../../kernel/secret-value.ts'
import { nameBrowser } from './browser-name.ts'
import { isUsedByHand } from './is-navigation.ts'
import type { PageContext } from './page-context.ts'
import { readSiteCookies } from './site-cookies.ts'

/** Someone who is signed in. */
export interface SignedIn {
  readonly sessionId: SessionId
  readonly accountId: AccountId
  readonly times: SessionTimes
  /** Their own; null where they have chosen none. */
  readonly timeZone: string | null
  /** As whom the pages call the table of endpoints. */
  readonly actor: Actor
  readonly account: NonNullable<Caller['account']>
  /** How far their feed went before anything of the page was read. */
  readonly feedPosition: number
}

export interface Visit {
  readonly now: number
  /** Null for a browser that has no cookie of ours yet. */
  readonly browser: Browser | null
  readonly signedIn: SignedIn | null
  /** The address for which this browser asked for a mail, sealed. */
  readonly pendingSignIn: string | null
  /** That an address was proved in this browser, for which no account was opened yet. */
  readonly proof: string | null
}

export type SignedInVisit = Visit & { readonly signedIn: SignedIn; readonly browser: Browser }

export const isSignedIn = (visit: Visit): visit is SignedInVisit =>
  visit.signedIn !== null && visit.browser !== null

/** Someone of whom nothing is known. */
export const nobody = (now: number): Visit => ({
  now,
  browser: null,
  signedIn: null,
  pendingSignIn: null,
  proof: null,
})

export const readVisit = async (
  { read, operations }: Pick<PageContext, 'read' | 'operations'>,
  request: FastifyRequest,
  isSecure: boolean,
  now: number,
): Promise<Visit> => {
  const { headers } = request
  const cookies = readSiteCookies(headers.cookie, isSecure)
  const proof = cookies.proof ?? null
  const pendingSignIn = cookies.pendingSignIn ?? null
  const row =
    cookies.session === undefined
      ? undefined
      : await read(findSession, hashSecretValue(cookies.session), monthOf(now))
  const name = nameBrowser(headers['user-agent'])
  // One whose own cookie was lost is still the browser of its session.
  const hash = cookies.browser === undefined ? row?.browser_hash : hashSecretValue(cookies.browser)
  const browser = hash === undefined ? null : { hash, name }
  const signedIn = row ? toSignedIn(row) : null
  if (!signedIn || hasEnded(signedIn.times, now))
    return { now, browser, signedIn: null, pendingSignIn, proof }
  // A page that was left open and renews itself keeps no session from lapsing.
  if (isUsedByHand(request) && isToBeNoted(signedIn.times, now)) {
    await operations.run(noteSessionUse, { by: null, found: signedIn.sessionId })
  }
  return { now, browser, signedIn, pendingSignIn, proof }
}

/**
 * Asks again and again whether the session of a request still stands, which is no use of it. The cookie is read now: Node
 * forgets the headers of a request that is over.
 */
export const sessionCheck = (
  { read }: Pick<PageContext, 'read'>,
  { headers }: FastifyRequest,
  isSecure: boolean,
): ((now: number) => Promise<boolean>) => {
  const hash = hashSecretValue(readSiteCookies(headers.cookie, isSecure).session ?? '')
  return async (now) => {
    const row = await read(findSession, hash, monthOf(now))
    return row !== undefined && !hasEnded(toSignedIn(row).times, now)
  }
}

const toSignedIn = (row: SessionRow): SignedIn => {
  const account = {
    id: row.account_id,
    personId: row.person_id,
    firstName: row.first_name,
    email: row.email,
    plan: row.plan,
    hadClub: row.had_club === 1,
  }
  const caller: Caller = {
    credentialId: row.id,
    tokenName: null,
    client: null,
    kind: 'account',
    scopes: allScopes,
    expiresAt: null,
    ownerId: row.account_id,
    account,
    group: null,
    ownQuota: row.quota,
    quotaUsed: row.quota_used ?? 0,
  }
  return {
    sessionId: row.id,
    accountId: row.account_id,
    timeZone: row.time_zone,
    times: { createdAt: row.created_at, usedAt: row.used_at, provedAt: row.proved_at },
    account,
    feedPosition: row.feed_head,
    actor: {
      caller,
      id: row.account_id,
      personId: row.person_id,
      firstName: row.first_name,
      email: row.email,
      byOwnHand: true,
      groupId: null,
      groupName: null,
      role: null,
    },
  }
}
