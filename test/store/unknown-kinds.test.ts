// What a newer release has written is left to it: rows of kinds that this release does not know are shown plainly or passed
// over, never lost and never a failure, and everything that this release knows is done beside them. On both engines.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints, type Delivery, type Event, type Webhook } from '@challenge-service/contract'
import { exportPerson } from '../../packages/server/src/features/privacy/export.service.ts'
import { sitePages } from '../../packages/server/src/interfaces/site/pages.ts'
import { newId } from '../../packages/server/src/kernel/ids.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { readMailDepth } from '../../packages/server/src/mail/outbox/depth.store.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { commandOf } from '../support/command.ts'
import { tracesOf } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { throughGroup } from '../support/groups.ts'
import { connect, revisions } from '../support/mcp.ts'
import { challenge, person } from '../support/people.ts'
import { openReceivers, receivers } from '../support/receivers.ts'
import { openStream } from '../support/stream.ts'
import { deliveriesOf, eventIds, getWebhook, subscribe } from '../support/subscriptions.ts'
import { Visitor } from '../site/visitor.ts'
import {
  appendNewEvent,
  insertErasures,
  insertMail,
  insertManyMails,
  insertRow,
  NEW_EVENT,
  NEW_MAIL,
  openNewerWorld,
  personIdOf,
  subject,
  type NewerWorld,
} from './newer-rows.ts'

vi.setConfig({ testTimeout: 120_000 })

