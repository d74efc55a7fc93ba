// The settings of an account, on both engines.
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { adminOf, expectStatus, membersSeenBy } from '../support/groups.ts'
import { mailsTo, mailTo, visit } from '../support/mails.ts'
import { newChallenge, person } from '../support/people.ts'
import { useService, type TestAccount } from '../support/service.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

describe.each(engines)('the settings, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '1000',
    READS_PER_MINUTE: '1000',
  })
  let ana: TestAccount
  let browser: Visitor
  beforeEach(async () => {
    ana = await service.account()
    browser = await Visitor.signedIn(service, ana.email)
  })

  const send = async (path: string, action: string, fields = {}): Promise<SeenPage> =>
    browser.submit(await browser.get(path), action, fields)

  describe('profile', () => {
    it('changes the names, and takes the last one away', async () => {
      await send('/settings', '/settings/names', { first_name: 'Zoë', last_name: '' })
      const { text } = await browser.get('/settings')
      expect(text).toContain('value="Zoë"')
      expect(text).not.toContain('Quill')
      expect((await browser.get('/')).text).toContain('Hello Zoë')
    })

    it('says what is wrong with a name beside it, and keeps what was typed', async () => {
      const failed = await send('/settings', '/settings/names', { first_name: 'Zoë!', last_name: '<b>' })
      expect(failed.status).toBe(400)
      expect(failed.text).toContain('value="Zoë!"')
      expect(failed.text).toContain('value="&lt;b&gt;"')
      expect(failed.text).toMatch(/id="first_name_problem">\s*Your first name must /)
      expect(failed.text).toContain('href="#first_name"')
      expect((await browser.get('/settings')).text).toContain('value="Pat"')
    })

    it('shows times in the zone that was chosen', async () => {
      await send('/settings', '/settings/time-zone', { time_zone: 'Asia/Tokyo' })
      expect((await browser.get('/settings/sessions')).status).toBe(200)
      expect((await browser.get('/settings')).text).toMatch(
        /It is\s+<time[^>]*>\s*Sunday 15 November 2026, 21:00 GMT\+9/,
      )
      for (const time_zone of ['Mars/Base', '', ' ']) {
        const { status, text } = await browser.post('/settings/time-zone', { time_zone })
        expect([status, text.includes('must be one of the list')]).toEqual([400, true])
      }
    })
  })

  describe('links in mails', () => {
    it('lead to signing in where that was asked for, and act at once where it was not', async () => {
      const creator = await person(service)
      const created = await creator.call(
        'POST',
        '/v1/challenges',
        newChallenge({ ...creator, email: ana.email }),
      )
      const { answerPath: path } = await mailTo(service, ana.email, 'invited')
      expect((await visit(service, path)).status).toBe(200)
      await send('/settings', '/settings/links', { links: 'sign_in' })
      const led = await visit(service, path)
      expect(led.status).toBe(303)
      expect(led.headers['location']).toBe(`/sign-in?next=${encodeURIComponent(path)}`)
      const tried = await visit(service, path, { form: { choice: 'accept' } })
      expect(tried.headers['location']).toMatch(/^\/sign-in/)
      const { id } = created.body.data as { readonly id: string }
      const { body } = await creator.call('GET', `/v1/challenges/${id}`)
      expect(body.data).toMatchObject({ status: 'pending' })
      const stranger = await Visitor.signedIn(service, creator.email)
      expect((await stranger.get(path)).status).toBe(403)
      expect((await browser.get(path)).status).toBe(200)
      await send('/settings', '/settings/links', { links: 'act' })
      expect((await visit(service, path)).status).toBe(200)
    })

    it('that leave a group do the same, and those that stop mails always act', async () => {
      const group = await service.group()
      const admin = adminOf(service, group)
      const body = { email: ana.email, first_name: 'Ana' }
      await expectStatus(admin.call('POST', `/v1/groups/${group.id}/members`, body), 201)
      const { leavePath: path, stopPath } = await mailTo(service, ana.email, 'member_added')
      expect((await visit(service, path)).status).toBe(200)
      await send('/settings', '/settings/links', { links: 'sign_in' })
      for (const led of [
        await visit(service, path),
        await visit(service, `${path}/done`),
        await visit(service, path, { form: { choice: 'leave' } }),
      ]) {
        expect(led.status).toBe(303)
        expect(led.headers['location']).toBe(`/sign-in?next=${encodeURIComponent(path)}`)
      }
      const stranger = await Visitor.signedIn(service, (await person(service)).email)
      expect((await stranger.get(path)).status).toBe(403)
      expect((await stranger.post(path, { choice: 'leave' })).status).toBe(403)
      expect(await membersSeenBy(admin, group)).toHaveLength(2)
      expect((await visit(service, stopPath, { form: { choice: 'no_news' } })).status).toBe(200)
      expect((await browser.get('/settings')).text).toContain('the one that chooses which mails you get')
      const entered = await Visitor.signedIn(service, ana.email)
      expect((await entered.get(path)).status).toBe(200)
      expect((await entered.post(path, { choice: 'leave' })).headers['location']).toBe(`${path}/done`)
      expect(await membersSeenBy(admin, group)).toHaveLength(1)
    })
  })

  describe('mails', () => {
    it('stop by kind, and an undo brings them back', async () => {
      const stopped = await browser.follow(
        await send('/settings/mails', '/settings/mails', { wish: 'no_news' }),
      )
      expect(stopped.text).toContain('You are told nothing that needs no answer')
      const back = await browser.follow(await browser.submit(stopped, '/settings/mails'))
      expect(back.text).toContain('You are told what happens in your challenges')
    })

    const wish = async (label: string): Promise<SeenPage> => {
      const page = await browser.get('/settings/mails')
      const form = page.forms.find(({ text }) => text.includes(label))
      const sent = await browser.post('/settings/mails', Object.fromEntries(form?.fields ?? []))
      return browser.follow(sent)
    }
    const undo = async (page: SeenPage): Promise<SeenPage> => {
      const form = page.forms.find(({ text }) => text.includes('Undo'))
      return browser.follow(await browser.post('/settings/mails', Object.fromEntries(form?.fields ?? [])))
    }

    it('are undone to exactly what was before, one change after the other', async () => {
      const daily = 'You are told at most once a day what happens'
      const none = 'You are told nothing that needs no answer'
      const all = 'You are told what happens in your challenges'
      const once = await wish('Get news once a day')
      expect(once.text).toContain(daily)
      const atOnce = await wish('Get news as it happens')
      expect(atOnce.text).toContain(all)
      expect((await undo(atOnce)).text).toContain(daily)
      const stopped = await wish('No news')
      expect(stopped.text).toContain(none)
      const back = await undo(stopped)
      expect(back.text).toContain(daily)
      // An undo is undone as well.
      expect((await undo(back)).text).toContain(none)
    })

    it('are undone the same where the form was sent twice, and not where nothing was changed', async () => {
      await wish('Get news once a day')
      const page = await browser.get('/settings/mails')
      const fields = Object.fromEntries(page.forms.find(({ text }) => text.includes('No news'))?.fields ?? [])
      await browser.post('/settings/mails', fields)
      const twice = await browser.follow(await browser.post('/settings/mails', fields))
      expect((await undo(twice)).text).toContain('You are told at most once a day')
      const same = await browser.follow(await browser.post('/settings/mails', { wish: 'daily_news' }))
      expect(same.text).not.toContain('Undo')
      // Nor does an address name an undoing that is about something else.
      expect((await browser.get('/settings/mails?did=no_news&before=nothing')).text).not.toContain('Undo')
    })
  })

  describe('tokens', () => {
    const make = (fields = {}): Promise<SeenPage> =>
      send('/settings/tokens', '/settings/tokens', {
        name: 'laptop',
        expires: '90',
        preset: 'play',
        ...fields,
      })
    const tokenIn = ({ text }: SeenPage): string => /cs_acc_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? ''

    it('are made with the scopes of a preset, or with those that are ticked', async () => {
      const read = await service.call('GET', '/v1/token', { token: tokenIn(await make({ preset: 'read' })) })
      expect(read.body.data).toMatchObject({
        name: 'laptop',
        scopes: ['profile:read', 'challenges:read', 'events:read', 'group:read', 'questions:read'],
      })
      const play = await service.call('GET', '/v1/token', { token: tokenIn(await make({ preset: 'play' })) })
      expect((play.body.data as { scopes: string[] }).scopes).toContain('group:read')
      const chosen = await make({ preset: 'chosen', scopes: ['questions:vote', 'events:read'] })
      const { body } = await service.call('GET', '/v1/token', { token: tokenIn(chosen) })
      expect(body.data).toMatchObject({ scopes: ['events:read', 'questions:vote'] })
      expect((await make({ preset: 'chosen' })).status).toBe(400)
    })

    it('expire as chosen, and their owner is mailed when they are made and a week before they end', async () => {
      const token = tokenIn(await make({ expires: '30' }))
      expect((await mailsTo(service, ana.email)).map(({ kind }) => kind)).toEqual(['token_made'])
      service.clock.advance(23 * DAY_MS - HOUR_MS)
      await service.runDue()
      expect(await mailsTo(service, ana.email)).toHaveLength(1)
      service.clock.advance(HOUR_MS)
      await service.runDue()
      await service.runDue()
      expect((await mailsTo(service, ana.email)).map(({ kind }) => kind)).toEqual([
        'token_made',
        'token_expiring',
      ])
      service.clock.advance(7 * DAY_MS)
      expect((await service.call('GET', '/v1/token', { token })).status).toBe(401)
    })

    it('are renamed, regenerated and revoked', async () => {
      const first = tokenIn(await make())
      const page = await browser.get('/settings/tokens')
      const actionOf = (end: string): string =>
        page.forms.find(({ action }) => action.endsWith(end))?.action ?? ''
      const id = /tok_\w+/.exec(actionOf('/rename'))?.[0] ?? ''
      await browser.submit(page, actionOf('/rename'), { [`name_${id}`]: 'desk' })
      expect((await browser.get('/settings/tokens')).text).toContain('desk')
      const second = tokenIn(await browser.submit(page, actionOf('/renew'), { old: 'later' }))
      expect(second).not.toBe(first)
      expect((await service.call('GET', '/v1/token', { token: first })).status).toBe(200)
      service.clock.advance(DAY_MS)
      expect((await service.call('GET', '/v1/token', { token: first })).status).toBe(401)
      expect((await service.call('GET', '/v1/token', { token: second })).status).toBe(200)
      await send('/settings/tokens', '/settings/tokens/revoke-all')
      expect((await service.call('GET', '/v1/token', { token: second })).status).toBe(401)
      expect((await browser.get('/settings/security-log')).text).toContain('Token made anew')
    })

    it('that are regenerated twice end as the first time said', async () => {
      const first = tokenIn(await make())
      const page = await browser.get('/settings/tokens')
      const action = page.forms.find((form) => form.action.endsWith('/renew'))?.action ?? ''
      const second = tokenIn(await browser.submit(page, action, { old: 'later' }))
      service.clock.advance(DAY_MS - HOUR_MS)
      await browser.signIn(service, ana.email)
      const now = await browser.get('/settings/tokens')
      expect(now.forms.filter((form) => form.action.endsWith('/renew'))).toHaveLength(1)
      const again = await browser.post(action, { old: 'later', form_id: 'again' })
      expect([again.status, tokenIn(again)]).toEqual([409, ''])
      expect(again.text).toContain('It was made anew before, and ends by itself.')
      service.clock.advance(HOUR_MS)
      const stati = []
      for (const token of [first, second])
        stati.push((await service.call('GET', '/v1/token', { token })).status)
      expect(stati).toEqual([401, 200])
    })

    it('stand in the lines for every assistant on the page where they are seen once, and never later', async () => {
      const made = await make()
      const token = tokenIn(made)
      const linesOf = ({ text }: SeenPage): readonly string[] => [
        ...new Set(text.match(/(?:Bearer |_TOKEN(?:=&#39;|&quot;: &quot;))[^&'<]+/g)),
      ]
      expect(linesOf(made)).toEqual([
        `Bearer ${token}`,
        `_TOKEN&quot;: &quot;${token}`,
        'Bearer ${input:challenge-service-token}',
        `_TOKEN=&#39;${token}`,
      ])
      const later = await browser.get('/settings/tokens')
      expect(linesOf(later)).toContain('Bearer YOUR_TOKEN')
      expect(later.text).toContain(`${siteSettings.PUBLIC_URL}/mcp`)
      expect(later.text).not.toContain(token)
    })

    it('are at most fifty', async () => {
      for (let made = 0; made < 50; made += 1) await service.token(ana)
      const refused = await make()
      expect(refused.status).toBe(409)
      expect(refused.text).toContain('You have 50 tokens')
    })

    it('of someone else are not there', async () => {
      const other = await service.account()
      const { id, token } = await service.token(other)
      const { headers } = await browser.post(`/settings/tokens/${id}/revoke`, {})
      expect(headers['location']).toBe('/settings/tokens?did=gone')
      expect((await service.call('GET', '/v1/token', { token })).status).toBe(200)
    })
  })

  describe('on the free plan', () => {
    beforeEach(async () => {
      ana = await service.account({ plan: 'free' })
      browser = await Visitor.signedIn(service, ana.email)
    })

    it('tokens and webhooks say what the Club plan gives, and nothing is made', async () => {
      for (const path of ['/settings/tokens', '/settings/webhooks']) {
        expect((await browser.get(path)).text).toContain('come with the Club plan')
      }
      const refused = await browser.post('/settings/tokens', { name: 'x', expires: '90', preset: 'play' })
      expect(refused.status).toBe(402)
      expect(refused.text).toContain('needs the Club plan')
      const hook = await browser.post('/settings/webhooks', { url: 'https://hooks.example.com/' })
      expect(hook.status).toBe(402)
    })

    it('a token that is there can be revoked', async () => {
      const { id } = await service.token(ana)
      expect((await send('/settings/tokens', `/settings/tokens/${id}/revoke`)).status).toBe(303)
    })
  })

  describe('webhooks', () => {
    const fields = { url: 'https://hooks.example.com/in', headers: 'X-Api-Key: secret value' }

    it('are made once for a form, with their secret shown once', async () => {
      const page = await browser.get('/settings/webhooks')
      const made = await Promise.all([
        browser.submit(page, '/settings/webhooks', fields),
        browser.submit(page, '/settings/webhooks', fields),
      ])
      const secrets = made.map(({ text }) => /whsec_[\w+/=]+/.exec(text)?.[0])
      expect(secrets[0]).toMatch(/^whsec_/)
      expect(secrets[1]).toBe(secrets[0])
      const listed = await browser.get('/settings/webhooks')
      expect(listed.text.match(/href="\/settings\/webhooks\/whk_/g)).toHaveLength(1)
      const [, path = ''] = /href="(\/settings\/webhooks\/whk_\w+)"/.exec(listed.text) ?? []
      const one = await browser.get(path)
      expect(one.text).toContain('X-Api-Key')
      expect(one.text).not.toContain('secret value')
      expect(one.text).not.toContain(secrets[0])
    })

    it('show no secret that is rotated since, by a form that is sent again', async () => {
      const secretIn = ({ text }: SeenPage): string | undefined => /whsec_[\w+/=]+/.exec(text)?.[0]
      const list = await browser.get('/settings/webhooks')
      const make = () => browser.submit(list, '/settings/webhooks', fields)
      const made = await make()
      const path = /\/settings\/webhooks\/whk_\w+/.exec(made.text)?.[0] ?? ''
      const [one, other] = [await browser.get(path), await browser.get(path)]
      const rotate = (page: SeenPage) => browser.submit(page, `${path}/rotate`)
      const first = secretIn(await rotate(one))
      const second = secretIn(await rotate(other))
      expect(new Set([secretIn(made), first, second, undefined]).size).toBe(4)
      expect(secretIn(await rotate(other))).toBe(second)
      for (const again of [await rotate(one), await make()]) {
        expect(secretIn(again)).toBeUndefined()
        expect(again.text).toContain('was rotated again')
      }
    })

    it('are refused in the words of the API, beside the field, with what was typed', async () => {
      const refused = await send('/settings/webhooks', '/settings/webhooks', { url: 'http://127.0.0.1/' })
      expect(refused.status).toBe(400)
      expect(refused.text).toContain('value="http://127.0.0.1/"')
      expect(refused.text).toContain('id="url_problem"')
    })
  })

  describe('data', () => {
    it('is erased only by typing the address', async () => {
      const refused = await send('/settings/data', '/settings/data/erase', {
        address: 'someone@else.example',
      })
      expect(refused.status).toBe(400)
      expect((await browser.get('/settings')).status).toBe(200)
      const erased = await send('/settings/data', '/settings/data/erase', {
        address: ana.email.toUpperCase(),
      })
      expect(erased.text).toContain('You are erased')
      expect((await browser.get('/settings')).status).toBe(303)
    })
  })
})
