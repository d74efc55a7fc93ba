// What keeps the pages safe, on both engines: opening changes nothing, other sites cannot send their forms, no
// header of a request gets into a link, and what is no form of ours is refused kindly.
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { STYLE_URL } from '../../packages/server/src/interfaces/http/assets.ts'
import { engines } from '../support/engine.ts'
import { inviteStranger, mailTo, PUBLIC_URL, visit, type Page } from '../support/mails.ts'
import { useFreshPerson } from '../support/people.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('a page, on %s', (engine) => {
  const service = useService(engine, { PUBLIC_URL })
  const ana = useFreshPerson(service)
  const invited = () => inviteStranger(service, ana)

  it('changes nothing by being opened, however often', async () => {
    const { answerPath, email } = await invited()
    const { stopPath } = await mailTo(service, email, 'invited')
    const group = await service.group()
    const member = { email, first_name: 'Nia', user_email: group.adminEmail }
    await service.call('POST', `/v1/groups/${group.id}/members`, { token: group.token, body: member })
    const { leavePath } = await mailTo(service, email, 'member_added')
    const tables = [
      'groups',
      'memberships',
      'challenges',
      'challenge_listings',
      'events',
      'mails',
      'mail_preferences',
      'acquaintances',
      'blocks',
      'records',
    ]
    const everything = async () =>
      JSON.stringify(
        await Promise.all(tables.map((table) => service.store.all(once(`select * from ${table}`)))),
      )
    const before = await everything()
    for (const path of [
      answerPath,
      `${answerPath}/done`,
      leavePath,
      `${leavePath}/done`,
      stopPath,
      STYLE_URL,
    ]) {
      expect((await visit(service, path)).status).toBe(200)
      expect((await service.call('HEAD', path)).status).toBe(200)
    }
    expect(await everything()).toBe(before)
  })

  it('carries headers that keep it to itself', async () => {
    const { answerPath } = await invited()
    for (const path of [answerPath, '/a/forged', '/stop/forged', '/leave/forged']) {
      const { headers } = await visit(service, path)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
    }
    const page = await visit(service, answerPath)
    expect(page.text).not.toMatch(/<script|\sstyle="|\son\w+="/)
    expect(service.logLines.join('')).not.toContain(answerPath)
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ 'sec-fetch-site': 'none' }, 303],
    [{ origin: PUBLIC_URL }, 303],
    [{}, 303],
  ])('sent with %j is answered %i', async (headers, status) => {
    const { answerPath } = await invited()
    expect((await visit(service, answerPath, { form: { choice: 'accept' }, headers })).status).toBe(status)
  })

  it.each([
    ['another content type', { raw: '{"choice":"accept"}', headers: { 'content-type': 'application/json' } }],
    ['no known choice', { form: { choice: 'win everything' } }],
    ['bytes that are no text', { raw: Buffer.from('choice=accept&x=\xff', 'latin1') }],
    ['escapes that are no text', { raw: 'choice=accept&first_name=%ED%A0%80' }],
    ['half a character', { raw: 'choice=accept&first_name=%C3&x=%A9' }],
    ['a character half escaped', { raw: Buffer.from('choice=accept&x=\xc3%A9', 'latin1') }],
    ['no body', { raw: '' }],
  ])('refuses a form with %s, and says so', async (_, options) => {
    const { answerPath, created } = await invited()
    const page = await visit(service, answerPath, options)
    expect(page.status).toBe(400)
    expect(page.text).toContain('<h1>That could not be read</h1>')
    expect((await ana.get(created)).status).toBe('pending')
  })

  it('reads nothing of a form from another site, however long it is', async () => {
    const { answerPath } = await invited()
    const headers = { 'sec-fetch-site': 'cross-site' }
    const raw = `choice=accept&first_name=${'x'.repeat(80_000)}`
    expect((await visit(service, answerPath, { raw, headers })).status).toBe(403)
  })

  it('refuses a form that is too long, and says that', async () => {
    const { answerPath, created, email } = await invited()
    const { stopPath } = await mailTo(service, email, 'invited')
    const raw = `choice=accept&first_name=${'x'.repeat(80_000)}`
    for (const path of [answerPath, stopPath]) {
      const page = await visit(service, path, { raw })
      expect(page.status).toBe(400)
      expect(page.text).toContain('<h1>That was too long</h1>')
      expect(page.text).toContain('A form takes 64 KiB')
    }
    expect((await ana.get(created)).status).toBe('pending')
  })

  it('is not there under an address with a NUL in it, and breaks at none', async () => {
    const { answerPath, created, email } = await invited()
    expect((await visit(service, answerPath, { form: { choice: 'accept' } })).status).toBe(303)
    await ana.act(created, 'tally', { amount: 3 }, 201)
    const { stopPath } = await mailTo(service, email, 'invited')
    const group = await service.group()
    const member = { email, first_name: 'Nia', user_email: group.adminEmail }
    await service.call('POST', `/v1/groups/${group.id}/members`, { token: group.token, body: member })
    const { leavePath } = await mailTo(service, email, 'member_added')
    for (const path of [answerPath, `${answerPath}/done`, leavePath, `${leavePath}/done`, stopPath]) {
      for (const odd of [`${path}?before=%00`, `${path}?before=x%00y&a=b`, path.replace(/.$/, '%00')])
        expect((await visit(service, odd)).status, odd).toBe(404)
      expect((await visit(service, `${path}?before=%E2%82%AC`)).status, path).toBe(200)
    }
    for (const path of [answerPath, leavePath, stopPath]) {
      const form = { choice: 'a\0b', text: 'a\0b', amount: '\0', entry_id: '\0' }
      expect((await visit(service, path, { form })).status, path).toBe(400)
    }
    expect(service.logLines.filter((line) => line.includes('a page failed'))).toEqual([])
  })

  describe('opened or sent too often', () => {
    const titleOf = ({ text }: { readonly text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]
    const expectHaste = ({ status, headers, text }: Page): void => {
      expect([status, titleOf({ text })]).toEqual([429, 'That was a little fast'])
      expect(headers['retry-after']).toBe('60')
    }

    it('is shown 120 times a minute by each link, and one never keeps anyone from another', async () => {
      const { answerPath, email } = await invited()
      const group = await service.group()
      const member = { email, first_name: 'Nia', user_email: group.adminEmail }
      await service.call('POST', `/v1/groups/${group.id}/members`, { token: group.token, body: member })
      const { leavePath, stopPath } = await mailTo(service, email, 'member_added')
      for (const path of [stopPath, leavePath, answerPath]) {
        for (let n = 0; n < 120; n += 1) expect((await visit(service, path)).status).toBe(200)
        expectHaste(await visit(service, path))
      }
      expectHaste(await visit(service, `${answerPath}/done`))
      // To look is one thing, to act another.
      expect((await visit(service, answerPath, { form: { choice: 'accept' } })).status).toBe(303)
      service.clock.advance(MINUTE_MS)
      expect((await visit(service, answerPath)).status).toBe(200)
    })

    it('takes 30 forms a minute by each link, and changes nothing by more', async () => {
      const { answerPath, email, created } = await invited()
      const { stopPath } = await mailTo(service, email, 'invited')
      for (let n = 0; n < 30; n += 1) {
        const choice = n % 2 === 0 ? 'block' : 'unblock'
        expect((await visit(service, answerPath, { form: { choice } })).status).toBe(303)
      }
      expectHaste(await visit(service, answerPath, { form: { choice: 'accept' } }))
      expect((await ana.get(created)).status).toBe('pending')
      for (let n = 0; n < 30; n += 1)
        expect((await visit(service, stopPath, { form: { choice: 'no_news' } })).status).toBe(200)
      expectHaste(await visit(service, stopPath, { form: { choice: 'all_news' } }))
      expect((await visit(service, stopPath)).text).toContain('value="all_news"')
      service.clock.advance(MINUTE_MS)
      expect((await visit(service, answerPath, { form: { choice: 'accept' } })).status).toBe(303)
    })

    it('counts nothing for a link that is not ours', async () => {
      const { answerPath } = await invited()
      for (let n = 0; n < 40; n += 1) {
        expect((await visit(service, `${answerPath}x`, { form: { choice: 'accept' } })).status).toBe(404)
      }
      expect((await visit(service, answerPath, { form: { choice: 'accept' } })).status).toBe(303)
    })
  })

  it('never takes its links from the Host of a request', async () => {
    const { answerPath } = await invited()
    const page = await visit(service, answerPath, { headers: { host: 'evil.example' } })
    expect(page.text).not.toContain('evil.example')
    const sent = await visit(service, answerPath, {
      form: { choice: 'accept' },
      headers: { host: 'evil.example' },
    })
    expect(sent.headers['location']).toBe(`${answerPath}/done?did=accept`)
  })
})
