// One endpoint as an operation.
import { hasBody, type EndpointReference } from '../reference/describe.ts'
import { listParameters } from './parameters.ts'
import { describeResponses } from './responses.ts'
import { explainUse, toSchema } from './schemas.ts'
import type { PathOperation } from './types.ts'

export const describeOperation = (reference: EndpointReference): PathOperation => {
  const { name, endpoint, resource } = reference
  const { method, scope, summary, creates, extension } = endpoint
  const rateClass = method === 'GET' ? 'read' : 'write'
  return {
    operationId: name,
    tags: [resource.name],
    summary,
    description: [...endpoint.notes, nameTerms(reference)].join('\n\n'),
    // The scope stands in `x-scope`: only a scheme of OAuth has scopes that tools let stand here.
    security: [{ bearer: [] }],
    parameters: listParameters(reference),
    ...describeBody(reference),
    responses: describeResponses(reference),
    ...(scope === null ? {} : { 'x-scope': scope }),
    'x-rate-class': rateClass,
    'x-counts-against-quota': creates,
    'x-extension': extension,
  }
}

const nameTerms = ({ endpoint: { method, scope, creates, extension } }: EndpointReference): string =>
  [
    scope === null ? 'Needs a valid token, and no scope.' : `Needs the scope \`${scope}\`.`,
    `Counts as a ${method === 'GET' ? 'read' : 'write'} against the rate of the token`,
    creates ? 'and against the monthly quota when it creates something.' : 'and not against the quota.',
    ...(extension ? ['An extension of the specification.'] : []),
  ].join(' ')

const describeBody = ({ endpoint, sample }: EndpointReference): Pick<PathOperation, 'requestBody'> => {
  const { body } = endpoint
  if (!body || !hasBody(endpoint)) return {}
  return {
    requestBody: {
      required: (body.required ?? []).length > 0,
      content: {
        'application/json': {
          schema: toSchema(body, explainUse),
          example: sample.body ?? {},
        },
      },
    },
  }
}
