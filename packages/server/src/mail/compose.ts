// From a row of the outbox to a mail that can be sent or shown.
import type { Keyring } from '../kernel/keyring.ts'
import { toHtml, toText } from './layout.ts'
import { answerUrl, leaveUrl, stopUrl } from './links.ts'
import type { Notice } from './notice.rules.ts'
import type { StoredMail } from './outbox.store.ts'
import { draftMail } from './wording.ts'

/** What every mail is made with. */
export interface Letterhead {
  readonly keys: Keyring
  /** Where links lead: never taken from a request. Without a slash at the end. */
  readonly baseUrl: string
  readonly from: string
}

export interface Mail {
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly stopUrl: string
}

export const composeMail = (
  stored: StoredMail,
  address: string,
  { keys, baseUrl, from }: Letterhead,
): Mail => {
  const { id, hasAccount } = stored
  const draft = draftMail(stored, hasAccount)
  const links = {
    answer: pageUrl(stored, keys, baseUrl),
    stop: stopUrl(keys, baseUrl, address),
  }
  return {
    // The same at every try, so that a mail which arrives twice can be known as one.
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
    from,
    to: address,
    subject: draft.subject,
    text: toText(draft, links),
    html: toHtml(draft, links),
    stopUrl: links.stop,
  }
}

/** Where the receiver answers, or leaves. */
const pageUrl = (notice: Notice, keys: Keyring, baseUrl: string): string | null => {
  if (notice.kind === 'webhook_disabled') return null
  if (notice.kind === 'member_added') {
    const { memberId, joinedAt } = notice.facts
    return leaveUrl(keys, baseUrl, { memberId, joinedAt, by: notice.answer.by })
  }
  const { challengeId, facts, answer } = notice
  return answer && answerUrl(keys, baseUrl, { challengeId, party: facts.party, ...answer })
}

/** Where links lead and whom mails come from, where the operator named neither. */
export const letterheadOf = (
  keys: Keyring,
  settings: {
    readonly publicUrl: string | undefined
    readonly mailFrom: string | undefined
    readonly host: string
    readonly port: number
  },
): Letterhead => {
  const { host, port } = settings
  const baseUrl = settings.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return { keys, baseUrl, from: settings.mailFrom ?? `Challenges <no-reply@${new URL(baseUrl).hostname}>` }
}
