// Everything that can be asked of the service, one after another, of someone who has as much as the limits allow: each
// endpoint, each page and form of the site and each tool, as the grids of reach name them, and what else takes long.
import { endpoints, tools, type EndpointName } from '@challenge-service/contract'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { argumentsOf, endpointOf } from '../mcp/tool-scenes.ts'
import { gather, type Caller, type Cast } from '../reach/callers.ts'
import { grid } from '../reach/grid.ts'
import { pathOf, sceneOf } from '../reach/scenes.ts'
import { gatherVisitors, type SiteCast } from '../site/cast.ts'
import { siteGrid, type SiteRow } from '../site/reach-grid.ts'
import { setScene } from '../site/reach-scenes.ts'
import { siteSettings } from '../site/visitor.ts'
import { throughGroup, type Acting } from '../support/groups.ts'
import { callConfirmed, callerOf } from '../support/mcp.ts'
import { findPersonId } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import { enlarge, type Sizes } from './large-world.ts'

export const walkSettings = {
  ...siteSettings,
  READS_PER_MINUTE: '1000000',
  WRITES_PER_MINUTE: '1000000',
  ACCOUNT_QUOTA: '1000000',
  GROUP_QUOTA: '1000000',
  WEBHOOKS_PER_OWNER: '1000',
  LOG_LEVEL: 'silent',
}

export interface Step {
  readonly name: string
  /** Sets the scene, and gives what is to be measured. */
  readonly prepare: () => Promise<() => Promise<unknown>>
}

/** What can be asked for; the scenes are set in this service. */
export const planWalk = async (service: TestService, sizes: Sizes): Promise<readonly Step[]> => {
  const cast = await gather(service)
  const site = await gatherVisitors(service)
  const { creator, opponent } = cast.by
  for (const by of [creator, cast.by['group:admin']]) {
    await by.call('POST', '/v1/webhooks', { url: 'https://hooks.example.com/large' })
  }
  const ofCast = await enlarge(
    service,
    {
      ...(await idsOf(service, creator.email)),
      self: creator,
      opponent,
      inGroup: cast.by['group:party'],
      groupId: cast.group.id,
    },
    sizes,
  )
  const resident = site.by.creator
  const ofSite = await enlarge(
    service,
    {
      ...(await idsOf(service, resident.email)),
      self: resident,
      opponent: site.by.opponent,
      inGroup: throughGroup(service, site.group, resident.email),
      groupId: site.group.id,
    },
    sizes,
  )
  return [
    ...grid.flatMap(({ name, expected }) => stepsOfEndpoint(cast, name, expected)),
    ...tools.flatMap((tool) => stepsOfTool(cast, tool)),
    ...largestReads(creator, ofCast.challengeId),
    ...siteGrid.flatMap((row) => stepsOfPage(site, row)),
    ...largestPages(site, ofSite.challengeId),
    { name: 'jobs', prepare: async () => withoutNameServer(service) },
  ]
}

/** Deliveries go to an address that refuses at once: a name would be asked for, and waited for. */
const withoutNameServer = async (service: TestService): Promise<() => Promise<void>> => {
  const moved = (column: string): string =>
    `${column} = replace(${column}, 'hooks.example.com', '127.0.0.1:9')`
  await service.store.write((tx) => tx.run(once(`update webhooks set ${moved('url')}, ${moved('target')}`)))
  return () => service.runDue()
}

const idsOf = async (service: TestService, email: string) => {
  const personId = await findPersonId(service, email)
  const [account] = await service.store.all(
    once<{ id: string }>(`select id from accounts where person_id = '${personId}'`),
  )
  return { personId, accountId: account?.id ?? '' }
}

const byAPI: readonly Caller[] = ['creator', 'opponent', 'group:admin']

