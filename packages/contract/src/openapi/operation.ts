// One endpoint as an operation.
import { hasBody, type EndpointReference } from '../reference/describe.ts'
import type { Shape } from '../reference/fields.ts'
import { inputWordsOf } from '../reference/input-words.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import { sentenceOf, toSchema } from './schemas.ts'
import type { Operation } from './types.ts'

export const operationOf = (reference: EndpointReference): Operation => {
  const { name, endpoint, resource } = reference
  const { method, scope, summary, creates, extension } = endpoint
  const rateClass = method === 'GET' ? 'read' : 'write'
  return {
    operationId: name,
    tags: [resource.name],
    summary,
    description: [...reference.paragraphs, terms(reference)].join('\n\n'),
    security: [{ bearer: [scope] }],
    parameters: parametersOf(reference),
    ...requestBody(reference),
    responses: responsesOf(reference),
    'x-scope': scope,
    'x-rate-class': rateClass,
    'x-counts-against-quota': creates,
    'x-extension': extension,
  }
}

const terms = ({ endpoint: { method, scope, creates, extension } }: EndpointReference): string =>
  [
    `Needs the scope \`${scope}\`.`,
    `Counts as a ${method === 'GET' ? 'read' : 'write'} against the rate of the token`,
    creates ? 'and against the monthly quota when it creates something.' : 'and not against the quota.',
    ...(extension ? ['An extension of the specification.'] : []),
  ].join(' ')

const requestBody = ({ name, endpoint, sample }: EndpointReference): Pick<Operation, 'requestBody'> => {
  const { body } = endpoint
  if (!body || !hasBody(endpoint)) return {}
  return {
    requestBody: {
      required: (body.required ?? []).length > 0,
      content: {
        'application/json': {
          schema: toSchema(body, (path) => wordsOf(name, path, body.properties[path])),
          example: sample?.body ?? {},
        },
      },
    },
  }
}

/** What a member is for, then what is wanted of it. */
const wordsOf = (name: string, path: string, member: Shape | undefined): string | undefined => {
  const { expects, enum: values } = member ?? {}
  const wanted = expects === undefined || values ? [] : [sentenceOf(expects)]
  return [inputWordsOf(name, path) ?? [], ...wanted].flat().join(' ') || undefined
}
