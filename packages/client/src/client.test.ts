import {
  endpoints,
  type Challenge,
  type ChallengeStatus,
  type Event,
  type Profile,
  type TallyEntry,
} from '@challenge-service/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Page } from './answer.ts'
import { createClient, type Client } from './client.ts'
import { ConnectionError, isServiceError } from './errors.ts'

const token = 'cs_acc_0123456789'
const baseUrl = 'https://challenges.example'

describe('the methods', () => {
  const client = createClient({ baseUrl, token })

  test('are one for each endpoint, with pages for those that have them', () => {
    const { followEvents, ...methods } = client
    expect(followEvents).toBeTypeOf('function')
    expect(Object.keys(methods)).toEqual(Object.keys(endpoints))
    for (const [name, method] of Object.entries(methods)) {
      const isPaged = endpoints[name as keyof typeof endpoints].paged !== null
      expect([name, 'all' in method, 'pages' in method, 'withResponse' in method]).toEqual([
        name,
        isPaged,
        isPaged,
        true,
      ])
    }
  })

  test('are typed by the table', () => {
    expectTypeOf<Parameters<Client['addMember']>[0]>().toEqualTypeOf<{
      readonly id: string
      readonly email: string
      readonly first_name: string
      readonly last_name?: string | undefined
      readonly role?: 'admin' | 'member' | undefined
      readonly user_email?: string | undefined
    }>()
    expectTypeOf<Parameters<Client['listChallenges']>[0]>().toEqualTypeOf<
      | {
          readonly status?: readonly ChallengeStatus[] | undefined
          readonly role?: 'creator' | 'opponent' | undefined
          readonly reference?: string | undefined
          readonly cursor?: string | undefined
          readonly limit?: number | undefined
          readonly order?: 'asc' | 'desc' | undefined
          readonly user_email?: string | undefined
        }
      | undefined
    >()
    expectTypeOf<ReturnType<Client['getMe']>>().toEqualTypeOf<Promise<Profile>>()
    expectTypeOf<ReturnType<Client['createChallenge']>>().toEqualTypeOf<Promise<Challenge>>()
    expectTypeOf<ReturnType<Client['listChallenges']['withResponse']>>().toEqualTypeOf<
      Promise<Page<Challenge[]>>
    >()
    expectTypeOf<ReturnType<Client['listChallenges']['all']>>().toEqualTypeOf<
      AsyncGenerator<Challenge, void, undefined>
    >()
    expectTypeOf<ReturnType<Client['getTally']['all']>>().toEqualTypeOf<
      AsyncGenerator<TallyEntry, void, undefined>
    >()
    expectTypeOf<ReturnType<Client['followEvents']>>().toEqualTypeOf<AsyncGenerator<Event, void, undefined>>()
    expectTypeOf<Client['recordTally']>().not.toHaveProperty('all')
    expectTypeOf<Client['getMe']>().not.toHaveProperty('pages')
  })

  test('a code narrows the reasons', () => {
    const narrow = (error: unknown) => (isServiceError(error, 'plan_required') ? error.code : undefined)
    expectTypeOf(narrow).returns.toEqualTypeOf<'plan_required' | undefined>()
    expect(narrow(new Error('x'))).toBeUndefined()
  })
})

describe('the settings', () => {
  test.each([
    ['challenges.example'],
    ['/v1'],
    ['ftp://a.example'],
    ['https://a@b.example'],
    ['https://a.example?x=1'],
    [''],
  ])('the base URL %j is refused', (wrong) => {
    expect(() => createClient({ baseUrl: wrong, token })).toThrow(TypeError)
  })

  test.each([
    ['https://a.example', 'https://a.example/v1/me'],
    ['https://a.example/', 'https://a.example/v1/me'],
    ['https://a.example/api//', 'https://a.example/api/v1/me'],
    ['http://localhost:8080', 'http://localhost:8080/v1/me'],
  ])('paths are appended to %s', async (base, url) => {
    const asked: string[] = []
    const fetch = async (target: string): Promise<Response> => {
      asked.push(target)
      return Response.json({ data: {}, request_id: 'req_1' })
    }
    await createClient({ baseUrl: base, token, fetch }).getMe()
    expect(asked).toEqual([url])
  })

  test.each([['cs_acc_a\n'], ['cs_acc_a b'], [''], ['cs_acc_ä']])(
    'the token %j is refused, and not repeated',
    (wrong) => {
      const create = () => createClient({ baseUrl, token: wrong })
      expect(create).toThrow(TypeError)
      expect(create).not.toThrow(/cs_acc_/)
    },
  )
})

test('no message holds the token, whatever fetch says', async () => {
  const fetch = async (): Promise<Response> => {
    throw new TypeError(`could not send ${token}`, {
      cause: Object.assign(new Error(token), { code: 'EPIPE' }),
    })
  }
  const failure = createClient({ baseUrl, token, fetch, retries: 0 }).getMe()
  await expect(failure).rejects.toThrow(ConnectionError)
  await expect(failure).rejects.toThrow('getMe got no answer: EPIPE')
})
