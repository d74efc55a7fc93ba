// What is served without a token, outside /v1: the probes of the operator's machinery and the documents.
import { headers } from './headers.ts'
import { refTo } from './schemas.ts'
import type { PathOperation, PathItem, Response, SchemaObject } from './types.ts'

// Of the errors only what no server can rule out: a request that is not valid HTTP.
const malformed = refTo('responses', 'MalformedRequest')

interface OpenPath extends Pick<PathOperation, 'operationId' | 'summary' | 'description' | 'responses'> {}

const open = ({ responses, ...path }: OpenPath): PathItem => ({
  get: {
    ...path,
    tags: ['Service'],
    security: [],
    responses: { ...responses, '400': malformed },
  },
})

const statusAnswer = (description: string, states: readonly string[]): Response => ({
  description,
  headers: headers(),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['status'],
        properties: { status: { type: 'string', enum: states } },
      },
      example: { status: states[0] },
    },
  },
})

const document = (type: string, description: string, schema: SchemaObject): PathOperation['responses'] => ({
  '200': { description, headers: headers('ETag'), content: { [type]: { schema } } },
  '304': { description: 'Not changed since the ETag that was sent.', headers: headers('ETag') },
})

export const openPaths: Readonly<Record<string, PathItem>> = {
  '/healthz': open({
    operationId: 'getHealth',
    summary: 'Ask whether the process is alive',
    description: 'For whatever restarts a process that hangs. It looks at nothing else, storage included.',
    responses: { '200': statusAnswer('It is.', ['alive']) },
  }),
  '/readyz': open({
    operationId: 'getReadiness',
    summary: 'Ask whether the service can serve',
    description: 'For a load balancer. It reads and writes storage, and keeps what it found for two seconds.',
    responses: {
      '200': statusAnswer('Storage is up to date, and writes work.', ['ready']),
      '503': statusAnswer('It cannot, for the reason in `status`.', [
        'stopping',
        'not migrated',
        'storage unreachable',
        'storage full',
        'storage read-only',
        'storage damaged',
        'key missing',
      ]),
    },
  }),
  '/openapi.json': open({
    operationId: 'getOpenApi',
    summary: 'Read this document',
    description: 'Every page on the web may read it. With `If-None-Match` it is sent only if it has changed.',
    responses: document('application/json', 'The OpenAPI document.', { type: 'object' }),
  }),
  '/docs': open({
    operationId: 'getDocs',
    summary: 'Read the reference as a page',
    description:
      'The same as this document, for people. With `If-None-Match` it is sent only if it has changed.',
    responses: document('text/html', 'The reference.', { type: 'string' }),
  }),
}
