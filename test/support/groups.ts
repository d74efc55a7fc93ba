// People as members of a group: each acts through the group's token, or by an account of their own.
import { expect } from 'vitest'
import type { Challenge, Event, Member } from '@challenge-service/contract'
import { call, type Reply } from './call.ts'
import type { TestGroup, TestService } from './service.ts'

export interface Acting {
  readonly email: string
  call(method: string, path: string, body?: unknown): Promise<Reply>
}

export interface ActingByToken extends Acting {
  readonly token: string
}

/** Through the token of a group, naming one of its members in the query. */
export const throughGroup = (service: TestService, group: TestGroup, email: string): ActingByToken => ({
  email,
  token: group.token,
  call: (method, path, body) =>
    call(
      service.url,
      method,
      `${path}${path.includes('?') ? '&' : '?'}user_email=${encodeURIComponent(email)}`,
      { token: group.token, ...(body === undefined ? {} : { body }) },
    ),
})

let members = 0

/** A new member of a group, without an account. */
export const newMember = async (
  service: TestService,
  group: TestGroup,
  firstName = 'Mo',
): Promise<ActingByToken & { readonly memberId: string }> => {
  const email = `member${(members += 1)}@group.example`
  const memberId = await group.addMember(email, null, firstName)
  return { ...throughGroup(service, group, email), memberId }
}

export const adminOf = (service: TestService, group: TestGroup): Acting =>
  throughGroup(service, group, group.adminEmail)

/** Whatever it was, it was answered with this status. */
export const expectStatus = async (reply: Promise<Reply>, status: number): Promise<Reply> => {
  const answered = await reply
  expect(answered.status, answered.text).toBe(status)
  return answered
}

export const challengeIn = async (
  creator: Acting,
  opponent: { readonly email: string },
  more: object = {},
): Promise<Challenge> => {
  const body = {
    claim: 'I run ten kilometres.',
    opponent_email: opponent.email,
    stake: 'a coffee',
    due_days: 5,
  }
  const reply = await expectStatus(creator.call('POST', '/v1/challenges', { ...body, ...more }), 201)
  return reply.body.data as Challenge
}

export const act = async (
  by: Acting,
  { id }: { readonly id: string },
  action: string,
  body: object = {},
  status = 200,
): Promise<Challenge> =>
  (await expectStatus(by.call('POST', `/v1/challenges/${id}/${action}`, body), status)).body.data as Challenge

export const membersSeenBy = async (by: Acting, group: TestGroup): Promise<readonly Member[]> =>
  (await expectStatus(by.call('GET', `/v1/groups/${group.id}/members?limit=100`), 200)).body.data as Member[]

export const eventsSeenBy = async (by: Acting): Promise<readonly Event[]> =>
  (await expectStatus(by.call('GET', '/v1/events?limit=100'), 200)).body.data as Event[]
