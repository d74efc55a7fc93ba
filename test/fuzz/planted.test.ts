// The fuzzer notices what it is there for: a service and a document that differ are planted faults of either.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzz, type FuzzResult } from './fuzz.ts'
import { withProbes } from './probe-document.ts'
import { startWorld, type World } from './world.ts'

interface Operation {
  readonly parameters: { readonly name: string; readonly schema: Record<string, unknown> }[]
  readonly requestBody: {
    content: { 'application/json': { schema: { properties: { label: Record<string, unknown> } } } }
  }
  readonly responses: Record<
    string,
    { content: { 'application/json': { schema: { properties: { data: unknown } } } } }
  >
}

/** The operation of one probe, changed, as a document of its own. */
const planted = (method: string, path: string, plant: (operation: Operation) => void): object => {
  const found = withProbes({}, (endpoint) => endpoint.method === method && endpoint.path === path)
  const document = JSON.parse(JSON.stringify(found)) as { paths: Record<string, Record<string, Operation>> }
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`there is no probe ${method} ${path}`)
  plant(operation)
  return document
}

const labelOf = ({ requestBody }: Operation): Record<string, unknown> =>
  requestBody.content['application/json'].schema.properties.label

describe('the fuzzer', { timeout: 180_000 }, () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('sqlite')
  })
  afterAll(() => world.stop())

  const run = (document: object, count = 3_000): Promise<FuzzResult> =>
    fuzz(world, document, { count, seed: 1 })

  it('finds nothing where nothing is planted', async () => {
    expect(
      (
        await run(
          planted('POST', '/v1/probes', () => undefined),
          300,
        )
      ).failure,
    ).toBeUndefined()
  })

  it('finds an endpoint that fails', async () => {
    const { failure } = await run(planted('POST', '/v1/probes/break', () => undefined))

    expect(failure?.text).toContain('the status is 500')
    expect(failure?.text).toContain(`curl -i --path-as-is -X POST -H 'Authorization: Bearer <account>'`)
    expect(failure?.text).toContain('/v1/probes/break')
  })

  it.each<[string, string, string, (operation: Operation) => void, string]>([
    [
      'an answer outside its schema',
      'POST',
      '/v1/probes',
      ({ responses }) => {
        const schema = responses['201']?.content['application/json'].schema
        if (schema) schema.properties.data = { type: 'object', properties: { label: { type: 'integer' } } }
      },
      'the body does not fit the schema that POST /v1/probes declares for 201: /data/label must be integer',
    ],
    [
      'a status that is not declared',
      'POST',
      '/v1/probes/{id}/touch',
      ({ responses }) => delete responses['404'],
      'does not declare the status 404',
    ],
    [
      'a reason that is not declared',
      'GET',
      '/v1/probes',
      ({ responses }) => Object.assign(responses['400'] ?? {}, { 'x-reasons': { invalid_request: [] } }),
      'does not declare invalid_request',
    ],
    [
      'a sound call that is refused',
      'POST',
      '/v1/probes',
      (operation) => Object.assign(labelOf(operation), { maxLength: 60 }),
      'a sound call came to 400 invalid_request input_invalid',
    ],
    [
      'a wrong call that is taken',
      'POST',
      '/v1/probes',
      (operation) => Object.assign(labelOf(operation), { maxLength: 20 }),
      'a wrong call came to',
    ],
    [
      'a wrong parameter that is taken',
      'GET',
      '/v1/probes',
      ({ parameters }) =>
        Object.assign(parameters.find(({ name }) => name === 'limit')?.schema ?? {}, { maximum: 90 }),
      'a wrong call came to',
    ],
  ])('finds %s', async (_, method, path, plant, message) => {
    expect((await run(planted(method, path, plant))).failure?.text).toContain(message)
  })
})
