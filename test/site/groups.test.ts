// Groups on the site, as their members see them: the list, the challenges, the statistics and the leaderboard.
import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { act, challengeIn } from '../support/groups.ts'
import { useService, type TestGroup } from '../support/service.ts'
import { seat, type Seated } from './group-cast.ts'
import { siteSettings, type SeenPage, type Visitor } from './visitor.ts'

const settings = { ...siteSettings, READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' }

describe.each(engines)('groups, on %s', (engine) => {
  const service = useService(engine, settings)
  let group: TestGroup
  let path: string
  let ana: Seated
  let ben: Seated
  let cleo: Seated
  beforeEach(async () => {
    group = await service.group()
    path = `/groups/${group.id}`
    ana = await seat(service, group, 'Ana', 'member')
    ben = await seat(service, group, 'Ben', 'member')
    cleo = await seat(service, group, 'Cleo', 'member')
  })

  const settleFor = async (winner: 'creator_won' | 'opponent_won', more: object = {}): Promise<string> => {
    const made = await challengeIn(ana.inGroup, ben, more)
    await act(ben.inGroup, made, 'accept')
    const [first, second] = winner === 'creator_won' ? [ana, ben] : [ben, ana]
    await act(first.inGroup, made, 'resolve', { outcome: winner })
    await act(second.inGroup, made, 'resolve', { outcome: winner })
    return made.id
  }

  it('are listed with the role and how many are in them', async () => {
    const { text } = await ana.browser.get('/groups')
    expect(text).toContain(`<a href="${path}"><bdi>Blue</bdi></a>`)
    expect(text).toMatch(/4 members ·\s+you’re a member/)
  })

  it('say how one gets into one, where there is none', async () => {
    const nobody = await seat(service, group, 'Otto', null)
    const { status, text } = await nobody.browser.get('/groups')
    expect(status).toBe(200)
    expect(text).toContain('You are in no group yet')
    expect(text).toContain('Robin, robin@test.example')
    expect(text).toContain('href="/docs/groups"')
  })

  it('show what runs, what ended, and all of it, the older ones behind a link', async () => {
    const ended = await settleFor('creator_won', { claim: 'This one has ended.' })
    const { id: running } = await challengeIn(ana.inGroup, ben, { claim: 'This one runs.' })
    const shown = async (query: string) => {
      const { text } = await cleo.browser.get(path + query)
      return { runs: text.includes(`/challenges/${running}"`), ended: text.includes(`/challenges/${ended}"`) }
    }
    expect(await shown('')).toEqual({ runs: true, ended: false })
    expect(await shown('?status=ended')).toEqual({ runs: false, ended: true })
    expect(await shown('?status=all')).toEqual({ runs: true, ended: true })
    expect(await shown('?status=constructor')).toEqual({ runs: true, ended: false })
    expect((await cleo.browser.get(path)).text).toMatch(/Ana against\s+Ben/)
    expect((await ben.browser.get(path)).text).toMatch(/<span class="theirs">Ana<\/span> against/)
  })

  it('lead to a new challenge in them, whether there is one or none', async () => {
    const leads = `href="/challenges/new?group=${group.id}"`
    expect((await ana.browser.get(path)).text).toContain(leads)
    await challengeIn(ana.inGroup, ben)
    expect((await ana.browser.get(path)).text).toContain(leads)
  })

  it('page through many challenges, each once', async () => {
    const made: string[] = []
    for (let count = 0; count < 30; count += 1) made.push((await challengeIn(ana.inGroup, ben)).id)
    const collect = async (address: string): Promise<readonly string[]> => {
      const { text } = await cleo.browser.get(address)
      const ids = [...text.matchAll(/href="\/challenges\/(ch_\w+)"/g)].map(([, id = '']) => id)
      const [, older] = /<a class="button" href="([^"]*)"\s*>Older ones/.exec(text) ?? []
      return older === undefined ? ids : [...ids, ...(await collect(older.replaceAll('&amp;', '&')))]
    }
    expect(await collect(`${path}?status=running`)).toEqual(made.toReversed())
  })

  /** What a screen reader reads out of the tables of a page: caption, then rows of cells. */
  const readTables = ({ text }: SeenPage): ReadonlyMap<string, readonly string[]> =>
    new Map(
      [...text.matchAll(/<table[^>]*>([^]*?)<\/table>/g)].map(([, table = '']) => {
        const plain = (part: string): string =>
          part
            .replaceAll(/<[^>]*>/g, '')
            .replaceAll(/\s+/g, ' ')
            .trim()
        const [, caption = ''] = /<caption>([^]*?)<\/caption>/.exec(table) ?? []
        const rows = [...table.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row = '']) => plain(row))
        return [plain(caption), rows]
      }),
    )

  it('count what stands how, how it ended, and what it was played for', async () => {
    await settleFor('creator_won', { stake: 'a pizza' })
    await settleFor('creator_won', { stake: 'a pizza' })
    await settleFor('opponent_won')
    await challengeIn(ana.inGroup, ben)
    const page = await cleo.browser.get(path)
    const tables = readTables(page)
    expect(tables.get('Challenges, by how they stand')).toEqual(['Waiting for an answer 1', 'Settled 3'])
    expect(tables.get('How they ended')).toEqual(['Creator won 2', 'Opponent won 1'])
    expect(tables.get('What is played for most')).toEqual(['a coffee 2', 'a pizza 2'])
    expect(page.text).toContain('None of them was disputed.')
    expect(page.text).toMatch(/Half of them were settled within 1 minute/)
  })

  it('have a leaderboard in which everyone finds themselves, and nobody but themselves', async () => {
    await settleFor('creator_won')
    await settleFor('creator_won')
    const board = async (who: Seated) =>
      readTables(await who.browser.get(path)).get('Members with the most wins in this group')
    expect(await board(ana)).toEqual(['Name Won Lost Drawn', 'Ana (you) 2 0 0', 'Ben 0 2 0'])
    expect(await board(ben)).toEqual(['Name Won Lost Drawn', 'Ana 2 0 0', 'Ben (you) 0 2 0'])
    expect(await board(cleo)).toEqual(['Name Won Lost Drawn', 'Ana 2 0 0', 'Ben 0 2 0'])
    expect((await cleo.browser.get(path)).text).toContain('You stand here once')
    const { text } = await ana.browser.get(path)
    expect(text).toMatch(/<rect width="100.0%" height="100%" class="mine" \/>/)
    expect(text).toMatch(/<rect width="0.0%" height="100%" class="theirs" \/>/)
  })

  it('mark nobody where two have one name and one score', async () => {
    const twin = await seat(service, group, 'Ana', 'member')
    await settleFor('creator_won')
    const made = await challengeIn(twin.inGroup, ben)
    await act(ben.inGroup, made, 'accept')
    await act(ben.inGroup, made, 'resolve', { outcome: 'creator_won' })
    for (const { browser } of [ana, twin]) expect((await browser.get(path)).text).not.toContain('(you)')
  })

  it('ask for the word of who may still give it, once there is a dispute', async () => {
    const made = await challengeIn(ana.inGroup, ben, { claim: 'Who is right?' })
    await act(ben.inGroup, made, 'accept')
    await act(ana.inGroup, made, 'resolve', { outcome: 'creator_won' })
    expect((await cleo.browser.get(path)).text).not.toContain('Your word is asked for')
    await act(ben.inGroup, made, 'dispute', { reason: 'no' })
    expect((await cleo.browser.get(path)).text).toContain('Your word is asked for')
    expect((await ana.browser.get(path)).text).not.toContain('Your word is asked for')
    await act(cleo.inGroup, made, 'support', { side: 'creator' }, 201)
    expect((await cleo.browser.get(path)).text).not.toContain('Your word is asked for')
  })

  it('speak of someone, where the opponent of another is not known yet', async () => {
    await challengeIn(ana.inGroup, { email: 'stranger@elsewhere.example' })
    const { text } = await cleo.browser.get(path)
    expect(text).toMatch(/Ana against\s+someone/)
    expect(text).not.toMatch(/your opponent/i)
  })

  it('are not there for who is no member, or not any more: word for word as what never was', async () => {
    const otto = await seat(service, group, 'Otto', null)
    const nothing = `/groups/grp_${'0'.repeat(26)}`
    const made = await challengeIn(ana.inGroup, ben)
    await expectNothing(otto.browser, path, nothing)
    expect((await cleo.browser.get(path)).status).toBe(200)
    await cleo.inGroup.call('DELETE', `/v1/groups/${group.id}/members/${cleo.memberId}`)
    await expectNothing(cleo.browser, path, nothing)
    expect((await cleo.browser.get(`/challenges/${made.id}`)).status).toBe(404)
    expect((await cleo.browser.get('/groups')).text).not.toContain(group.id)
  })

  const expectNothing = async (browser: Visitor, real: string, absent: string): Promise<void> => {
    for (const page of ['', '/members', '/webhooks', '/tokens', `/members/${ana.memberId}`]) {
      const [seen, none] = [await browser.get(real + page), await browser.get(absent + page)]
      expect([page, seen.status, seen.text]).toEqual([page, 404, none.text])
    }
  }

  it('show no surname, no address and no token to any member', async () => {
    await settleFor('creator_won')
    for (const page of ['', '?status=all', '/members']) {
      const { text } = await cleo.browser.get(path + page)
      for (const { email } of [ana, ben]) expect(text).not.toContain(email)
      expect(text).not.toContain('qxwordlast')
      expect(text).not.toContain('cs_grp_')
    }
  })
})
