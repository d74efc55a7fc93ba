// The client's own types and routes, which are written without schemas, and the contract that they are made of. The
// types are compared by the compiler (`npm run check:types`): one that differs does not compile.
import {
  codes,
  endpoints,
  floorParameters,
  limits,
  type CallOf,
  type Code,
  type EndpointName,
  type ErrorObject,
  type Event,
  type InputOf,
  type Reason,
  type ResultOf,
} from '@challenge-service/contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { ErrorDetails } from '../../packages/client/src/errors.ts'
import type { ActingPerson, Calls, Paging } from '../../packages/client/src/generated/calls.ts'
import {
  codes as plainCodes,
  type Code as PlainCode,
  type Reason as PlainReason,
} from '../../packages/client/src/generated/codes.ts'
import type { Event as PlainEvent } from '../../packages/client/src/generated/events.ts'
import { limits as plainLimits } from '../../packages/client/src/generated/limits.ts'
import { routes } from '../../packages/client/src/generated/routes.ts'
import { isInPath, isInQuery, hasBody } from '../../packages/client/src/route.ts'

type Table = typeof endpoints

/** The names under which two tables of types differ: never, where they are the same. */
type Differing<A, B> = {
  [N in keyof A | keyof B]: N extends keyof A & keyof B ? (Same<A[N], B[N]> extends true ? never : N) : N
}[keyof A | keyof B]
// Each fits the other; and also with every member required, since one that may be left out fits where there is none.
type Same<A, B> = Fit<A, B> extends true ? Fit<Whole<A>, Whole<B>> : false
type Fit<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Whole<T> = T extends object ? { [K in keyof T]-?: Whole<T[K]> } : T

describe('the types of the client are those of the contract:', () => {
  it('what is given', () => {
    expectTypeOf<
      Differing<{ [N in keyof Calls]: Calls[N]['result'] }, { [N in EndpointName]: ResultOf<Table[N]> }>
    >().toEqualTypeOf<never>()
  })

  it('what is taken', () => {
    expectTypeOf<
      Differing<{ [N in keyof Calls]: Calls[N]['input'] }, { [N in EndpointName]: InputOf<Table[N]> }>
    >().toEqualTypeOf<never>()
    expectTypeOf<
      Same<Calls['listEvents']['input'] & ActingPerson & Paging, CallOf<Table['listEvents']>>
    >().toEqualTypeOf<true>()
  })

  it('errors and deliveries', () => {
    expectTypeOf<Same<ErrorDetails, ErrorObject>>().toEqualTypeOf<true>()
    expectTypeOf<Same<PlainEvent, Event>>().toEqualTypeOf<true>()
    expectTypeOf<PlainCode>().toEqualTypeOf<Code>()
    expectTypeOf<
      Differing<{ [C in PlainCode]: PlainReason<C> }, { [C in Code]: Reason<C> }>
    >().toEqualTypeOf<never>()
  })

  it('and a type that differs would be seen', () => {
    expectTypeOf<Differing<{ a: { b?: string } }, { a: { b: string } }>>().toEqualTypeOf<'a'>()
    expectTypeOf<Differing<{ a: string[] }, { a: (string | null)[] }>>().toEqualTypeOf<'a'>()
    expectTypeOf<Differing<{ a: { c: 1 } }, { a: { c: 1; b?: 1 } }>>().toEqualTypeOf<'a'>()
    expectTypeOf<Differing<{ a: 1 }, { a: 1; b: 1 }>>().toEqualTypeOf<'b'>()
  })
})

describe('the routes of the client are those of the contract:', () => {
  it.each(Object.keys(endpoints) as EndpointName[])('%s', (name) => {
    const { method, path, query, params, body, paged } = endpoints[name]
    const route = routes[name]
    expect(route).toEqual({
      method,
      path,
      query: Object.keys(query.properties).filter((one) => !floorParameters.has(one)),
      paged: paged !== null,
    })
    for (const one of Object.keys(params.properties)) expect([one, isInPath(route, one)]).toEqual([one, true])
    for (const one of Object.keys(query.properties).filter((parameter) => parameter !== 'user_email')) {
      expect([one, isInQuery(route, one)]).toEqual([one, true])
    }
    const inBody = body && hasBody(route) ? Object.keys(body.properties) : []
    for (const one of inBody) expect([one, isInQuery(route, one)]).toEqual([one, false])
  })

  it('and there are no others, nor other codes and numbers', () => {
    expect(Object.keys(routes)).toEqual(Object.keys(endpoints))
    expect(plainCodes).toEqual(Object.keys(codes))
    expect(limits).toMatchObject(plainLimits)
  })
})
