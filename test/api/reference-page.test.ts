// The reference page: it tells everything, lets nothing in, and its code for receivers works.
import {
  challengeStatuses,
  codes,
  describeTable,
  endpoint,
  endpoints,
  eventKinds,
  guide,
  line,
  signedExample,
} from '@challenge-service/contract'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { guides } from '../../packages/server/src/interfaces/docs/guides.ts'
import { renderPage } from '../../packages/server/src/interfaces/docs/page.ts'

describe('the page', () => {
  const page = renderPage()
  const text = page.replaceAll(/<[^>]*>/g, '').replaceAll('&#39;', "'")

  it('tells of every endpoint, event, code and part of the guide', () => {
    for (const { name, title, endpoint: one, refusals } of describeTable()) {
      const from = page.indexOf(`<article class="endpoint" id="${name}">`)
      expect(from).toBeGreaterThan(0)
      const article = page.slice(from, page.indexOf('</article>', from))
      const told = article.replaceAll(/<[^>]*>/g, '')
      for (const word of [title, one.method, one.path, one.scope]) expect(told).toContain(word)
      for (const { reasons } of refusals) for (const { reason } of reasons) expect(told).toContain(reason)
    }
    for (const kind of eventKinds) expect(text).toContain(kind)
    for (const { title } of guide) expect(text).toContain(title)
    for (const code of Object.keys(codes)) expect(text).toContain(code)
  })

  it('shows the life of a challenge as a picture, in the colours of the page and with words for it', () => {
    const [picture = ''] = /<figure class="diagram"><svg [^]*?<\/svg>/.exec(page) ?? []
    expect(picture).toMatch(/ role="img" aria-label="The statuses of a challenge /)
    for (const status of challengeStatuses) expect(picture).toContain(`>${status}</text>`)
    expect(picture).not.toMatch(/\s(?:fill|stroke)=/)
  })

  it('has no inline script or style, and asks no other host', () => {
    expect(page).not.toMatch(/<script(?![^>]*\ssrc="docs\/script\.js")/)
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
    const asked = [...page.matchAll(/\s(?:src|href)="([^"#][^"]*)"/g)].map(([, to = '']) => to)
    const own = [
      './',
      'docs',
      'docs/style.css',
      'docs/script.js',
      'openapi.json',
      ...guides.map(({ slug }) => `docs/${slug}`),
    ]
    expect(asked.filter((to) => !own.includes(to) && !to.startsWith('data:image/svg+xml,'))).toEqual([])
  })

  it('leads nowhere that is not there, and has each id once', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    const led = [...page.matchAll(/\shref="#([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(led.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('escapes whatever is put into it', () => {
    const planted = endpoint({
      method: 'GET',
      path: '/v1/me',
      scope: 'profile:read',
      summary: 'A <img src=x onerror=alert(1)> & "quotes" `<q>` [<i>](#<u>)',
      notes: ['<img src=x> `<q>` [<i>](#<u>)'],
      query: { planted: Type.Optional(line(1, 9, '<img src=x> `<q>` [<i>](#<u>)')) },
      result: endpoints.getMe.result,
      example: { input: { planted: '<img>' }, result: endpoints.getMe.example.result },
    })
    const html = renderPage({ table: { 'plant<s>': planted }, publicUrl: 'https://x.example/"><q>' })
    expect(html).not.toMatch(/<(img|q|i|u|s)[ >]/)
    expect(html).toContain(
      'A &lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot; <code>&lt;q&gt;</code>',
    )
  })
})

it('the code that the guide gives to receivers tells a genuine delivery from others', async () => {
  const blocks = guide.flatMap((section) => section.blocks)
  const [sample] = blocks.flatMap((one) => (one.kind === 'code' && one.language === 'js' ? [one.text] : []))
  const source = Buffer.from(sample ?? '').toString('base64')
  const { isGenuine } = (await import(/* @vite-ignore */ `data:text/javascript;base64,${source}`)) as {
    isGenuine: (secret: string, header: string, body: Buffer, now: number) => boolean
  }
  const { secret, time, body, v1 } = signedExample
  const header = `t=${time},v1=${v1}`
  const bytes = Buffer.from(body)
  expect(isGenuine(secret, header, bytes, time)).toBe(true)
  expect(isGenuine(secret, `t=${time},v1=${'0'.repeat(64)},v1=${v1}`, bytes, time + 299)).toBe(true)
  expect(isGenuine(secret, header, bytes, time + 300)).toBe(false)
  expect(isGenuine(secret, header, bytes, time - 300)).toBe(false)
  expect(isGenuine(secret, header, Buffer.from(`${body} `), time)).toBe(false)
  expect(isGenuine(`${secret}x`, header, bytes, time)).toBe(false)
  expect(isGenuine(secret, `v1=${v1}`, bytes, time)).toBe(false)
  expect(isGenuine(secret, `t=${time},v1=ab`, bytes, time)).toBe(false)
})
