// From rows of the outbox to a mail that can be sent or shown.
import type { Keyring } from '../../kernel/keyring.ts'
import { toHtml, toText, type MailSection } from './layout.ts'
import { challengeUrl, leaveUrl, mailsUrl, type MailStop } from './links.ts'
import type { StoredMail } from '../outbox/kept-mails.store.ts'
import { bundleSubject, draftMail } from './wording.ts'

/** What every mail is made with, beside the keys of its links. */
export interface MailSender {
  /** Where links lead: never taken from a request. Without a slash at the end. */
  readonly baseUrl: string
  readonly from: string
  readonly siteName: string
  /** Whom to ask; null where the operator named nobody. */
  readonly siteContact: string | null
  readonly timeZone: string
  readonly imprintUrl: string | null
  readonly privacyUrl: string | null
  /** Whether there are pages to sign in to. */
  readonly hasSite: boolean
  /** Whether someone without an account can open one there. */
  readonly canSignUp: boolean
}

export interface MailSettings extends MailSender {
  readonly keys: Keyring
}

export interface Mail {
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What all mails of one challenge to one receiver refer to; null for what belongs to none, or to several. */
  readonly threadId: string | null
  /** Where one click stops mails of this kind; null where that takes a look at a page. */
  readonly oneClickUrl: string | null
}

/** One notice, or several that go out as one mail. */
export const composeMail = (
  bundle: readonly [StoredMail, ...StoredMail[]],
  address: string,
  settings: MailSettings,
): Mail => {
  const { keys, baseUrl, from } = settings
  const [lead] = bundle
  const host = new URL(baseUrl).hostname
  const sections = bundle.map((mail) => makeSection(mail, address, settings))
  const [first] = sections
  const isAlone = bundle.length === 1
  const subject = isAlone && first ? first.subject : bundleSubject(bundle)
  const stop = makeStopLink(bundle)
  const foot = {
    ...settings,
    whys: [...new Set(sections.map(({ why }) => why))],
    mailsUrl: mailsUrl(keys, baseUrl, address, lead.personId, stop),
  }
  return {
    // The same at every try, so that a mail which arrives twice can be known as one.
    messageId: `<${lead.id}@${host}>`,
    from,
    to: address,
    subject,
    text: toText(sections, foot),
    html: toHtml(subject, sections, foot),
    threadId: isAlone ? getThread(lead, host) : null,
    oneClickUrl: stop && foot.mailsUrl,
  }
}

const getThread = (mail: StoredMail, host: string): string | null =>
  mail.challengeId === null ? null : `<${mail.challengeId}.${mail.facts.party}@${host}>`

const makeSection = (
  mail: StoredMail,
  address: string,
  settings: MailSettings,
): MailSection & { readonly subject: string } => ({
  ...draftMail(mail, settings.timeZone, signInUrl(mail, settings)),
  url: pageUrl(mail, address, settings),
})

/** Where the receiver can sign in; null where they cannot. */
const signInUrl = (
  { hasAccount }: StoredMail,
  { baseUrl, hasSite, canSignUp }: MailSettings,
): string | null => (hasSite && (hasAccount || canSignUp) ? `${baseUrl}/sign-in` : null)

/** One click stops the kind of a mail. What runs against someone is never stopped without a look at it. */
const makeStopLink = (bundle: readonly StoredMail[]): MailStop | null => {
  if (bundle.every((mail) => mail.class === 'invitation')) return 'invitations'
  return bundle.every((mail) => mail.class === 'news') ? 'news' : null
}

/** Where the receiver acts: the page of the challenge, of their mails, or that to leave a group. */
const pageUrl = (mail: StoredMail, address: string, { keys, baseUrl, hasSite }: MailSettings): string => {
  if (mail.kind === 'webhook_disabled') {
    const { groupName, webhookId } = mail.facts
    // Those of a group are looked after by its tools.
    return hasSite && groupName === null
      ? `${baseUrl}/settings/webhooks/${webhookId}`
      : `${baseUrl}/docs#enableWebhook`
  }
  if (mail.kind === 'token_made' || mail.kind === 'token_expiring') return `${baseUrl}/settings/tokens`
  if (mail.kind === 'passkey_added' || mail.kind === 'passkey_removed') return `${baseUrl}/settings/passkeys`
  if (mail.kind === 'mails_stopped') return mailsUrl(keys, baseUrl, address, mail.personId, null)
  if (mail.kind === 'member_added') {
    const { memberId, joinedAt } = mail.facts
    return leaveUrl(keys, baseUrl, { memberId, joinedAt, by: mail.deadline.by, number: mail.linkNumber })
  }
  const { challengeId, facts, linkNumber } = mail
  return challengeUrl(keys, baseUrl, { challengeId, party: facts.party, number: linkNumber })
}

interface SenderConfig {
  readonly publicUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly host: string
  readonly port: number
  readonly site: {
    readonly name: string
    readonly contact: string | undefined
    readonly timeZone: string
    readonly imprintUrl: string | undefined
    readonly privacyUrl: string | undefined
    readonly isOn: boolean
    readonly signUp: string
  }
}

export const readMailSettings = (keys: Keyring, config: SenderConfig): MailSettings => ({
  keys,
  ...readSender(config),
})

/** Where links lead and whom mails come from, also where the operator named neither. */
export const readSender = ({ publicUrl, mailFrom, host, port, site }: SenderConfig): MailSender => {
  const baseUrl = publicUrl ?? `http://${nameHost(host)}:${port}`
  const from = mailFrom ?? `${quoted(site.name)} <no-reply@${new URL(baseUrl).hostname}>`
  return {
    baseUrl,
    from,
    siteName: site.name,
    siteContact: site.contact ?? null,
    timeZone: site.timeZone,
    imprintUrl: site.imprintUrl ?? null,
    privacyUrl: site.privacyUrl ?? null,
    hasSite: site.isOn,
    canSignUp: site.signUp !== 'closed',
  }
}

/** A service that listens at every address is reached at that of the machine itself. */
const nameHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** A name as it may stand before an address. */
const quoted = (name: string): string =>
  /^[\w .-]+$/.test(name) ? name : `"${name.replaceAll(/["\\]/g, '')}"`
