// The question of the day on the site, on both engines.
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

describe.each(engines)('the question of the day, on %s', (engine) => {
  const service = useService(engine, { ...siteSettings, READS_PER_MINUTE: '1000' })

  const enter = async (): Promise<Visitor> => {
    const browser = await Visitor.signedIn(service, (await service.account()).email)
    return browser
  }

  const optionsOf = (page: SeenPage): readonly string[] =>
    [...page.text.matchAll(/<button name="option" value="([^"]+)"/g)].map(([, id = '']) => id)

  it('is answered from home by one press, which then shows how the others did', async () => {
    const browser = await enter()
    const home = await browser.get('/')
    expect(home.text).not.toContain('class="bars"')
    const [first = ''] = optionsOf(home)
    const sent = await browser.submit(home, '/question', { option: first })
    expect(sent.headers['location']).toBe('/#question')
    const after = await browser.get('/')
    expect(optionsOf(after)).toEqual([])
    expect(after.text).toMatch(/\(your vote\)/)
    expect(after.text).toContain('class="mine"')
    expect(after.text).toContain('1 (100 %)')
    const other = await enter()
    const page = await other.get('/question')
    await other.submit(page, '/question', { option: optionsOf(page)[1] ?? '' })
    expect((await other.get('/question')).text).toMatch(/2 have voted, you among them\./)
  })

  it('is one vote, however often the form is sent', async () => {
    const browser = await enter()
    const page = await browser.get('/question')
    const [option = ''] = optionsOf(page)
    const both = await Promise.all([1, 2].map(() => browser.submit(page, '/question', { option })))
    expect(both.map(({ status }) => status)).toEqual([303, 303])
  })

  it('tells another tab, in the words of the API, that they have voted', async () => {
    const browser = await enter()
    const [one, other] = [await browser.get('/question'), await browser.get('/')]
    const [first = '', second = ''] = optionsOf(one)
    await browser.submit(one, '/question', { option: first })
    const late = await browser.submit(other, '/question', { option: second })
    expect(late.status).toBe(409)
    expect(late.text).toContain('You have voted on today’s question already.')
    expect(late.text).toContain('(your vote)')
  })

  it('is closed at midnight: a page of yesterday is told so, and shows today’s', async () => {
    const browser = await enter()
    const page = await browser.get('/question')
    expect(page.text).toMatch(/Open until\s+<time[^>]*>Monday 16 November 2026, 00:00 UTC<\/time>/)
    service.clock.advance(DAY_MS)
    const late = await browser.submit(page, '/question', { option: optionsOf(page)[0] ?? '' })
    expect(late.status).toBe(409)
    const { text } = await browser.get('/question')
    const [, asked = ''] = /id="question-text">([^<]+)</.exec(text) ?? []
    expect(asked).not.toBe('')
    expect(late.text).toContain(asked)
    expect(late.text).toContain('role="alert"')
    expect(page.text).not.toContain(asked)
  })

  it('is shown in their own time', async () => {
    const browser = await enter()
    await browser.submit(await browser.get('/settings'), '/settings/time-zone', { time_zone: 'Asia/Tokyo' })
    expect((await browser.get('/question')).text).toMatch(/Open until\s+<time[^>]*>[^<]*09:00 GMT\+9/)
  })
})
