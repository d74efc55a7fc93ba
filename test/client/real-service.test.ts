// The promises that need the service on the other side: a retry after a lost answer does nothing twice, a limit is
// waited out for as long as the service says, real cursors are followed to the end.
import { floorParameters } from '@challenge-service/contract'
import { describe, expect, it } from 'vitest'
import type { Page } from '../../packages/client/src/answer.ts'
import { assembleClient } from '../../packages/client/src/client.ts'
import { createMethods } from '../../packages/client/src/methods.ts'
import { patienceOf } from '../../packages/client/src/retry.ts'
import type { CallRoute } from '../../packages/client/src/route.ts'
import type { Runtime } from '../../packages/client/src/runtime.ts'
import { engines } from '../support/engine.ts'
import { countProbes, probes } from '../support/probe.ts'
import { useService } from '../support/service.ts'
import { createSurroundings } from './surroundings.ts'

interface Probe {
  readonly id: string
  readonly label: string
}

type ProbeCalls = {
  createProbe: { input: { label: string }; result: Probe; paged: false }
  listProbes: { input: { label?: string }; result: Probe[]; paged: true }
}

const probeRoute = (method: CallRoute['method'], path: string): CallRoute => {
  const found = probes.endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path)
  if (!found) throw new Error(`there is no probe ${method} ${path}`)
  const query = Object.keys(found.query.properties).filter((name) => !floorParameters.has(name))
  return { method, path, query, paged: found.paged !== null }
}

const createProbe = probeRoute('POST', '/v1/probes')
const listProbes = probeRoute('GET', '/v1/probes')

describe.each(engines)('the client and the service, on %s', (engine) => {
  const service = useService(engine, { READS_PER_MINUTE: '5', WRITES_PER_MINUTE: '1000' })

  const newToken = async () => (await service.token(await service.account())).token

  const newProbes = async (overrides: Partial<Runtime> = {}) =>
    createMethods<ProbeCalls>(
      { createProbe, listProbes },
      {
        baseUrl: service.url,
        token: await newToken(),
        userEmail: undefined,
        timeoutMs: 30_000,
        patience: patienceOf(3),
        onRetry: undefined,
        runtime: createSurroundings(overrides).runtime,
      },
    )

  it('a POST whose answers are lost is done once, and answered in the end', async () => {
    let lost = 2
    const methods = await newProbes({
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (lost === 0) return response
        lost -= 1
        await response.text()
        throw new TypeError('fetch failed', { cause: new Error('other side closed') })
      },
    })
    const before = await countProbes(service.store)
    const answer = await methods.createProbe.withResponse({ label: 'once' })
    expect(answer).toMatchObject({ status: 201, replayed: true, data: { label: 'once' } })
    expect(await countProbes(service.store)).toBe(before + 1)

    expect(await methods.createProbe.withResponse({ label: 'once' })).toMatchObject({ replayed: false })
    expect(await countProbes(service.store)).toBe(before + 2)
  })

  it('the per-minute limit is waited out for exactly as long as the service says', async () => {
    const slept: number[] = []
    const { runtime } = createSurroundings({
      random: () => 0,
      sleep: async (ms) => {
        slept.push(ms)
        service.clock.advance(ms)
      },
    })
    const client = assembleClient({ baseUrl: service.url, token: await newToken() }, runtime)
    for (let call = 0; call < 5; call += 1) {
      await client.getMe()
      service.clock.advance(1_000)
    }
    const answer = await client.getMe.withResponse()
    expect(answer.status).toBe(200)
    expect(slept).toEqual([55_000])
    expect(answer.rate).toMatchObject({ limit: 5, remaining: 0 })
  })

  it('real cursors lead through a list once, filter and order kept', async () => {
    const methods = await newProbes({
      sleep: async (ms) => {
        service.clock.advance(ms)
      },
    })
    const created: string[] = []
    for (let n = 0; n < 25; n += 1) {
      created.push((await methods.createProbe({ label: 'wanted' })).id)
      await methods.createProbe({ label: 'other' })
    }
    const seen: string[] = []
    for await (const { id } of methods.listProbes.all({ label: 'wanted', order: 'asc', limit: 2 }))
      seen.push(id)
    expect(seen).toEqual(created)

    const pages: Page<Probe[]>[] = []
    for await (const page of methods.listProbes.pages({ label: 'wanted', limit: 10 })) pages.push(page)
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(created.toReversed())
    expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 5])
  })
})
