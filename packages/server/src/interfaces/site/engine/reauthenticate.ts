// Proving anew who one is, before what matters most. The form that asked for it is carried along, so that nothing which
// was typed is lost.
import { randomUUID } from 'node:crypto'
import { isFresh } from '../../../features/sessions/session.rules.ts'
import { findProvedAt } from '../../../features/sessions/sessions.queries.ts'
import {
  askForProof,
  CODE_READ,
  codeText,
  proveAgainByCode,
  proveAgainByPasskey,
} from '../../../features/sign-in/sign-in.operations.ts'
import { checkPasskey, offerToEnter, type PasskeyHost } from '../../../features/passkeys/passkey.service.ts'
import { html, type Html } from '../../../kernel/html.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { hidden, textField } from '../parts/fields.ts'
import { failure } from '../parts/notices.ts'
import { runForAccount } from './form-work.ts'
import { findPasskeyHost, passkeyPart, readSentCredential } from './passkeys.ts'
import { type SiteResponse, show } from './response.ts'
import { nameForm } from './sent-form.ts'
import type { FailedForm, SentForm } from './page.ts'
import type { PageContext } from './page-context.ts'
import type { SignedInVisit } from './visit.ts'

const PROVE = 'prove'
const PREFIX = 'prove_'
const CODE = `${PREFIX}code`
/** Each page that is shown has another: two presses of one button are told from two wishes for a mail. */
const PAGE_ID = `${PREFIX}id`
/** What belongs to the proof, and not to the form that asked for it. */
export const proofFields = [PROVE, PAGE_ID, CODE, `${PREFIX}ceremony`, `${PREFIX}credential`] as const

/** `proved`: it may go on. */
export const proveAnew = async (
  context: PageContext,
  sent: SentForm<SignedInVisit>,
): Promise<SiteResponse | 'proved'> => {
  switch (sent.fields.get(PROVE)) {
    case 'mail': {
      const formKey = `${nameForm(sent)} ${sent.fields.get(PAGE_ID) ?? ''}`
      await runForAccount(context, askForProof, sent, { formKey }, {})
      return provePage(context, sent, 'mailed')
    }
    case 'code': {
      const typed = { code: (sent.fields.get(CODE) ?? '').slice(0, CODE_READ) }
      const isProved = await runForAccount(
        context,
        proveAgainByCode,
        sent,
        { formKey: nameForm(sent) },
        typed,
      )
      return isProved ? 'proved' : provedMeanwhile(context, sent, 'wrong')
    }
    case 'passkey': {
      const host = findPasskeyHost(context, sent.origin)
      if (!host) return provePage(context, sent, 'wrong_passkey')
      return proveByPasskey(context, sent, host)
    }
    case 'again':
      return provedMeanwhile(context, sent, 'not_yet')
    default:
      return provePage(context, sent, 'asked')
  }
}

/** Only a passkey of this very account. */
const proveByPasskey = async (
  context: PageContext,
  sent: SentForm<SignedInVisit>,
  host: PasskeyHost,
): Promise<SiteResponse | 'proved'> => {
  const { read, keys, clock } = context
  const credential = readSentCredential(sent.fields, PREFIX)
  try {
    const proved = await read(checkPasskey, keys, host, credential, clock.now())
    if (proved.passkey.account_id !== sent.visit.signedIn.accountId)
      return provePage(context, sent, 'wrong_passkey')
    await runForAccount(context, proveAgainByPasskey, sent, proved, {})
    return 'proved'
  } catch (error) {
    if (error instanceof Refusal) return provedMeanwhile(context, sent, 'wrong_passkey')
    throw error
  }
}

/** Of a form that is sent twice, the first proves it while the second is under way. */
const provedMeanwhile = async (
  context: PageContext,
  sent: SentForm<SignedInVisit>,
  state: State,
): Promise<SiteResponse | 'proved'> => {
  const { read, clock } = context
  const provedAt = await read(findProvedAt, sent.visit.signedIn.sessionId)
  if (provedAt !== undefined && isFresh({ provedAt }, clock.now())) return 'proved'
  return provePage(context, sent, state)
}

