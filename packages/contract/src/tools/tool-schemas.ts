// The schemas of a tool as a client reads them: arguments with sentences, results without, nothing of our own in them.
import * as Type from 'typebox'
import type { Static, TObject, TSchema } from 'typebox'
import { describeAs } from '../described.ts'
import { endpoints } from '../endpoints.ts'
import { object } from '../object.ts'
import { explainUse, toInlineSchema, withoutAnnotations } from '../openapi/schemas.ts'
import type { SchemaObject } from '../openapi/types.ts'
import type { Shape } from '../reference/shape.ts'
import { ErrorBody, nextCursor } from '../response.ts'
import { instant, line, nullable, optional, string } from '../schema.ts'
import type { Tool } from './tools.ts'

/** What is asked for beside the arguments of a tool, as the token and the URL have it. */
export interface ExtraArguments {
  /** The token is a group's, and the URL names nobody. */
  readonly actingPerson: boolean
  /** The token is a group's, and so are some arguments. */
  readonly ofGroup: boolean
  /** The token was made by hand, so its bot may confirm by a second call. */
  readonly confirmation: boolean
}

const actingPerson = {
  // A copy, with the acting person required: a group token can do nothing without one.
  user_email: describeAs(
    { ...(endpoints.listGroups.query.properties['user_email'] as TSchema) },
    'The address of the member of the group to act for.',
  ),
}

const confirmation = {
  confirmation: optional(
    line(
      1,
      2048,
      'Only in a second call, after the person has said yes: the value that the first call gave, with the same arguments.',
    ),
  ),
}

/** All that may be sent in a call of a tool. */
export const makeToolInput = ({ input, confirms, withGroup }: Tool, extra: ExtraArguments): TObject =>
  Type.Object(
    {
      ...(extra.ofGroup ? input : Type.Omit(input, [...withGroup])).properties,
      ...(extra.actingPerson ? actingPerson : {}),
      ...(confirms && extra.confirmation ? confirmation : {}),
    },
    { additionalProperties: false },
  )

/** What an answer holds where nothing was done yet, since the person has to say yes first. */
export const ToBeConfirmed = object('Nothing was done yet: the person has to say yes first.', {
  to_confirm: object('What waits for their word.', {
    next: string('That nothing was done, and what to do now.'),
    question: string('What would happen, to be shown to the person.'),
    url: nullable(string(), 'The page where the person can do it; null where there is none.'),
    confirmation: nullable(
      string(),
      'To be sent as `confirmation` in a second call; null where only the person can.',
    ),
    expires_at: nullable(instant(), 'Until when it can be sent.'),
  }),
})
export type ToBeConfirmed = Static<typeof ToBeConfirmed>

/** What an answer holds where the person said no. */
export const ToldNo = object('Nothing was done: the person said no.', {
  told_no: string('That nothing was done, in a sentence.'),
})
export type ToldNo = Static<typeof ToldNo>

/** What stands in the structured content of an answer, other than an error or a question. */
const makeToolData = ({ endpoint: { result, paged } }: Tool): TSchema => {
  const shape = result as Shape
  if (!paged) return result
  if (shape.items) return Type.Object({ items: result, next_cursor: nextCursor })
  return { ...result, ...Type.Object({ ...shape.properties, next_cursor: nextCursor }) }
}

export const writeToolInput = (tool: Tool, extra: ExtraArguments): SchemaObject => ({
  ...toInlineSchema(makeToolInput(tool, extra), explainUse),
  type: 'object',
  examples: [{ ...tool.example, ...(extra.actingPerson ? { user_email: 'ana@demo.example' } : {}) }],
})

/** A success, a refusal or a question; an object in each case. */
export const writeToolOutput = (tool: Tool): SchemaObject => ({
  type: 'object',
  anyOf: [makeToolData(tool), ErrorBody, ...(tool.confirms ? [ToBeConfirmed, ToldNo] : [])].map(writeBare),
})

/** Words are not listed: a newer release may have written another, and clients refuse what is not in a list. */
const writeBare = (schema: Shape): SchemaObject => {
  const { properties, patternProperties, items, enum: _, ...rest } = schema
  const [anyMember] = Object.values(patternProperties ?? {})
  return {
    ...withoutAnnotations(rest),
    ...(items ? { items: writeBare(items) } : {}),
    ...(anyMember ? { additionalProperties: writeBare(anyMember) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, writeBare(member)]),
          ),
        }
      : {}),
  }
}
