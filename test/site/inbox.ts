// What people do with a mail that signs in: they ask for it, read it, and press its link.
import type { PostOffice } from '../support/post-office.ts'
import type { TestService } from '../support/service.ts'
import type { SeenPage, Visitor } from './visitor.ts'

export interface SignInMail {
  readonly text: string
  /** The path of its link. */
  readonly link: string
  readonly code: string
}

export const askToSignIn = async (browser: Visitor, address: string): Promise<SeenPage> =>
  browser.submit(await browser.get('/sign-in'), '/sign-in', { email: address })

export const pressLink = async (browser: Visitor, link: string): Promise<SeenPage> =>
  browser.submit(await browser.get(link), link)

export const isSignedIn = async (browser: Visitor): Promise<boolean> =>
  (await browser.get('/settings')).status === 200

const LINK = /https?:\S+\/sign-in\/\S+/

export const countMailsTo = ({ received }: PostOffice, address: string): number =>
  received.filter(({ to, text }) => JSON.stringify(to).includes(address) && LINK.test(text ?? '')).length

/** The last one; nothing in it where none came. */
export const readMailTo = async (
  service: TestService,
  { received }: PostOffice,
  address: string,
): Promise<SignInMail> => {
  await service.runDue()
  const mail = received.findLast(
    ({ to, text }) => JSON.stringify(to).includes(address) && LINK.test(text ?? ''),
  )
  const text = mail?.text ?? ''
  return {
    text,
    link: new URL(LINK.exec(text)?.[0] ?? 'https://no.example/').pathname,
    code: /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0] ?? '',
  }
}