type State = 'asked' | 'mailed' | 'wrong' | 'wrong_passkey' | 'not_yet'

const provePage = async (
  context: PageContext,
  sent: SentForm<SignedInVisit>,
  state: State,
): Promise<SiteResponse> => {
  const { config, keys, clock } = context
  const { account } = sent.visit.signedIn
  const failed = makeFailed(sent, state)
  const canMail = config.smtpUrl !== undefined
  const host = findPasskeyHost(context, sent.origin)
  const offer = host && (await offerToEnter(keys, host, clock.now()))
  return show({
    title: 'Prove that it is you',
    status: failed ? 403 : 200,
    section: 'settings',
    isNarrow: true,
    isSecret: true,
    scripts: ['passkey'],
    main: html`<h1>Prove that it is you</h1>
      ${failure(failed, { [CODE]: 'The code' })}
      <p>
        What you are about to do matters too much for a browser that was left open. Nothing of what you typed
        is lost.
      </p>
      <form method="post" action="${sent.path}">
        ${[...sent.fields].filter(([name]) => !isProofField(name)).map(([name, value]) => hidden(name, value))}
        ${hidden(PAGE_ID, randomUUID())}
        ${
          offer &&
          passkeyPart(
            'use',
            offer,
            html`<button name="${PROVE}" value="passkey" formnovalidate>Use a passkey</button>`,
            PREFIX,
          )
        }
        ${canMail ? byMail(account.email, state, failed) : byOperator(account.email)}
      </form>`,
  })
}

const isProofField = (name: string): boolean => proofFields.some((known) => known === name)

const makeFailed = (sent: SentForm<SignedInVisit>, state: State): FailedForm | undefined => {
  const { path, fields } = sent
  if (state === 'wrong') {
    const problems = [{ field: CODE, message: 'is not the one that was mailed last, or it has lapsed.' }]
    return { path, typed: fields, problems, message: 'That did not work.' }
  }
  if (state === 'wrong_passkey') {
    return {
      path,
      typed: fields,
      problems: [],
      message: 'That passkey was not taken. Try again, or use another way.',
    }
  }
  if (state === 'not_yet') {
    return { path, typed: fields, problems: [], message: 'You have not signed in anew yet.' }
  }
  return undefined
}

const byMail = (address: string, state: State, failed: FailedForm | undefined): Html =>
  state === 'asked'
    ? html`<p>We mail a code to ${address}, good for 15 minutes.</p>
        <p class="buttons">
          <button class="main" name="${PROVE}" value="mail" formnovalidate>Mail me a code</button>
        </p>`
    : html`${codeField(failed, `It was mailed to ${address}. Capitals, spaces and hyphens do not matter.`)}
        <p class="buttons">
          <button class="main" name="${PROVE}" value="code">Go on</button>
          <button class="plain" name="${PROVE}" value="mail" formnovalidate>Mail me another code</button>
          <button class="plain" name="${PROVE}" value="again" formnovalidate>
            I pressed the link in the mail: go on
          </button>
        </p>`

export const codeField = (failed: FailedForm | undefined, hint: string, name: string = CODE): Html =>
  textField({
    name,
    label: 'The code from the mail',
    schema: codeText,
    hint,
    failed: failed && { ...failed, typed: new URLSearchParams() },
    autocomplete: 'one-time-code',
    class: 'code',
    isLiteral: true,
    isFirst: failed === undefined,
  })

const byOperator = (address: string): Html =>
  html`<p>
      This service sends no mail. Whoever runs it can print a sign-in link for you:
      <code>bin/challenge-service account link ${address}</code>. Open it in this browser, in another tab, and
      come back to this page.
    </p>
    <p class="buttons">
      <button class="main" name="${PROVE}" value="again">I have signed in: go on</button>
    </p>`
