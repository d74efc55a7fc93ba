// The OpenAPI 3.1 document, made of the table of endpoints. Pure: the same table gives the same document.
import { endpoints } from '../endpoints.ts'
import { describeTable, type EndpointReference, type Table } from '../reference/describe.ts'
import { resources } from '../reference/resources.ts'
import { scopes } from '../scopes.ts'
import { describeDeliveries } from './deliveries.ts'
import { headerComponents } from './headers.ts'
import { openPaths } from './open-paths.ts'
import { describeOperation } from './operation.ts'
import { makeParameterComponents } from './parameters.ts'
import { makeResponseComponents } from './responses.ts'
import { makeSchemaComponents } from './schemas.ts'
import type { OpenApiDocument, PathItem } from './types.ts'

export interface OpenApiOptions {
  /** Of the release that serves it. */
  readonly version: string
  /** Who runs the service, in their own words. */
  readonly contact?: string | undefined
  /** Where the service is reached; without it, wherever the document was found. */
  readonly serverUrl?: string | undefined
  readonly table?: Table
}

export const openApiDocument = ({
  version,
  contact,
  serverUrl,
  table = endpoints,
}: OpenApiOptions): OpenApiDocument => {
  const references = describeTable(table)
  const [first] = references
  return {
    openapi: '3.1.0',
    info: {
      title: 'Challenge Service',
      version,
      summary: 'Challenges between two people: a claim, an opponent, a stake and a due period.',
      description,
      contact: { name: contact ?? 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl ?? '/', description: 'This service' }],
    tags: [
      ...resources.map(({ name, description: words }) => ({ name, description: words })),
      { name: 'Service', description: 'What is served without a token.' },
    ],
    paths: { ...describePaths(references), ...openPaths },
    webhooks: describeDeliveries(),
    components: {
      schemas: makeSchemaComponents(),
      parameters: makeParameterComponents(),
      headers: headerComponents,
      responses: first ? makeResponseComponents(first) : {},
      securitySchemes: { bearer },
    },
  }
}

const description = `Every call under \`/v1\` carries a bearer token and needs one scope. Every answer carries \`request_id\`, which \`X-Request-Id\` repeats. A success has \`data\`; a list has \`next_cursor\` beside it; an error has \`error\` with one of eleven codes and a stable reason. Within v1 things are only added: ignore what you do not know. Assistants reach the same by the Model Context Protocol at \`POST /mcp\`.`

const bearer = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'cs_acc_… or cs_grp_…',
  description: [
    'A token of an account, or of a group. Its scopes say what it may be used for:',
    '',
    ...Object.entries(scopes).map(([scope, sentence]) => `- \`${scope}\`: ${sentence}`),
  ].join('\n'),
}

const describePaths = (references: readonly EndpointReference[]): Readonly<Record<string, PathItem>> => {
  const paths: Record<string, PathItem> = {}
  for (const reference of references) {
    const { path, method } = reference.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(reference) }
  }
  return paths
}
