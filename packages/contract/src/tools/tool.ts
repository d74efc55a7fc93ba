// What a tool for assistants is: an endpoint of the table under a name that a person would use, with what a model has to
// know of it. Its arguments are members of the endpoint, taken from there and never declared twice.
import * as Type from 'typebox'
import type { TObject, TSchema } from 'typebox'
import type { Challenge } from '../challenges/challenge.schema.ts'
import { describeAs } from '../described.ts'
import type { Endpoint } from '../endpoint.ts'
import { endpoints, type EndpointName } from '../endpoints.ts'

/** What a model sends, by the names of the tool. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** The call of the table that a tool makes. */
export interface ToolCallOf<Name extends EndpointName> {
  readonly name: Name
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

/** `Name`: of the endpoints that it may call. */
export interface ToolOf<Name extends EndpointName, Confirms extends boolean> {
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
  readonly confirms: Confirms
  readonly annotations: ToolHints
  readonly example: ToolArguments
  /** What it sends beside its arguments, by how the challenge stands; null where it sends nothing else. */
  readonly addsOf: ((seen: Challenge) => ToolArguments | NothingToDo) | null
  toCall(input: ToolArguments, added?: ToolArguments): ToolCallOf<Name>
  /** The arguments that do not go with the others, and why. */
  listMisfits(input: ToolArguments): readonly Misfit[]
  /** The argument that stands for a member of its endpoints. */
  nameOf(member: string): string
}

interface ToolDeclaration<Name extends EndpointName, Confirms extends boolean> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly endpoint: Name
  /** Each argument, and the member that it stands for. */
  readonly takes: Readonly<Record<string, string>>
  /** Another endpoint, called where this argument is given. */
  readonly other?: { readonly endpoint: Name; readonly whenGiven: string }
  readonly withGroup?: readonly string[]
  /** In place of the sentences of the endpoint. */
  readonly words?: Readonly<Record<string, string>>
  /** What is sent where a model gives nothing. */
  readonly defaults?: (input: ToolArguments) => ToolArguments
  /** What is sent beside the arguments, as the challenge stands. */
  readonly adds?: (seen: Challenge) => ToolArguments | NothingToDo
  readonly confirms?: Confirms
  /** Doing it twice does no more than doing it once. */
  readonly idempotent?: true
  readonly example: ToolArguments
}

export const tool = <const Name extends EndpointName, const Confirms extends boolean = false>(
  declared: ToolDeclaration<Name, Confirms>,
): ToolOf<Name, Confirms> => {
  const { other, takes, adds, defaults } = declared
  const endpoint: Endpoint = endpoints[declared.endpoint]
  const called = other ? [endpoint, endpoints[other.endpoint]] : [endpoint]
  // Where it is left out, the type is false too.
  const confirms = declared.confirms ?? (false as Confirms)
  const isRead = endpoint.method === 'GET'
  const argumentOf = new Map(Object.entries(takes).map(([name, member]) => [member, name]))
  return {
    name: declared.name,
    title: declared.title,
    description: declared.description,
    endpoint,
    endpoints: called,
    input: makeInput(called, takes, declared.words ?? {}),
    withGroup: declared.withGroup ?? [],
    confirms,
    addsOf: adds ?? null,
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: confirms,
      idempotentHint: isRead || (declared.idempotent ?? false),
      openWorldHint: false,
    },
    example: declared.example,
    toCall: (input, added = {}) => {
      const name = nameFor(declared, input)
      const members = Object.entries({ ...defaults?.(input), ...input }).map(
        ([argument, value]) => [takes[argument] ?? argument, value] as const,
      )
      return sortIntoCall(name, Object.fromEntries([...members, ...Object.entries(added)]))
    },
    listMisfits: (input) => (other ? listMisfits(declared, other.whenGiven, input) : []),
    nameOf: (member) => argumentOf.get(member) ?? member,
  }
}

const nameFor = <Name extends EndpointName>(
  { endpoint, other }: Pick<ToolDeclaration<Name, boolean>, 'endpoint' | 'other'>,
  input: ToolArguments,
): Name => (other && input[other.whenGiven] !== undefined ? other.endpoint : endpoint)

const listMisfits = (
  declared: ToolDeclaration<EndpointName, boolean>,
  whenGiven: string,
  input: ToolArguments,
): readonly Misfit[] => {
  const called = nameFor(declared, input)
  const goes = called === declared.endpoint ? 'goes only with' : 'does not go with'
  return Object.keys(input)
    .filter(
      (name) => input[name] !== undefined && !hasMember(endpoints[called], declared.takes[name] ?? name),
    )
    .map((field) => ({ field, message: `${goes} ${whenGiven}` }))
}

const hasMember = (endpoint: Endpoint, member: string): boolean =>
  inputsOf(endpoint).some(({ properties }) => Object.hasOwn(properties, member))

export const isNothingToDo = (made: object): made is NothingToDo => 'nothingToDo' in made

const makeInput = (
  called: readonly Endpoint[],
  takes: Readonly<Record<string, string>>,
  words: Readonly<Record<string, string>>,
): TObject => {
  const members = Object.entries(takes).map(([name, member]) => {
    const schema = describeAs(findMember(called, member), words[name])
    return [name, called.every((one) => isRequired(one, member)) ? schema : Type.Optional(schema)] as const
  })
  return Type.Object(Object.fromEntries(members), { additionalProperties: false })
}

const inputsOf = ({ params, query, body }: Endpoint): readonly TObject[] => [
  params,
  query,
  ...(body ? [body] : []),
]

const findMember = (called: readonly Endpoint[], member: string): TSchema => {
  const found = called.flatMap(inputsOf).find(({ properties }) => Object.hasOwn(properties, member))
  const schema = found?.properties[member]
  if (!schema) throw new Error(`no endpoint of the tool has a member ${member}`)
  // A copy: the tool decides whether it is optional.
  return { ...schema }
}

const isRequired = (endpoint: Endpoint, member: string): boolean =>
  inputsOf(endpoint).some(({ required }) => (required as readonly string[] | undefined)?.includes(member))

/** Each member where the endpoint has it. What it does not have goes where it is refused by its name. */
const sortIntoCall = <Name extends EndpointName>(name: Name, members: ToolArguments): ToolCallOf<Name> => {
  const endpoint: Endpoint = endpoints[name]
  const params: Record<string, string> = {}
  const query: Record<string, string> = {}
  const body: Record<string, unknown> = {}
  for (const [member, value] of Object.entries(members)) {
    if (value === undefined) continue
    if (Object.hasOwn(endpoint.params.properties, member)) params[member] = asText(value)
    else if (endpoint.body && !Object.hasOwn(endpoint.query.properties, member)) body[member] = value
    else query[member] = asText(value)
  }
  return { name, endpoint, params, query, body }
}

/** As it stands in an address, where a list is one text with commas. */
const asText = (value: unknown): string => [value].flat().join(',')
