// People who only get mails: a service with a real mail server, and what arrives in an inbox there.
import type { Challenge } from '@challenge-service/contract'
import type { ParsedMail } from 'mailparser'
import { expect } from 'vitest'
import type { Reply } from '../support/call.ts'
import type { Engine } from '../support/engine.ts'
import { expectStatus } from '../support/groups.ts'
import { PUBLIC_URL, visit, type Page } from '../support/mails.ts'
import { newChallenge, person, type Person } from '../support/people.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'

export interface Mailbox {
  readonly service: TestService
  readonly office: PostOffice
  /** What arrived at an address, oldest first. */
  readonly to: (email: string) => readonly ParsedMail[]
  /** An address that nobody has used yet. */
  readonly newGuest: () => string
  /** Lets time pass, and what is due happen. */
  readonly later: (ms?: number) => Promise<void>
  readonly invite: (by: Person, email: string, more?: object) => Promise<Reply>
  stop(): Promise<void>
}

export const openMailbox = async (
  engine: Engine,
  environment: Readonly<Record<string, string>> = {},
): Promise<Mailbox> => {
  const office = await openPostOffice()
  const service = await startTestService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
    SMTP_URL: office.url,
    SITE_CONTACT: 'ops@challenges.test',
    ...environment,
  })
  let guests = 0
  return {
    service,
    office,
    newGuest: () => `guest${(guests += 1)}@inbox.example`,
    later: async (ms = 0) => {
      service.clock.advance(ms)
      await service.runDue()
    },
    invite: (by, email, more = {}) =>
      expectStatus(
        by.call('POST', '/v1/challenges', { ...newChallenge(by), opponent_email: email, ...more }),
        201,
      ),
    to: (email) => office.received.filter(({ to }) => to && !Array.isArray(to) && to.text === email),
    stop: async () => {
      await service.stop()
      await office.close()
    },
  }
}

/** The paths of the links of a kind in a mail: `a` to a challenge, `stop` to which mails one gets. */
export const pathsIn = (mail: ParsedMail | undefined, part: 'a' | 'stop' | 'leave'): readonly string[] =>
  [...(mail?.text ?? '').matchAll(new RegExp(`${PUBLIC_URL}(/${part}/\\S+)`, 'g'))].map(
    ([, path = '']) => path,
  )

export const pathIn = (mail: ParsedMail | undefined, part: 'a' | 'stop' | 'leave'): string => {
  const path = pathsIn(mail, part).at(-1)
  if (path === undefined) throw new Error(`there is no such link in ${mail?.text}`)
  return path
}

export const press = (service: TestService, path: string, choice: string, more: object = {}): Promise<Page> =>
  visit(service, path, { form: { choice, ...more } })

/** A challenge between someone with a token and someone who only gets mails, accepted by the link. */
export const playByMail = async (
  { service, to, invite }: Mailbox,
  email: string,
  more: object = {},
): Promise<{ readonly ana: Person; readonly created: Challenge; readonly page: string }> => {
  const ana = await person(service)
  const reply = await invite(ana, email, more)
  await service.runDue()
  const page = pathIn(to(email).at(-1), 'a')
  expect((await press(service, page, 'accept')).status).toBe(303)
  return { ana, created: reply.body.data as Challenge, page }
}
