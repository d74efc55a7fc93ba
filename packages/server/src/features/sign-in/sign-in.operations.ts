// Signing in, proving who one is once more, and opening an account. Whatever a stranger does is done once by what it uses up:
// a link, a code, a passkey; nothing else is remembered of them.
import { line } from '@challenge-service/contract'
import * as Type from 'typebox'
import type { AccountId, SessionId } from '../../kernel/ids.ts'
import { noInput, operation, type Browser, type OperationCall } from '../operation.ts'
import { spendPasskey, type ProvedByPasskey } from '../passkeys/passkey.service.ts'
import { namesInput } from '../profile/settings.operations.ts'
import { logSecurity } from '../security/security-log.store.ts'
import { forgetOtherBrowsers } from '../sessions/known-browsers.store.ts'
import { noteProof, removeSession, removeSessions } from '../sessions/session.store.ts'
import type { Tx } from '../../store/store.ts'
import { enter, openAccount, type Entered, type Entering } from './enter.service.ts'
import { askToSignIn, endSignIns, proveByCode, proveByLink, type Asking } from './sign-in.service.ts'

/** What is typed as a code: longer than any way of writing one. */
export const codeText = line(1, 40)

/** So much of it is looked at: what is longer is none. */
export const CODE_READ = 100
const codeInput = Type.Object(
  { code: Type.Optional(Type.String({ maxLength: CODE_READ })) },
  { additionalProperties: false },
)

/** The session that a browser has before another one takes its place. */
export interface EarlierSession {
  readonly accountId: AccountId
  readonly sessionId: SessionId
}

/** The session that this browser had before ends with the new one: its cookie is replaced. */
const endEarlier = async (
  tx: Tx,
  earlier: EarlierSession | null,
  { name }: Browser,
  now: number,
): Promise<void> => {
  if (!earlier || !(await removeSession(tx, earlier.accountId, earlier.sessionId))) return
  logSecurity(tx, earlier.accountId, 'session_replaced', { browser: name }, now)
}

const enterWith = async <
  By extends 'browser',
  Input,
  Found extends { readonly earlier: EarlierSession | null },
>(
  tx: Tx,
  { by: { browser }, found, keys, config, now }: OperationCall<By, Input, Found>,
  entering: Omit<Entering, 'browser'>,
): Promise<Entered> => {
  const entered = await enter(tx, keys, { ...entering, browser }, config.site.signUp, now)
  if (entered.kind === 'session') await endEarlier(tx, found.earlier, browser, now)
  return entered
}

/** Asks for a mail with a link and a code. Found: for whom, by which form. */
export const askForMail = operation({
  name: 'sign_in.ask',
  by: 'browser',
  input: noInput,
  run: (tx, { by, found, keys, now }: OperationCall<'browser', object, Omit<Asking, 'browser'>>) =>
    askToSignIn(tx, keys, { ...found, ...by }, now),
})

/** The form by which someone signs in, and the session that its browser has before. */
export interface SignInForm {
  readonly formKey: string
  readonly earlier: EarlierSession | null
}

export const signInByCode = operation({
  name: 'sign_in.by_code',
  by: 'browser',
  input: codeInput,
  run: async (tx, call: OperationCall<'browser', { readonly code?: string }, SignInForm>) => {
    const { by, found, keys, input, now } = call
    const proved = await proveByCode(tx, keys, input.code ?? '', { ...by, formKey: found.formKey }, now)
    if (typeof proved === 'string') return { kind: proved }
    return { ...(await enterWith(tx, call, proved)), address: proved.address }
  },
})

/** Null where the link is good no more. */
export const signInByLink = operation({
  name: 'sign_in.by_link',
  by: 'browser',
  input: Type.Object({ link: Type.String({ maxLength: 1_000 }) }, { additionalProperties: false }),
  run: async (tx, call: OperationCall<'browser', { readonly link: string }, SignInForm>) => {
    const { by, found, keys, input, now } = call
    const proved = await proveByLink(tx, keys, input.link, { ...by, formKey: found.formKey }, now)
    return proved ? { ...(await enterWith(tx, call, proved)), address: proved.address } : null
  },
})

