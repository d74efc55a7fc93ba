// A slice for tests alone: the smallest thing that can be created, touched, listed and failed at, standing on
// the same floor as every real slice.
import { Type } from 'typebox'
import { describeAs, endpoint, line } from '@challenge-service/contract'
import { Answered, list, read, write } from '../../packages/server/src/features/route.ts'
import { newId } from '../../packages/server/src/kernel/ids.ts'
import { pageOf, rowsToFetch } from '../../packages/server/src/kernel/page.ts'
import { notVisible } from '../../packages/server/src/kernel/refusal.ts'
import { once, sql } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'

const Probe = Type.Object({ id: Type.String(), label: Type.String(), touched: Type.Integer() })

const params = {
  id: describeAs(Type.String({ pattern: '^ch_[0-9a-z]{26}$', idOf: 'challenge' }), 'The probe.'),
}

const exampleProbe = { id: `ch_${'0'.repeat(26)}`, label: 'first', touched: 0 }

const label = line(1, 40, 'What it is called.')

const createProbe = endpoint({
  method: 'POST',
  path: '/v1/probes',
  scope: 'challenges:write',
  summary: 'Create a probe',
  notes: ['For tests alone.'],
  body: { label },
  result: Probe,
  statuses: [201],
  example: { input: { label: exampleProbe.label }, result: exampleProbe },
})

const touchProbe = endpoint({
  method: 'POST',
  path: '/v1/probes/{id}/touch',
  scope: 'challenges:write',
  summary: 'Touch a probe: 201 the first time, 200 after that',
  notes: ['For tests alone.'],
  params,
  result: Probe,
  statuses: [201, 200],
  example: { input: { id: exampleProbe.id }, result: { ...exampleProbe, touched: 1 } },
})

const breakProbe = endpoint({
  method: 'POST',
  path: '/v1/probes/break',
  scope: 'challenges:write',
  summary: 'Create a probe, then fail for a reason that names a secret',
  notes: ['For tests alone.'],
  result: Probe,
  statuses: [201],
  example: { input: {}, result: exampleProbe },
})

const getProbe = endpoint({
  method: 'GET',
  path: '/v1/probes/{id}',
  scope: 'challenges:read',
  summary: 'Read a probe',
  notes: ['For tests alone.'],
  params,
  result: Probe,
  example: { input: { id: exampleProbe.id }, result: exampleProbe },
})

const listProbes = endpoint({
  method: 'GET',
  path: '/v1/probes',
  scope: 'challenges:read',
  summary: 'List probes',
  notes: ['For tests alone.'],
  query: { label: Type.Optional(label) },
  result: Type.Array(Probe),
  paged: 'desc',
  example: { input: {}, result: [exampleProbe] },
})

interface ProbeRow {
  readonly id: string
  readonly label: string
  readonly touched: number
}

const insert = sql<never, [id: string, ownerId: string, label: string]>(
  'probe.insert',
  'insert into probes (id, owner_id, label, touched) values ($1, $2, $3, 0)',
)
const touch = sql<ProbeRow, [id: string, ownerId: string]>(
  'probe.touch',
  'update probes set touched = touched + 1 where id = $1 and owner_id = $2 returning id, label, touched',
)
const find = sql<ProbeRow, [id: string, ownerId: string]>(
  'probe.find',
  'select id, label, touched from probes where id = $1 and owner_id = $2',
)

const page = (name: string, after: string, order: string) =>
  sql<ProbeRow, [ownerId: string, label: string | null, after: string, limit: number]>(
    name,
    `select id, label, touched from probes
     where owner_id = $1 and (cast($2 as text) is null or label = $2) and id ${after} $3
     order by id ${order} limit $4`,
  )
const newestFirst = page('probe.newest_first', '<', 'desc')
const oldestFirst = page('probe.oldest_first', '>', 'asc')

export const probes = {
  endpoints: [createProbe, touchProbe, breakProbe, getProbe, listProbes],
  routes: [
    write(createProbe, async (tx, { actor, input, now }) => {
      const probe = { id: newId('challenge', now), label: input.label, touched: 0 }
      await tx.run(insert, probe.id, actor.caller.ownerId, probe.label)
      return probe
    }),
    write(touchProbe, async (tx, { actor, input }) => {
      const probe = await tx.first(touch, input.id, actor.caller.ownerId)
      if (!probe) throw notVisible()
      return new Answered(probe.touched === 1 ? 201 : 200, probe)
    }),
    write(breakProbe, async (tx, { actor, now }) => {
      await tx.run(insert, newId('challenge', now), actor.caller.ownerId, 'broken')
      throw new Error('secret words of the inside')
    }),
    read(getProbe, async (reader, { actor, input }) => {
      const probe = await reader.first(find, input.id, actor.caller.ownerId)
      if (!probe) throw notVisible()
      return probe
    }),
    list(listProbes, async (reader, { actor, input, page: asked }) => {
      const [statement, start] =
        asked.order === 'desc' ? ([newestFirst, '~'] as const) : ([oldestFirst, ''] as const)
      const after = String(asked.after?.[0] ?? start)
      const rows = await reader.all(
        statement,
        actor.caller.ownerId,
        input.label ?? null,
        after,
        rowsToFetch(asked),
      )
      return pageOf(
        rows,
        asked,
        ({ id }) => [id],
        (row) => row,
      )
    }),
  ],
}

export const createProbeTable = async (store: Store): Promise<void> => {
  await store.write((tx) =>
    tx.run(
      once(
        tx.dialect.renderSchema(
          `create table if not exists probes
             (id {key} primary key, owner_id text not null, label text not null, touched int not null)`,
        ),
      ),
    ),
  )
}

const countAll = sql<{ count: number }, []>('probe.count', 'select count(*) as count from probes')

export const countProbes = async (store: Store): Promise<number> => (await store.first(countAll))?.count ?? -1
