// People who only get mails: a service with a real mail server, and what arrives in an inbox there.
import type { Challenge } from '@challenge-service/contract'
import type { ParsedMail } from 'mailparser'
import { expect } from 'vitest'
import type { Engine } from '../support/engine.ts'
import { PUBLIC_URL, visit, type Page } from '../support/mails.ts'
import { newChallenge, person, type Person } from '../support/people.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'

export interface Mailbox {
  readonly service: TestService
  readonly office: PostOffice
  /** What arrived at an address, oldest first. */
  readonly to: (email: string) => readonly ParsedMail[]
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
  return {
    service,
    office,
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
  { service, to }: Mailbox,
  email: string,
  more: object = {},
): Promise<{ readonly ana: Person; readonly created: Challenge; readonly page: string }> => {
  const ana = await person(service)
  const body = { ...newChallenge(ana), opponent_email: email, ...more }
  const reply = await ana.call('POST', '/v1/challenges', body)
  expect(reply.status, reply.text).toBe(201)
  await service.runDue()
  const page = pathIn(to(email).at(-1), 'a')
  expect((await press(service, page, 'accept')).status).toBe(303)
  return { ana, created: reply.body.data as Challenge, page }
}
