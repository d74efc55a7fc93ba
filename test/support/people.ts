// Two people with tokens who challenge each other, and the few calls that stories are made of.
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Challenge, Event } from '@challenge-service/contract'
import type { PersonId } from '../../packages/server/src/kernel/ids.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Reply } from './call.ts'
import { asId } from './ids.ts'
import type { TestService } from './service.ts'

export interface Person {
  readonly email: string
  readonly token: string
  call(method: string, path: string, body?: unknown): Promise<Reply>
  /** Acts on a challenge and expects the status given. */
  act(challenge: { readonly id: string }, action: string, body?: unknown, status?: number): Promise<Challenge>
  get(challenge: { readonly id: string }): Promise<Challenge>
  events(): Promise<readonly Event[]>
}

export const person = async (service: TestService): Promise<Person> => {
  const account = await service.account()
  const { token } = await service.token(account)
  const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
    service.call(method, path, { token, ...(body === undefined ? {} : { body }) })
  return {
    email: account.email,
    token,
    call,
    act: async ({ id }, action, body = {}, status = 200) => {
      const reply = await call('POST', `/v1/challenges/${id}/${action}`, body)
      expect(reply.status, reply.text).toBe(status)
      return reply.body.data as Challenge
    },
    get: async ({ id }) => (await call('GET', `/v1/challenges/${id}`)).body.data as Challenge,
    events: async () => (await call('GET', '/v1/events?limit=100')).body.data as readonly Event[],
  }
}

/** Someone for a group of tests, such as Ana or Ben. */
export const usePerson = (service: TestService): Person => {
  const someone = {} as Person
  beforeAll(async () => void Object.assign(someone, await person(service)))
  return someone
}

/** Someone new for each test. */
export const useFreshPerson = (service: TestService): Person => {
  const someone = {} as Person
  beforeEach(async () => void Object.assign(someone, await person(service)))
  return someone
}

/** Empty for an address that nobody has. */
export const findPersonId = async (
  { store }: Pick<TestService, 'store'>,
  email: string,
): Promise<PersonId> => {
  const row = await store.first(once<{ id: PersonId }>(`select id from people where email = '${email}'`))
  return row?.id ?? asId('person', '')
}

export const newChallenge = (opponent: Pick<Person, 'email'>, more: object = {}) => ({
  claim: 'I run ten kilometres before Sunday.',
  opponent_email: opponent.email,
  stake: 'a coffee',
  due_days: 5,
  ...more,
})

export const challenge = async (
  creator: Person,
  opponent: Pick<Person, 'email'>,
  more: object = {},
): Promise<Challenge> => {
  const reply = await creator.call('POST', '/v1/challenges', newChallenge(opponent, more))
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data as Challenge
}