describe.each(engines)('rows of a newer release, on %s', (engine) => {
  let world: NewerWorld
  beforeAll(async () => {
    world = await openNewerWorld(engine)
  }, 120_000)
  afterAll(() => world.close())

  const set = async (text: string): Promise<void> => {
    await world.service.store.write((tx) => tx.run(once(text)))
  }
  const find = <Row>(text: string): Promise<readonly Row[]> => world.service.store.all(once<Row>(text))

  describe('mails', () => {
    it('wait for it, block nothing behind them and alarm nobody', async () => {
      const { service, office, ben } = world
      const [guest, id] = [await person(service), await personIdOf(service, ben)]
      await insertManyMails(service, id)
      const odd = await insertMail(service, id, {
        kind: 'mails_stopped',
        class: 'secret',
        facts: '{"running":0}',
      })
      const held = await insertMail(service, id, { held: 1, due_at: service.clock.now() + DAY_MS })
      const countMails = () =>
        find<{ count: number }>(`select count(*) as count from mails where tries = 0
        and state = 'waiting' and lease is null and due_at is not null and (kind = '${NEW_MAIL}' or id = '${odd}')`)
      const [before] = await countMails()
      const sent = office.received.length
      await challenge(ben, guest)
      expect(await readMailDepth(service.store, service.clock.now())).toMatchObject({ waiting: 1 })
      await service.runDue()
      await service.runDue()
      expect(office.received.slice(sent).map(({ subject: words }) => words)).toEqual([
        expect.stringContaining('challenges you'),
      ])
      expect(await countMails()).toEqual([before])
      expect(await find(`select held from mails where id = '${held}'`)).toEqual([{ held: 1 }])
      expect(await readMailDepth(service.store, service.clock.now())).toEqual({ waiting: 0, oldestAt: null })
    })

    it('and ours do not wait for each other, where they were to go out as one', async () => {
      const { service, office } = world
      const cleo = await person(service)
      const id = await personIdOf(service, cleo)
      const ours = { kind: 'passkey_added', class: 'account', facts: '{"name":"phone","browser":"Firefox"}' }
      const lead = await insertMail(service, id, ours)
      const theirs = await insertMail(service, id, { gathered_in: lead, due_at: null })
      const unknownLead = await insertMail(service, id)
      const gathered = await insertMail(service, id, { ...ours, gathered_in: unknownLead, due_at: null })
      const sent = office.received.length
      await service.runDue()
      await service.runDue()
      expect(office.received.length - sent).toBe(2)
      const statesOf = (...ids: readonly string[]) =>
        find(`select distinct state, gathered_in from mails where id in ('${ids.join("', '")}')`)
      expect(await statesOf(lead, gathered)).toEqual([{ state: 'sent', gathered_in: null }])
      expect(await statesOf(theirs, unknownLead)).toEqual([{ state: 'waiting', gathered_in: null }])
      const waiting = await find<{ due_at: number | null }>(`select due_at from mails where id = '${theirs}'`)
      expect(waiting[0]?.due_at).toBeGreaterThan(0)
    })

    it('are listed and shown to the operator', async () => {
      const { service, ana } = world
      const id = await insertMail(service, await personIdOf(service, ana))
      const run = commandOf(service)
      expect(await run('mail', 'list')).toContain(id)
      expect(await run('mail', 'show', id)).toContain(NEW_MAIL)
    })
  })

  describe('events', () => {
    it('are in the feed with their exact body, in the stream and to assistants', async () => {
      const { service, ana, running } = world
      const stream = await openStream(service.url, ana.token)
      const feedId = await personIdOf(service, ana)
      const { id, body } = await appendNewEvent(service, feedId, subject(running))
      expect((await stream.next())?.id).toBe(id)
      stream.close()
      const reply = await ana.call('GET', '/v1/events?order=desc&limit=1')
      expect(reply.text).toContain(body)
      const filtered = await ana.call('GET', '/v1/events?types=challenge.accepted&order=desc')
      expect(filtered.status).toBe(200)
      for (const revision of revisions) {
        const assistant = await connect(revision, { url: service.url, token: ana.token })
        // A client that has the list checks each result against its schema.
        await assistant.listTools()
        const result = await assistant.callTool('list_events', { order: 'desc' })
        expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false)
        expect(JSON.stringify(result.content)).toContain(NEW_EVENT)
        await assistant.close()
      }
    })

    it('are delivered to who asked for everything, or for them', async () => {
      const { service } = world
      const owner = await person(service)
      const open = openReceivers()
      try {
        const all = await open.keep(receivers.healthy())
        const other = await open.keep(receivers.healthy())
        const exact = await open.keep(receivers.healthy())
        const wantsAll = await subscribe(owner, all)
        await subscribe(owner, other, { events: ['challenge.created'] })
        const { id } = await subscribe(owner, exact, { events: ['challenge.created'] })
        await set(`update webhooks set events = 'challenge.created ${NEW_EVENT}' where id = '${id}'`)
        const event = await appendNewEvent(service, await personIdOf(service, owner), null)
        await service.runDue()
        expect(all.requests.map(({ body }) => body)).toEqual([event.body])
        expect(all.requests[0]?.headers['x-svc-event']).toBe(NEW_EVENT)
        expect(eventIds(exact)).toEqual([event.id])
        expect(other.requests).toEqual([])
        const [{ type } = {} as Delivery] = await deliveriesOf(owner, wantsAll)
        expect(type).toBe(NEW_EVENT)
      } finally {
        await open.close()
      }
    })

    it('lose what an erased person may have said in them, and the erasure ends', async () => {
      const { service } = world
      const [otto, uma] = [await person(service), await person(service)]
      const made = await challenge(otto, uma)
      await uma.act(made, 'accept')
      await service.runDue()
      const [ottoId, umaId] = [await personIdOf(service, otto), await personIdOf(service, uma)]
      const words = 'umaqxword'
      const event = await appendNewEvent(service, ottoId, subject(made.id), words)
      const facts = JSON.stringify({ said: words })
      await insertMail(service, ottoId, { challenge_id: made.id, facts })
      await insertMail(service, ottoId, { causer_id: umaId, facts })
      await service.erase(uma.email)
      service.clock.advance(61_000)
      await service.runDue()
      expect(await tracesOf(service, words)).toEqual([])
      expect(await find(`select due_at from erasures where person_id = '${umaId}'`)).toEqual([
        { due_at: null },
      ])
      expect((await otto.events()).find(({ id }) => id === event.id)).toMatchObject({ type: NEW_EVENT })
    })
  })

  describe('webhooks', () => {
    it('keep the kinds that only it knows, whatever else is changed', async () => {
      const { service, ana } = world
      const { id } = await subscribe(ana, { url: 'https://hooks.example.com/kinds' })
      await set(`update webhooks set events = 'challenge.due ${NEW_EVENT}' where id = '${id}'`)
      const change = async (body: object): Promise<readonly string[]> => {
        const reply = await ana.call('PATCH', `/v1/webhooks/${id}`, body)
        expect(reply.status, reply.text).toBe(200)
        return (reply.body.data as Webhook).events
      }
      expect(await change({ description: 'mine' })).toEqual(['challenge.due', NEW_EVENT])
      expect(await change({ events: ['challenge.created'] })).toEqual(['challenge.created', NEW_EVENT])
      const browser = await Visitor.signedIn(service, ana.email)
      const path = `/settings/webhooks/${id}`
      await browser.submit(await browser.get(path), `${path}/change`, { description: 'ours' })
      expect(await getWebhook(ana, { id })).toMatchObject({
        description: 'ours',
        events: ['challenge.created', NEW_EVENT],
      })
      await set(`update webhooks set events = '${NEW_EVENT}' where id = '${id}'`)
      await browser.submit(await browser.get(path), `${path}/change`, { description: 'theirs' })
      expect(await getWebhook(ana, { id })).toMatchObject({ description: 'theirs', events: [NEW_EVENT] })
      expect(await change({ events: ['*'] })).toEqual(['*'])
    })
  })

  describe('an erasure at a step of its own', () => {
    it('is left to it, and blocks none behind it', async () => {
      const { service } = world
      await insertErasures(service)
      const left = () =>
        find(`select person_id, step, place, due_at from erasures where step > 8 order by person_id`)
      const before = await left()
      const gone = await person(service)
      const id = await personIdOf(service, gone)
      await service.erase(gone.email)
      service.clock.advance(61_000)
      await service.runDue()
      expect(before.length).toBeGreaterThan(20)
      expect(await left()).toEqual(before)
      expect(await find(`select due_at from erasures where person_id = '${id}'`)).toEqual([{ due_at: null }])
    })
  })

  it('windows of calls of another class do not keep the others from being counted on', async () => {
    const { service, ana } = world
    const saved = { saved_at: service.clock.now(), token_id: ana.token.slice(0, 20) }
    for (const rate_class of ['a_dream', 'read']) await insertWindow({ ...saved, rate_class })
    const node = await service.startNode()
    expect(service.logLines.filter((line) => line.includes('carried over a restart'))).toEqual([])
    await node.stop()
  })

  const insertWindow = (row: Readonly<Record<string, string | number>>): Promise<void> =>
    set(`insert into rate_windows (saved_at, token_id, rate_class, ages) values (${row['saved_at']},
      '${row['token_id']}', '${row['rate_class']}', ${engine === 'sqlite' ? "x'0001'" : "'\\x0001'"})`)

  describe('everything that can be looked at', () => {
    let ids: Readonly<Record<string, string>>
    beforeAll(async () => {
      const { service, ana, group, running } = world
      const [personId, account] = [await personIdOf(service, ana), await findAccountId()]
      const owners = [ana, throughGroup(service, group, ana.email)]
      const made: string[] = []
      for (const owner of owners) {
        const webhook = await subscribe(owner, { url: 'https://hooks.example.com/odd' })
        const reply = await owner.call('POST', `/v1/webhooks/${webhook.id}/test`, {})
        const { delivery_id: delivery } = reply.body.data as { readonly delivery_id: string }
        await set(`update webhooks set status = 'disabled', disabled_reason = 'storms', disabled_at = 1,
          events = 'challenge.due ${NEW_EVENT}' where id = '${webhook.id}'`)
        await set(`update deliveries set type = '${NEW_EVENT}', outcome = 'teleported', status = 'failed',
          due_at = null where id = '${delivery}'`)
        made.push(webhook.id, delivery)
      }
      await insertMail(service, personId)
      await appendNewEvent(service, personId, subject(running))
      await appendNewEvent(service, group.id, null)
      await insertRow(service, 'security_log', {
        account_id: account,
        id: newId('securityEntry', service.clock.now()),
        kind: 'recovery_code_made',
        facts: '{"name":"paper","by":"a dream"}',
        created_at: service.clock.now(),
      })
      await set(`update tokens set scopes = scopes || ' dreams:read' where account_id = '${account}'`)
      await set(`update challenges set proposal_notice_told_by = 'a dream' where id = '${running}'`)
      await set(`update questions set built_in = 'a-dream'`)
      const [member] = await find<{ id: string }>(
        `select id from memberships where group_id = '${group.id}' and person_id = '${personId}'`,
      )
      const [webhook = '', delivery = '', groupWebhook = '', groupDelivery = ''] = made
      ids = { webhook, delivery, groupWebhook, groupDelivery, member: member?.id ?? '' }
    })

    const findAccountId = async (): Promise<string> => {
      const personId = await personIdOf(world.service, world.ana)
      const [row] = await find<{ id: string }>(`select id from accounts where person_id = '${personId}'`)
      return row?.id ?? ''
    }

    /** What stands in a path, of a page or an endpoint. */
    const fill = (path: string): string => {
      const isOfGroup = path.startsWith('/groups')
      const found: Readonly<Record<string, string>> = {
        id: /^\/(?:v1\/)?challenges/.test(path)
          ? world.settled
          : path.startsWith('/v1/groups')
            ? world.group.id
            : ((isOfGroup ? ids['groupWebhook'] : ids['webhook']) ?? ''),
        delivery_id: (isOfGroup ? ids['groupDelivery'] : ids['delivery']) ?? '',
        group: world.group.id,
        member_id: ids['member'] ?? '',
        link: 'A'.repeat(43),
      }
      return path.replaceAll(/[:{](\w+)\}?/g, (_, name: string) => found[name] ?? name)
    }

    const pages = sitePages.filter(({ kind, access }) => kind === 'page' && access !== 'link')
    const reads = Object.values(endpoints).filter(({ method }) => method === 'GET')

    it.each(pages)('$path is shown', async ({ path }) => {
      const browser = await Visitor.signedIn(world.service, world.ana.email)
      const page = await browser.get(fill(path))
      expect([200, 303], `${page.status} ${page.text.slice(0, 300)}`).toContain(page.status)
    })

    it.each(reads)('GET $path answers', async ({ path }) => {
      const reply = await world.ana.call('GET', fill(path))
      expect(reply.status, reply.text).toBe(200)
      const throughToken = throughGroup(world.service, world.group, world.ana.email)
      if (/v1\/(?:challenges|webhooks)\/\{id\}/.test(path)) return
      const ofGroup = await throughToken.call('GET', fill(path))
      expect(ofGroup.status, ofGroup.text).toBe(200)
    })

    it('says plainly what it has no words for', async () => {
      const browser = await Visitor.signedIn(world.service, world.ana.email)
      expect((await browser.get('/settings/security-log')).text).toContain('Recovery code made')
      const webhook = await browser.get(fill('/settings/webhooks/:id'))
      expect(webhook.text).toContain('(storms)')
      expect(webhook.text).toContain(NEW_EVENT)
      expect((await browser.get(fill('/challenges/:id'))).text).toContain('a referee')
    })

    it('is in the calendar, the tools and the commands', async () => {
      const { service, ana, settled } = world
      const browser = await Visitor.signedIn(service, ana.email)
      const made = await browser.submit(await browser.get('/settings/calendar'), '/settings/calendar')
      const [path = ''] = /\/calendar\/[\w-]{43}\.ics/.exec(made.text) ?? []
      expect((await browser.get(path)).text).toContain('BEGIN:VEVENT')
      const assistant = await connect('2026-07-28', { url: service.url, token: ana.token })
      for (const [tool, input] of [
        ['get_challenge', { challenge_id: settled }],
        ['list_challenges', {}],
        ['list_groups', {}],
        ['get_daily_question', {}],
      ] as const) {
        const result = await assistant.callTool(tool, input)
        expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false)
      }
      await assistant.close()
      const run = commandOf(service)
      expect(await run('webhook', 'list', '--account', ana.email)).toContain('storms')
      expect(await run('webhook', 'deliveries', fill(':id'))).toContain(NEW_EVENT)
    })

    it('is in the export', async () => {
      const { service, ana } = world
      let text = ''
      for await (const piece of exportPerson(service.store, service.keys, ana.email, service.clock.now()))
        text += piece
      const exported = JSON.parse(text) as Readonly<Record<'events' | 'mails' | 'security_log', unknown[]>>
      expect(exported.events.map((event) => (event as Event).type)).toContain(NEW_EVENT)
      expect(exported.mails).toContainEqual(expect.objectContaining({ kind: NEW_MAIL }))
      expect(exported.security_log).toContainEqual(expect.objectContaining({ kind: 'recovery_code_made' }))
    })

    it('hurts no job', async () => {
      await world.service.runDue()
      world.service.clock.advance(2 * DAY_MS)
      await world.service.runDue()
      expect(world.service.logLines.filter((line) => line.includes('"err":'))).toEqual([])
    })
  })
})
