// Lists: what existed when paging began is never skipped or repeated, and a cursor works for nobody else.
import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'

interface Probe {
  readonly id: string
  readonly label: string
}

describe.each(engines)('a list, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  let token: string
  beforeEach(async () => {
    token = (await service.token(await service.account())).token
  })

  const get = (query: string, as = token) => service.call('GET', `/v1/probes?${query}`, { token: as })
  const create = async (label: string): Promise<string> => {
    const { body } = await service.call('POST', '/v1/probes', { token, body: { label } })
    return (body.data as Probe).id
  }
  const createMany = async (count: number, label = 'x'): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let i = 0; i < count; i += 1) ids.push(await create(label))
    return ids
  }
  const follow = async (query: string, between?: () => Promise<unknown>): Promise<readonly string[]> => {
    const ids: string[] = []
    let reply = await get(query)
    for (;;) {
      expect(reply.status).toBe(200)
      ids.push(...(reply.body.data as Probe[]).map(({ id }) => id))
      const cursor = reply.body.next_cursor
      if (cursor === null || cursor === undefined) return ids
      await between?.()
      reply = await get(`cursor=${encodeURIComponent(cursor)}&limit=3`)
    }
  }

  it('gives 25 unless asked, at most 100, newest first, and null at its end', async () => {
    const ids = await createMany(26)
    const first = await get('')

    expect((first.body.data as Probe[]).map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 25))
    expect(first.body.next_cursor).toEqual(expect.any(String))
    expect((await get('limit=100')).body.next_cursor).toBeNull()
    expect((await get('limit=26')).body.next_cursor).toBeNull()
    for (const limit of ['0', '101', '-1', '2.5', 'x', '', '1e1', '99999999999999999999']) {
      const reply = await get(`limit=${limit}`)
      expect(reply.body.error?.fields, limit).toEqual([
        { field: 'limit', message: 'must be a whole number from 1 to 100' },
      ])
    }
  })

  it('skips and repeats nothing while others write, in either order', async () => {
    const ids = await createMany(10)
    const whileWriting = () => create('meanwhile')

    expect(await follow('limit=3', whileWriting)).toEqual(ids.toReversed())
    const ascending = await follow('limit=3&order=asc')
    expect(ascending.slice(0, 10)).toEqual(ids)
  })

  it('carries filters and order in the cursor, which may be repeated but not changed', async () => {
    await createMany(2, 'other')
    const ids = await createMany(4, 'wanted')
    const { next_cursor } = (await get('label=wanted&order=asc&limit=2')).body
    const cursor = encodeURIComponent(next_cursor ?? '')

    for (const query of ['', '&label=wanted', '&order=asc', '&label=wanted&order=asc']) {
      const page = await get(`cursor=${cursor}${query}`)
      expect((page.body.data as Probe[]).map(({ id }) => id)).toEqual(ids.slice(2))
    }
    for (const query of ['&label=other', '&order=desc']) {
      const page = await get(`cursor=${cursor}${query}`)
      expect(page.body.error).toMatchObject({ code: 'invalid_request', reason: 'cursor_invalid' })
    }
  })

  it('refuses a cursor of another person, a changed one and a made-up one', async () => {
    await createMany(3)
    const { next_cursor } = (await get('limit=2')).body
    const cursor = next_cursor ?? ''
    const stranger = (await service.token(await service.account())).token
    const changed = cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A')

    expect((await get(`cursor=${encodeURIComponent(cursor)}`)).status).toBe(200)
    const refused = [
      await get(`cursor=${encodeURIComponent(cursor)}`, stranger),
      await get(`cursor=${encodeURIComponent(changed)}`),
      await get('cursor=eyJhIjoxfQ'),
      await get(`cursor=${'A'.repeat(2048)}`),
    ]
    for (const reply of refused) {
      expect(reply.status).toBe(400)
      expect(reply.body.error).toMatchObject({ code: 'invalid_request', reason: 'cursor_invalid' })
    }
  })
})