/** Found: the passkey, checked. */
export const signInByPasskey = operation({
  name: 'sign_in.by_passkey',
  by: 'browser',
  input: noInput,
  run: async (
    tx,
    call: OperationCall<
      'browser',
      object,
      {
        readonly proved: ProvedByPasskey
        readonly leadsTo: string | null
        readonly earlier: EarlierSession | null
      }
    >,
  ) => {
    const { found, keys, now } = call
    const { account_id: accountId, email: address } = found.proved.passkey
    await spendPasskey(tx, found.proved, now)
    await endSignIns(tx, keys, address)
    const entering = { address, accountId, by: 'passkey', leadsTo: found.leadsTo } as const
    return { ...(await enterWith(tx, call, entering)), address }
  },
})

/** Opens an account for an address that was just proved in this browser. Null where it was not. */
export const signUp = operation({
  name: 'sign_in.sign_up',
  by: 'browser',
  input: namesInput,
  run: async (
    tx,
    call: OperationCall<
      'browser',
      { readonly first_name: string; readonly last_name?: string },
      { readonly proof: string; readonly earlier: EarlierSession | null }
    >,
  ) => {
    const { by, found, keys, config, input, now } = call
    const names = { firstName: input.first_name, lastName: input.last_name ?? null }
    const { defaultPlan: plan, signUp: policy } = config.site
    const entered = await openAccount(tx, keys, found.proof, names, { ...by, plan, signUp: policy }, now)
    if (entered?.kind === 'session') await endEarlier(tx, found.earlier, by.browser, now)
    return entered ?? null
  },
})

/** Asks for a mail with a code, to prove once more who one is. Found: the form that is waited with. */
export const askForProof = operation({
  name: 'sign_in.ask_for_proof',
  by: 'account',
  input: noInput,
  run: (tx, { by, found, keys, now }: OperationCall<'account', object, { readonly formKey: string }>) =>
    askToSignIn(
      tx,
      keys,
      { address: by.account.email, browser: by.browser, formKey: found.formKey, leadsTo: null },
      now,
    ),
})

/** Whether it was the code. */
export const proveAgainByCode = operation({
  name: 'sign_in.prove_by_code',
  by: 'account',
  input: codeInput,
  run: async (
    tx,
    call: OperationCall<'account', { readonly code?: string }, { readonly formKey: string }>,
  ): Promise<boolean> => {
    const { by, found, keys, input, now } = call
    const sending = { browser: by.browser, formKey: found.formKey }
    const proved = await proveByCode(tx, keys, input.code ?? '', sending, now, by.account.email)
    if (typeof proved === 'string') return false
    await noteProof(tx, by.sessionId, now)
    return true
  },
})

/** Found: a passkey of this very account, checked. */
export const proveAgainByPasskey = operation({
  name: 'sign_in.prove_by_passkey',
  by: 'account',
  input: noInput,
  run: async (tx, { by, found, now }: OperationCall<'account', object, ProvedByPasskey>) => {
    await spendPasskey(tx, found, now)
    await noteProof(tx, by.sessionId, now)
  },
})

export const endOtherSessions = operation({
  name: 'sign_in.end_other_sessions',
  by: 'account',
  input: noInput,
  needsProof: true,
  run: async (tx, { by: { account, sessionId, browser }, keys, now }) => {
    await endSignIns(tx, keys, account.email)
    const ended = await removeSessions(tx, account.id, sessionId)
    await forgetOtherBrowsers(tx, account.id, browser.hash)
    if (ended > 0) {
      const facts = { browser: browser.name, count: String(ended) }
      logSecurity(tx, account.id, 'sessions_ended', facts, now)
    }
  },
})
