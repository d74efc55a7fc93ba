// Who may listen at /live to what, and who hears something, held against a grid written by hand. What is told holds no word
// and no id of anyone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { act, expectStatus } from '../support/groups.ts'
import { plantFault, type Edit } from '../support/planted.ts'
import { startPlanted, startTestService, type TestService } from '../support/service.ts'
import { gatherVisitors, visitors, type SiteCast, type VisitorName } from './cast.ts'
import { Listener } from './listener.ts'
import { SiteWitness } from './site-witness.ts'
import { siteSettings } from './visitor.ts'

const settings = { ...siteSettings, READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' }

// told: something happens there. quiet: nothing does. hidden: 404. out: 401.
//                        nobody creator opponent outsider member admin  blocked free   erased
const table = `
/live                     out    told    told     quiet    quiet  quiet  quiet   quiet  out
/live?challenge=alone     out    told    told     hidden   hidden hidden hidden  hidden out
/live?challenge=inGroup   out    told    told     hidden   told   told   hidden  hidden out
/live?challenge=hidden    out    hidden  hidden   hidden   hidden hidden quiet   hidden out
/live?group=group         out    told    told     hidden   told   told   hidden  hidden out
`

const grid = table
  .trim()
  .split('\n')
  .map((line) => {
    const [path = '', ...words] = line.split(/ +/)
    return { path, words }
  })

const pathFor = async ({ by, challenges }: SiteCast, path: string): Promise<string> => {
  const { body } = await expectStatus(by.member.call('GET', '/v1/groups'), 200)
  const [group] = body.data as readonly { readonly id: string }[]
  const ids: Readonly<Record<string, string>> = { ...challenges, group: group?.id ?? '' }
  return path.replace(/=(\w+)$/, (_, name: string) => `=${ids[name]}`)
}

const statuses: Readonly<Record<number, string>> = { 401: 'out', 404: 'hidden' }

interface Listening {
  readonly name: string
  readonly who: VisitorName
  readonly wanted: string
  readonly listener: Listener
}

/** What is not as the grid says, and what was told that may not be. */
const deviations = async (service: TestService): Promise<readonly string[]> => {
  const cast = await gatherVisitors(service)
  const witness = new SiteWitness(cast)
  const listeners: Listening[] = []
  for (const [at, who] of visitors.entries()) {
    const visitor = await cast.enter(who)
    for (const { path, words } of grid) {
      const listener = await Listener.open(service.url, visitor, await pathFor(cast, path))
      listeners.push({ name: `${path} by ${who}`, who, wanted: words[at] ?? '', listener })
    }
  }
  const { creator, opponent } = cast.by
  for (const id of [cast.challenges.alone, cast.challenges.inGroup]) {
    const text = `${creator.word}evidence`
    await act(creator, { id }, 'evidence', { text }, 201)
    await act(opponent, { id }, 'resolve', { outcome: 'creator_won' })
  }
  // Only those who are to hear something are waited for; by then the others would have heard it too.
  for (const { wanted, listener } of listeners) if (wanted === 'told') await listener.next()
  for (const { name, who, listener } of listeners) {
    const { status, headers, told } = listener
    witness.hear(who, name, { status, headers, text: told, path: '', forms: [] }, [])
  }
  const found = [...(await witness.leaks())]
  await service.stopKeeping()
  for (const { name, wanted, listener } of listeners) {
    const told = await listener.end()
    const seen = statuses[listener.status] ?? (told === '' ? 'quiet' : 'told')
    if (seen !== wanted) found.push(`${name}: ${seen} in place of ${wanted}`)
    if (listener.status === 200 && !/^(?:id: evt_\w{26}\ndata: \{\}\n\n)*$/.test(told)) {
      found.push(`${name}: ${told}`)
    }
  }
  return witness.count === visitors.length * grid.length ? found : ['not all were heard']
}

describe.each(engines)('who hears what at /live, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(engine, settings)
  })
  afterAll(() => service.remove())

  it('is as the grid says, and nobody hears a word of anyone', { timeout: 180_000 }, async () => {
    expect(await deviations(service)).toEqual([])
  })
})

describe('what is told to the wrong one, or too much, is found:', () => {
  const server = 'packages/server/src'
  const faults: readonly (readonly [string, Edit, RegExp])[] = [
    [
      'whose session it is',
      {
        file: `${server}/interfaces/site/live/mount-live.ts`,
        from: 'live: { timing } }, head)',
        to: "live: { timing } }, { ...head, 'x-session': visit.signedIn.actor.personId })",
      },
      /^people\.id to creator on \/live by creator$/,
    ],
    [
      'which challenge it was',
      {
        file: `${server}/features/events/watch.ts`,
        from: "body: '{}'",
        to: 'body: JSON.stringify({ challenge_id: mark.subject_id })',
      },
      /^\/live by creator: id: evt_\w+\ndata: \{"challenge_id"/,
    ],
    [
      'what happens in every feed',
      {
        file: `${server}/features/events/feed.store.ts`,
        from: 'select seq, id, subject_id from events where feed_id = $1 and seq > $2',
        to: 'select seq, id, subject_id from events where $1 = $1 and seq > $2',
      },
      /^\/live by outsider: told in place of quiet$/,
    ],
    [
      'a group to someone who is not a member',
      {
        file: `${server}/interfaces/site/live/mount-live.ts`,
        from: 'const { group_id } = await read(getInside, actor, group)',
        to: 'const group_id = group as GroupId',
      },
      /^\/live\?group=group by outsider: told in place of hidden$/,
    ],
  ]

  it.each(faults)('%s', { timeout: 180_000 }, async (_, edit, expected) => {
    const sources = plantFault([edit])
    const service = await startPlanted(sources, 'sqlite', settings)
    try {
      const found = await deviations(service)
      expect(found).toContainEqual(expect.stringMatching(expected))
    } finally {
      await service.remove()
      sources.remove()
    }
  })
})
