// The mails of the outbox, in words, and the pages that their links lead to.
import { request } from 'undici'
import { composeMail, type Mail, type MailSettings } from '../../packages/server/src/mail/messages/compose.ts'
import { listMails, type StoredMail } from '../../packages/server/src/mail/outbox/kept-mails.store.ts'
import type { NoticeKind } from '../../packages/server/src/mail/notice.rules.ts'
import { expect } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { newChallenge, type Person } from './people.ts'
import type { TestService } from './service.ts'

export const PUBLIC_URL = 'https://challenges.test'

export type WrittenMail = StoredMail & {
  readonly mail: Mail
  /** The path of the page where it is answered. */
  readonly answerPath: string
  /** The path of the page where a new member leaves. */
  readonly leavePath: string
  readonly stopPath: string
}

export const mailSettings = (service: Pick<TestService, 'keys'>): MailSettings => ({
  keys: service.keys,
  baseUrl: PUBLIC_URL,
  from: 'Challenges <us@challenges.test>',
  siteName: 'Challenges',
  siteContact: 'ops@challenges.test',
  timeZone: 'UTC',
  imprintUrl: null,
  privacyUrl: null,
  hasSite: true,
  canSignUp: true,
})

const pathIn = (text: string, part: string): string =>
  new RegExp(`${PUBLIC_URL}(/${part}/\\S+)`).exec(text)?.[1] ?? 'none'

/** Every notice to an address, oldest first, each as if it went out alone. */
export const mailsTo = async (service: TestService, address: string): Promise<readonly WrittenMail[]> =>
  (await listMails(service.store, 1000))
    .filter((stored) => stored.address === address)
    .toReversed()
    .map((stored) => {
      const mail = composeMail([stored], address, mailSettings(service))
      const paths = { answerPath: pathIn(mail.text, 'a'), leavePath: pathIn(mail.text, 'leave') }
      return { ...stored, mail, ...paths, stopPath: pathIn(mail.text, 'stop') }
    })

/** The newest of a kind, which must be there. */
export const mailTo = async (
  service: TestService,
  address: string,
  kind: NoticeKind,
): Promise<WrittenMail> => {
  const found = (await mailsTo(service, address)).findLast((stored) => stored.kind === kind)
  if (!found) throw new Error(`no mail of the kind ${kind}`)
  return found
}

export interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

interface PageOptions {
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly raw?: string | Buffer
}

/** GETs a page, or POSTs a form to it. Redirects are not followed. */
export const visit = async (
  service: Pick<TestService, 'url'>,
  path: string,
  { form, raw, headers = {} }: PageOptions = {},
): Promise<Page> => {
  const body = raw ?? (form && new URLSearchParams(form).toString())
  const response = await request(service.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  return {
    status: response.statusCode,
    headers: response.headers as Readonly<Record<string, string | undefined>>,
    text: await response.body.text(),
  }
}

/** How the challenge of a page stands, as the page says it. */
export const standingOf = ({ text }: Pick<Page, 'text'>): string | undefined =>
  /<strong class="standing">([^<]*)\.<\/strong>/.exec(text)?.[1]

const asides = new Set(['block', 'unblock', 'renew'])

/** The choices that a page offers, but for those that every page has. */
export const buttonsOf = ({ text }: Pick<Page, 'text'>): readonly string[] =>
  [...text.matchAll(/name="choice"\s+value="(\w+)"/g)]
    .map(([, choice = '']) => choice)
    .filter((choice) => !asides.has(choice))

let strangers = 0
export const newStranger = (): string => `guest${(strangers += 1)}@elsewhere.example`

/** A challenge to someone who has never signed in, and their link. */
export const inviteStranger = async (service: TestService, creator: Person, more: object = {}) => {
  const email = newStranger()
  const body = { ...newChallenge(creator), opponent_email: email, ...more }
  const reply = await creator.call('POST', '/v1/challenges', body)
  expect(reply.status, reply.text).toBe(201)
  const { answerPath } = await mailTo(service, email, 'invited')
  return { created: reply.body.data as Challenge, email, answerPath }
}
