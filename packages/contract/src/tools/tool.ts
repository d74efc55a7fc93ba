// What a tool for assistants is: an endpoint of the table under a name that a person would use, with what a model has to
// know of it. Its arguments are members of the endpoint, taken from there and never typed anew.
import * as Type from 'typebox'
import type { TObject, TSchema } from 'typebox'
import type { Challenge } from '../challenges/challenge.schema.ts'
import { describeAs } from '../described.ts'
import type { Endpoint } from '../endpoint.ts'

/** What a model sends, by the names of the tool. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** The call of the table that a tool makes. */
export interface ToolCall {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Why no call is made: as the challenge stands, there is nothing that the tool could do. */
export interface NothingToDo {
  readonly nothingToDo: string
}

/** An argument that is in the wrong place. */
export interface Misfit {
  readonly field: string
  readonly message: string
}

/** What a client may know of a tool before it calls it. */
export interface ToolHints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** It reaches nothing beyond this service. */
  readonly openWorldHint: false
}

export interface Tool {
  readonly name: string
  readonly title: string
  /** For a model that knows nothing: what it does, when not to use it, what follows. */
  readonly description: string
  /** Whose scope, rate class and result hold. */
  readonly endpoint: Endpoint
  /** All that it may call, the first included. */
  readonly endpoints: readonly Endpoint[]
  readonly input: TObject
  /** The arguments that only the token of a group can use. */
  readonly withGroup: readonly string[]
  /** It binds or costs someone, so the person is asked first. */
  readonly confirms: boolean
  readonly annotations: ToolHints
  readonly example: ToolArguments
  /** What it sends beside its arguments, by how the challenge stands; null where it sends nothing else. */
  readonly addsOf: ((seen: Challenge) => ToolArguments | NothingToDo) | null
  toCall(input: ToolArguments, added?: ToolArguments): ToolCall
  /** The arguments that do not go with the others, and why. */
  listMisfits(input: ToolArguments): readonly Misfit[]
  /** The argument that stands for a member of its endpoints. */
  nameOf(member: string): string
}

interface ToolDeclaration {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly endpoint: Endpoint
  /** Each argument, and the member that it stands for. */
  readonly takes: Readonly<Record<string, string>>
  /** Another endpoint, called where this argument is given. */
  readonly other?: { readonly endpoint: Endpoint; readonly whenGiven: string }
  readonly withGroup?: readonly string[]
  /** In place of the sentences of the endpoint. */
  readonly words?: Readonly<Record<string, string>>
  /** What is sent where a model gives nothing. */
  readonly defaults?: (input: ToolArguments) => ToolArguments
  /** What is sent beside the arguments, as the challenge stands. */
  readonly adds?: (seen: Challenge) => ToolArguments | NothingToDo
  readonly confirms?: true
  /** Doing it twice does no more than doing it once. */
  readonly idempotent?: true
  readonly example: ToolArguments
}

export const tool = (declared: ToolDeclaration): Tool => {
  const { endpoint, other, takes, adds, defaults } = declared
  const endpoints = other ? [endpoint, other.endpoint] : [endpoint]
  const isRead = endpoint.method === 'GET'
  const argumentOf = new Map(Object.entries(takes).map(([name, member]) => [member, name]))
  return {
    name: declared.name,
    title: declared.title,
    description: declared.description,
    endpoint,
    endpoints,
    input: makeInput(endpoints, takes, declared.words ?? {}),
    withGroup: declared.withGroup ?? [],
    confirms: declared.confirms ?? false,
    addsOf: adds ?? null,
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: declared.confirms ?? false,
      idempotentHint: isRead || (declared.idempotent ?? false),
      openWorldHint: false,
    },
    example: declared.example,
    toCall: (input, added = {}) => {
      const called = endpointFor(declared, input)
      const members = Object.entries({ ...defaults?.(input), ...input }).map(
        ([name, value]) => [takes[name] ?? name, value] as const,
      )
      return place(called, Object.fromEntries([...members, ...Object.entries(added)]))
    },
    listMisfits: (input) => (other ? listMisfits(declared, other.whenGiven, input) : []),
    nameOf: (member) => argumentOf.get(member) ?? member,
  }
}

const endpointFor = ({ endpoint, other }: ToolDeclaration, input: ToolArguments): Endpoint =>
  other && input[other.whenGiven] !== undefined ? other.endpoint : endpoint

const listMisfits = (
  declared: ToolDeclaration,
  whenGiven: string,
  input: ToolArguments,
): readonly Misfit[] => {
  const called = endpointFor(declared, input)
  const goes = called === declared.endpoint ? 'goes only with' : 'does not go with'
  return Object.keys(input)
    .filter((name) => input[name] !== undefined && !hasMember(called, declared.takes[name] ?? name))
    .map((field) => ({ field, message: `${goes} ${whenGiven}` }))
}

const hasMember = (endpoint: Endpoint, member: string): boolean =>
  placesOf(endpoint).some(({ properties }) => Object.hasOwn(properties, member))

export const isNothingToDo = (made: object): made is NothingToDo => 'nothingToDo' in made

const makeInput = (
  endpoints: readonly Endpoint[],
  takes: Readonly<Record<string, string>>,
  words: Readonly<Record<string, string>>,
): TObject => {
  const members = Object.entries(takes).map(([name, member]) => {
    const schema = describeAs(findMember(endpoints, member), words[name])
    return [name, endpoints.every((one) => isRequired(one, member)) ? schema : Type.Optional(schema)] as const
  })
  return Type.Object(Object.fromEntries(members), { additionalProperties: false })
}

const placesOf = ({ params, query, body }: Endpoint): readonly TObject[] => [
  params,
  query,
  ...(body ? [body] : []),
]

const findMember = (endpoints: readonly Endpoint[], member: string): TSchema => {
  const found = endpoints.flatMap(placesOf).find(({ properties }) => Object.hasOwn(properties, member))
  const schema = found?.properties[member]
  if (!schema) throw new Error(`no endpoint of the tool has a member ${member}`)
  // A copy: whether it may be left out is decided anew.
  return { ...schema }
}

const isRequired = (endpoint: Endpoint, member: string): boolean =>
  placesOf(endpoint).some(({ required }) => (required as readonly string[] | undefined)?.includes(member))

/** Each member where the endpoint has it. What it does not have goes where it is refused by its name. */
const place = (endpoint: Endpoint, members: ToolArguments): ToolCall => {
  const params: Record<string, string> = {}
  const query: Record<string, string> = {}
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue
    if (Object.hasOwn(endpoint.params.properties, name)) params[name] = asText(value)
    else if (endpoint.body && !Object.hasOwn(endpoint.query.properties, name)) body[name] = value
    else query[name] = asText(value)
  }
  return { endpoint, params, query, body }
}

/** As it stands in an address, where a list is one text with commas. */
const asText = (value: unknown): string => [value].flat().join(',')
