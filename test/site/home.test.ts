// Home: what waits for someone, the nearest deadline first, however much they have. On both engines.
import { challengeStatuses, type Challenge } from '@challenge-service/contract'
import { describe, expect, it } from 'vitest'
import {
  readInvitations,
  readRunning,
  readWaiting,
} from '../../packages/server/src/features/challenges/reading/open.service.ts'
import { fromTheNearest } from '../../packages/server/src/features/challenges/reading/open.store.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { declaredStatements, once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { act, challengeIn, throughGroup } from '../support/groups.ts'
import { challenge, findPersonId, person, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { copyChallenge } from './copies.ts'
import { siteSettings, Visitor } from './visitor.ts'
import { describeStanding } from '../../packages/server/src/wording/status.ts'

const OPEN = challengeStatuses.slice(0, 5)

describe.each(engines)('home, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '1000',
    READS_PER_MINUTE: '1000',
  })

  const enter = async ({ email }: Pick<Person, 'email'>): Promise<Visitor> => {
    const browser = await Visitor.signedIn(service, email)
    return browser
  }

  const idsIn = (page: string): readonly string[] =>
    [...page.matchAll(/href="\/challenges\/(ch_\w{26})"/g)].map(([, id = '']) => id)

  /** One that `one` made and `other` accepted, and of which `one` says that they won. */
  const claimWon = async (one: Person, other: Person, claim: string): Promise<Challenge> => {
    const made = await challenge(one, other, { claim, due_days: 20 })
    await other.act(made, 'accept')
    return one.act(made, 'resolve', { outcome: 'creator_won' })
  }

  const titlesIn = (text: string, tag: string): readonly string[] =>
    [...text.matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'g'))].map(([, title = '']) => title.trim())

  it('of someone new teaches by a sentence and a button', async () => {
    const { text } = await (await enter(await person(service))).get('/')
    expect(titlesIn(text, 'h2')).toEqual(['Dare someone', 'Today’s question', 'Your record'])
    expect(text).toContain('href="/challenges/new"')
  })

  it('of someone new names the groups that they are in', async () => {
    const group = await service.group()
    const ana = await person(service)
    await group.addMember(ana.email, null, 'Ana')
    const { text } = await (await enter(ana)).get('/')
    expect(text).toContain(`<a href="/groups/${group.id}"><bdi>Blue</bdi></a>`)
  })

  it('has what waits by deadline, what runs with its score, and what ended', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    await challenge(ben, ana, { claim: 'far away', due_days: 30 })
    await challenge(ben, ana, { claim: 'quite near', due_days: 2 })
    const run = await challenge(ana, ben, { claim: 'under way' })
    await ben.act(run, 'accept')
    await ana.act(run, 'tally', { amount: 31 }, 201)
    await ben.act(run, 'tally', { amount: 24 }, 201)
    const over = await challenge(ana, ben, { claim: 'long over' })
    await ben.act(over, 'cancel')
    const { text } = await (await enter(ana)).get('/')
    expect(titlesIn(text, 'h2').slice(0, 3)).toEqual(['Your turn (2)', 'Under way (1)', 'Ended'])
    expect(text).toMatch(/quite near[^]*far away[^]*Under way[^]*under way[^]*Ended[^]*long over/)
    expect(text.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      'you 31 (0 confirmed) : 24 (0 confirmed) Pat',
    )
    const his = await (await enter(ben)).get('/')
    expect(his.text.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      'you 24 (0 confirmed) : 31 (0 confirmed) Pat',
    )
  })

  it('says whose turn it is as the page of each challenge does', { timeout: 180_000 }, async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const accepted = async (by: Person, other: Person): Promise<Challenge> => {
      const made = await challenge(by, other, { due_days: 20 })
      return other.act(made, 'accept')
    }
    await challenge(ana, ben)
    await challenge(ben, ana)
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      await accepted(one, other)
      await one.act(await accepted(one, other), 'cancel')
      await other.act(await accepted(one, other), 'cancel')
      await one.act(await accepted(one, other), 'resolve', { outcome: 'creator_won' })
      await other.act(await accepted(one, other), 'resolve', { outcome: 'opponent_won' })
      const fought = await accepted(one, other)
      await one.act(fought, 'resolve', { outcome: 'creator_won' })
      await other.act(fought, 'dispute', { reason: 'no' })
      await other.act(await accepted(one, other), 'resolve', { outcome: 'creator_won' })
      const due = await challenge(one, other, { due_days: 1 })
      await other.act(due, 'accept')
    }
    service.clock.advance(DAY_MS)
    await service.runDue()
    for (const one of [ana, ben]) {
      const reply = await one.call('GET', `/v1/challenges?limit=100&status=${OPEN.join(',')}`)
      const open = reply.body.data as readonly Challenge[]
      const turnOf = (isMyTurn: boolean): readonly string[] =>
        open.filter((each) => describeStanding(each).isMyTurn === isMyTurn).map(({ id }) => id)
      const looking = {
        personId: await findPersonId(service, one.email),
        limit: 100,
        now: service.clock.now(),
      }
      const waiting = await readWaiting(service.store, looking, fromTheNearest)
      const invitations = await readInvitations(service.store, looking)
      const running = await readRunning(service.store, looking, 'desc')
      const idsOf = ({ open: found }: Pick<typeof running, 'open'>) =>
        found.map(({ challenge: { id } }) => id)
      expect([...idsOf(waiting), ...idsOf(invitations)].toSorted()).toEqual([...turnOf(true)].toSorted())
      expect(idsOf(running)).toEqual(turnOf(false))
      expect([waiting.count, invitations.count]).toEqual([8, 1])
    }
  })

  it('shows ten of what runs, by deadline, and five of what ended', { timeout: 180_000 }, async () => {
    const [ana, ben] = [await person(service), await person(service)]
    for (let count = 0; count < 11; count += 1) {
      // Made in another order than they are due.
      const days = 20 + ((count * 7) % 11)
      const made = await challenge(ana, ben, { claim: `due in ${days}`, due_days: days })
      await ben.act(made, 'accept')
      if (count < 6) await ben.act(await challenge(ana, ben, { claim: `over ${count}` }), 'cancel')
    }
    const { text } = await (await enter(ana)).get('/')
    const claims = [...text.matchAll(/due in \d\d|over \d/g)].map(([claim]) => claim)
    expect(claims).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `due in ${20 + at}`),
      ...Array.from({ length: 5 }, (_, at) => `over ${5 - at}`),
    ])
    expect(titlesIn(text, 'h2')).toContain('Under way (11)')
    for (const part of ['running', 'ended']) expect(text).toContain(`href="/challenges?show=${part}"`)
  })

  it('asks for an answer until the request lapses, and no longer', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const made = await challenge(ben, ana, { claim: 'no more', due_days: 20 })
    await ana.act(made, 'accept')
    await ben.act(made, 'cancel')
    const browser = await enter(ana)
    service.clock.advance(3 * DAY_MS - 1)
    expect((await browser.get('/')).text).toMatch(/Your turn \(1\)[^]*no more/)
    // Nobody has written down yet that it has lapsed.
    service.clock.advance(1)
    const { text } = await browser.get('/')
    expect(titlesIn(text, 'h2')[0]).toBe('You’re all caught up')
    expect(text).not.toContain('<li class="card">')
  })

  it('and the lists of all say until when each that is open can be answered', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const group = await service.group()
    for (const { email } of [ana, ben]) await group.addMember(email, null, 'Pat')
    const inGroup = await challengeIn(throughGroup(service, group, ana.email), ben, { due_days: 1 })
    await act(throughGroup(service, group, ben.email), inGroup, 'accept')
    const due = await challenge(ana, ben, { claim: 'I say “no”.', due_days: 1 })
    await ben.act(due, 'accept')
    const running = await challenge(ana, ben, { due_days: 9 })
    await ben.act(running, 'accept')
    await ben.act(await challenge(ana, ben), 'cancel')
    service.clock.advance(2 * DAY_MS)
    const browser = await enter(ana)
    const deadlineOf = async (path: string, { id }: Pick<Challenge, 'id'>) => {
      const { text } = await browser.get(path)
      const row = text.split(`href="/challenges/${id}"`)[1]?.split('</li>')[0] ?? ''
      return /(in \d+ days)/.exec(row)?.[1]
    }
    await service.runDue()
    expect(await deadlineOf('/challenges', due)).toBe('in 29 days')
    expect(await deadlineOf('/challenges', running)).toBe('in 7 days')
    expect(await deadlineOf(`/groups/${group.id}`, inGroup)).toBe('in 29 days')
    expect((await browser.get('/')).text).toContain('<q class="single">I say “no”.</q>')
  })

  it('leads to lists of what runs and of what ended, each once, page by page', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const [running, ended]: [string[], string[]] = [[], []]
    for (let count = 0; count < 26; count += 1) {
      running.push((await challenge(ana, ben)).id)
      ended.push((await ben.act(await challenge(ana, ben), 'cancel')).id)
    }
    const browser = await enter(ana)
    const collect = async (first: string): Promise<readonly string[]> => {
      const found: string[] = []
      let next: string | undefined = first
      for (let pages = 0; pages < 4 && next !== undefined; pages += 1) {
        const { text } = await browser.get(next.replaceAll('&amp;', '&'))
        found.push(...idsIn(text))
        next = /href="([^"]+)">Older ones/.exec(text)?.[1]
      }
      return found
    }
    expect(await collect('/challenges?show=running')).toEqual(running.toReversed())
    expect(await collect('/challenges?show=ended')).toEqual(ended.toReversed())
    expect(await collect('/challenges')).toEqual([...running, ...ended].toSorted().toReversed())
  })

  it('finds the nearest of thousands, and looks at no more than it shows', { timeout: 180_000 }, async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const nearest = await claimWon(ben, ana, 'the nearest')
    service.clock.advance(1)
    // Made later, and due later: the newest of them would not hold it.
    await copyChallenge(service, await claimWon(ben, ana, 'one of many'), 3000)
    const browser = await enter(ana)
    const { text } = await browser.get('/')
    expect(titlesIn(text, 'h2')).toContain('Your turn (more than 100)')
    expect(text.indexOf('the nearest')).toBeLessThan(text.indexOf('one of many'))
    expect(text.match(/<li class="card">/g)).toHaveLength(20)
    expect(text).toContain('href="/challenges?show=waiting"')

    const first = await browser.get('/challenges?show=waiting')
    const [, next = ''] = /href="([^"]+)">Later ones/.exec(first.text) ?? []
    const second = await browser.get(next.replaceAll('&amp;', '&'))
    const seen = [...idsIn(first.text), ...idsIn(second.text)]
    expect(seen[0]).toBe(nearest.id)
    expect(new Set(seen).size).toBe(50)
    expect(seen.slice(2).toSorted()).toEqual(seen.slice(2))

    const personId = await findPersonId(service, ana.email)
    const plan = await planOf('challenges.list_waiting', [`'${personId}'`, '0', `''`, '21', '101'])
    expect(plan).toContain('challenges_waiting_for_creator')
    expect(plan).toContain('challenges_waiting_for_opponent')
    expectFewRows(plan)
  })

  it('is not filled by unasked challenges', { timeout: 180_000 }, async () => {
    const [ana, ben, eve] = [await person(service), await person(service), await person(service)]
    const own = await claimWon(ben, ana, 'his word stands soon')
    const unasked = await challenge(eve, ana, { claim: 'unasked', due_days: 1 })
    const browser = await enter(ana)
    expect(titlesIn((await browser.get('/')).text, 'h2')).toContain('Your turn (2)')
    await copyChallenge(service, unasked, 29)
    const few = await browser.get('/')
    expect(titlesIn(few.text, 'h2')).toContain('Your turn (31)')
    expect(idsIn(few.text)[0]).toBe(own.id)
    expect(idsIn(few.text)[1]).toBe(unasked.id)
    expect(few.text.match(/<li class="card">/g)).toHaveLength(11)
    expect(few.text).toContain('href="/challenges?show=waiting"')
    const listed = await browser.get('/challenges?show=waiting')
    expect(idsIn(listed.text)[0]).toBe(own.id)
    expect(listed.text.indexOf('his word stands soon')).toBeLessThan(
      listed.text.indexOf('Who challenges you'),
    )
    expect(idsIn(listed.text)).toHaveLength(26)
    const all = await browser.get('/challenges?show=invitations')
    const [, older = ''] = /href="([^"]+)">Older ones/.exec(all.text) ?? []
    const rest = await browser.get(older.replaceAll('&amp;', '&'))
    expect(new Set([...idsIn(all.text), ...idsIn(rest.text)]).size).toBe(30)

    await copyChallenge(service, unasked, 3000)
    const many = await browser.get('/')
    expect(titlesIn(many.text, 'h2')).toContain('Your turn (more than 100)')
    expect(idsIn(many.text)[0]).toBe(own.id)
    expect(many.text.match(/<li class="card">/g)).toHaveLength(11)
    const personId = await findPersonId(service, ana.email)
    const plan = await planOf('challenges.list_invitations', [`'${personId}'`, '10', '30', '101'])
    expect(plan).toContain('challenge_listings_by_status')
    expectFewRows(plan)
  })

  /** On PostgreSQL the plan says how many rows each of its steps has really had. */
  const expectFewRows = (plan: string): void => {
    for (const [, rows] of plan.matchAll(/actual rows=([\d.]+)/g))
      expect(Number(rows)).toBeLessThanOrEqual(202)
  }

  const planOf = async (name: string, params: readonly string[]): Promise<string> => {
    const statement = declaredStatements().find((declared) => declared.name === name)
    const text = (statement?.text ?? '').replaceAll(/\$(\d)/g, (_, place) => params[Number(place) - 1] ?? '')
    if (engine === 'sqlite') {
      const rows = await service.store.all(once<{ detail: string }>(`explain query plan ${text}`))
      return rows.map(({ detail }) => detail).join('\n')
    }
    await service.store.write((tx) => tx.run(once('analyze challenges, challenge_listings')))
    const rows = await service.store.all(
      once<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`),
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
})