/** By the first of those who reaches it, and by the token of the group; with the largest page. */
const stepsOfEndpoint = (
  cast: Cast,
  name: EndpointName,
  expected: Readonly<Record<Caller, string>>,
): readonly Step[] =>
  byAPI
    .filter((by) => ['ok', '+', '-'].includes(expected[by]))
    .filter((by, at) => at === 0 || (by === 'group:admin' && endpoints[name].method === 'GET'))
    .map((by) => ({
      name: `${name} by ${by}`,
      prepare: async () => {
        const scene = await sceneOf(cast, name)
        const path = withLargestPage(name, pathOf(name, scene))
        return () => cast.by[by].call(endpoints[name].method, path, scene.body)
      },
    }))

const withLargestPage = (name: EndpointName, path: string): string => {
  if (!Object.hasOwn(endpoints[name].query.properties, 'limit') || path.includes('limit=')) return path
  return `${path}${path.includes('?') ? '&' : '?'}limit=100`
}

const stepsOfTool = (cast: Cast, tool: (typeof tools)[number]): readonly Step[] =>
  [byAPI.find((by) => ['ok', '+'].includes(expectedOf(tool)[by])) ?? 'creator'].map((by) => ({
    name: `tool ${tool.name} by ${by}`,
    prepare: async () => {
      const scene = await sceneOf(cast, endpointOf(tool))
      const { token } = cast.by[by]
      const caller = callerOf({ url: cast.service.url, token })
      return () => callConfirmed(caller, tool.name, argumentsOf(tool, scene))
    },
  }))

const expectedOf = (tool: (typeof tools)[number]): Readonly<Record<Caller, string>> => {
  const row = grid.find(({ name }) => name === endpointOf(tool))
  if (!row) throw new Error(`${tool.name} has no row in the grid`)
  return row.expected
}

const largestReads = (by: Acting, challengeId: string): readonly Step[] =>
  [
    `/v1/challenges/${challengeId}`,
    `/v1/challenges/${challengeId}/tally?limit=100`,
    '/v1/challenges?limit=100&order=asc',
    '/v1/challenges?limit=100&status=pending,active,disputed',
    '/v1/challenges?limit=100&role=opponent',
    '/v1/events?limit=100&order=asc',
    '/v1/events?limit=100&types=challenge.created,challenge.accepted,tally.recorded',
  ].map((path) => ({ name: `GET ${path}`, prepare: async () => () => by.call('GET', path) }))

const isReached = (word: string): boolean => ['page', 'led', 'again'].includes(word)

const stepsOfPage = (cast: SiteCast, row: SiteRow): readonly Step[] =>
  (['creator', 'admin', 'nobody'] as const)
    .filter((who) => isReached(row.expected[who]))
    .slice(0, 1)
    .map((who) => ({
      name: `${row.name} by ${who}`,
      prepare: async () => {
        const scene = await setScene(cast, row)
        const browser = await cast.enter(who)
        const fields = scene.fieldsOf(scene.path, who === 'nobody' ? undefined : cast.by[who])
        return () => (row.method === 'GET' ? browser.get(scene.path) : browser.post(scene.path, fields))
      },
    }))

const largestPages = (cast: SiteCast, challengeId: string): readonly Step[] => [
  ...[
    `/challenges/${challengeId}`,
    '/challenges?show=waiting',
    '/challenges?show=open',
    '/challenges?show=ended',
  ].map((path) => ({
    name: `GET ${path}`,
    prepare: async () => {
      const browser = await cast.enter('creator')
      return () => browser.get(path)
    },
  })),
  {
    name: 'the calendar',
    prepare: async () => {
      const browser = await cast.enter('creator')
      const { text } = await browser.post('/settings/calendar', {})
      const [path = ''] = /\/calendar\/[\w-]{43}\.ics/.exec(text) ?? []
      return () => browser.get(path)
    },
  },
  {
    name: 'a pasted list of a hundred',
    prepare: async () => {
      const browser = await cast.enter('admin')
      const people = Array.from({ length: 100 }, (_, n) => `pasted${n}@large.example, Nils`).join('\n')
      return () => browser.post(`/groups/${cast.group.id}/members/list`, { people })
    },
  },
]
