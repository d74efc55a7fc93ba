// What an endpoint is. Each is declared once; routes, checks, rate class, serialisers, documents and the
// tests that visit every endpoint are derived from the declaration.
import * as Type from 'typebox'
import type { Static, TObject, TSchema } from 'typebox'
import type { Reason } from './codes.ts'
import type { Members } from './described.ts'
import { limits } from './limits.ts'
import type { Scope } from './scopes.ts'
import { email, integer, line, oneOf, optional } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Order = 'asc' | 'desc'

declare const types: unique symbol

export interface Endpoint<Input = unknown, Result = unknown, Paged extends Order | null = Order | null> {
  readonly method: Method
  /** With `{name}` for each parameter. */
  readonly path: string
  /** Null where any valid token will do: then no plan and no acting person is asked for either. */
  readonly scope: Scope | null
  /** What it does, in a phrase. */
  readonly summary: string
  readonly notes: Notes
  readonly params: TObject
  /** What the wire takes: the declared parameters, user_email, and those of paging. */
  readonly query: TObject
  /** What the wire takes, user_email included; null where no body is read. */
  readonly body: TObject | null
  /** The schema of `data`. */
  readonly result: TSchema
  /** Set where `next_cursor` stands beside `data`: the order when none is asked for. */
  readonly paged: Paged
  /** Parameters of a list that speak of one call alone, and so are no part of its cursors. */
  readonly transient: readonly string[]
  /** The statuses of success; the first unless the handler says otherwise. */
  readonly statuses: readonly [Status, ...Status[]]
  /** Whether a 201 or 202 of it counts against the quota. */
  readonly creates: boolean
  /** True for what goes beyond the 26 endpoints of the specification. */
  readonly extension: boolean
  /** Members of the body of which exactly one must be sent; empty where there are none such. */
  readonly exactlyOne: readonly string[]
  /** What its own rules can refuse with. Other reasons follow from the rest of the declaration. */
  readonly refusals: readonly Reason[]
  readonly example: Example<Input, Result>
  readonly [types]?: { readonly input: Input; readonly result: Result }
}

export type Status = 200 | 201 | 202

/** Paragraphs: what a caller has to know beyond the schemas. */
export type Notes = readonly [string, ...string[]]

/** A call that a person of the story makes, and what comes of it. */
export interface Example<Input = unknown, Result = unknown> {
  /** What is sent, in path, query and body together. */
  readonly input: Input
  /** What comes back in `data`. */
  readonly result: Result
}

/** What the acting person sent, from path, query and body, without user_email and the paging parameters. */
export type InputOf<E> = E extends Endpoint<infer Input, unknown> ? Input : never
/** What stands in `data`. */
export type ResultOf<E> = E extends Endpoint<unknown, infer Result> ? Result : never
/** All that a call can carry: the input, user_email and, where there are pages, the paging parameters. */
export type CallOf<E> = Flat<
  InputOf<E> &
    StaticOf<typeof actingPerson> &
    (E extends { paged: Order } ? StaticOf<typeof paging> : unknown)
>

interface Declaration<
  P extends Declared,
  Q extends Declared,
  B extends Declared,
  R extends TSchema,
  O extends Order | undefined,
> {
  readonly method: Method
  readonly path: string
  readonly scope: Scope | null
  readonly summary: string
  readonly notes: Notes
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly result: R
  readonly paged?: O
  readonly transient?: readonly string[]
  readonly statuses?: readonly [Status, ...Status[]]
  readonly extension?: true
  readonly exactlyOne?: readonly [keyof B & string, keyof B & string, ...(keyof B & string)[]]
  readonly refusals?: readonly Reason[]
  readonly example: Example<Sent<P, Q, B>, Static<R>>
}

/** Undefined where an endpoint declares none. */
type Declared = Members | undefined
type StaticOf<M extends Declared> = M extends Members ? Static<TObject<M>> : unknown
type Sent<P extends Declared, Q extends Declared, B extends Declared> = Flat<
  StaticOf<P> & StaticOf<Q> & StaticOf<B>
>
type Flat<T> = { [K in keyof T]: T[K] }

const actingPerson = {
  user_email: optional(email('The member that a group token acts for. In the query or in the body.')),
}

const paging = {
  cursor: optional(line(1, 2048, 'The `next_cursor` of the page before. It carries filters and order.')),
  limit: optional(integer(1, limits.pageMax, 'How many items a page holds at most.')),
  order: optional(oneOf(['asc', 'desc'], 'By time of making: oldest first or newest first.')),
}

/** The query parameters that the floor consumes; all others are the endpoint's own. */
export const floorParameters: ReadonlySet<string> = new Set([
  ...Object.keys(actingPerson),
  ...Object.keys(paging),
])

const closed = { additionalProperties: false } as const

/** Members by name: `a`, `b` and `c`. */
const inWords = (names: readonly string[]): string => {
  const quoted = names.map((name) => `\`${name}\``)
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

export const endpoint = <
  R extends TSchema,
  P extends Declared = undefined,
  Q extends Declared = undefined,
  B extends Declared = undefined,
  O extends Order | undefined = undefined,
>(
  declared: Declaration<P, Q, B, R, O>,
): Endpoint<Sent<P, Q, B>, Static<R>, O extends Order ? O : null> => {
  const statuses = declared.statuses ?? [200]
  return {
    method: declared.method,
    path: declared.path,
    scope: declared.scope,
    summary: declared.summary,
    notes: declared.exactlyOne
      ? [...declared.notes, `Exactly one of ${inWords(declared.exactlyOne)} must be sent.`]
      : declared.notes,
    params: Type.Object(declared.params ?? {}, closed),
    query: Type.Object({ ...declared.query, ...(declared.paged ? paging : {}), ...actingPerson }, closed),
    body: declared.method === 'GET' ? null : Type.Object({ ...declared.body, ...actingPerson }, closed),
    result: declared.result,
    paged: (declared.paged ?? null) as O extends Order ? O : null,
    transient: declared.transient ?? [],
    statuses,
    creates: statuses[0] !== 200,
    extension: declared.extension ?? false,
    exactlyOne: declared.exactlyOne ?? [],
    refusals: declared.refusals ?? [],
    example: declared.example,
  }
}
