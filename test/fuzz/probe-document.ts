// The probes of the tests as a piece of an OpenAPI document, to plant faults in.
import { codes, ErrorBody, makeResponseSchema, type Endpoint } from '@challenge-service/contract'
import { probes } from '../support/probe.ts'

interface Paths {
  readonly paths?: Readonly<Record<string, object>>
}

/** The document and, in it, the probes for which `chosen` holds. */
export const withProbes = (document: object, chosen: (endpoint: Endpoint) => boolean): object => {
  const paths: Record<string, object> = { ...(document as Paths).paths }
  for (const endpoint of probes.endpoints.filter(chosen)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return { ...document, paths }
}

const operationOf = (endpoint: Endpoint): object => {
  const { method, path, params, query, body, statuses } = endpoint
  const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
  const parametersIn = (place: string, properties: object): readonly object[] =>
    Object.entries(properties).map(([name, schema]) => ({ name, in: place, schema: schema as object }))
  return {
    operationId: `${method} ${path}`,
    parameters: [...parametersIn('path', params.properties), ...parametersIn('query', query.properties)],
    ...(body ? { requestBody: json(body) } : {}),
    responses: Object.fromEntries([
      ...statuses.map((status) => [status, json(makeResponseSchema(endpoint))] as const),
      ...Object.values(codes).map(({ status }) => [status, json(ErrorBody)] as const),
    ]),
  }
}
