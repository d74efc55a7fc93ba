// What is kept of an answer gives away no header of the subscription, however the receiver writes it and wherever it
// ends.
import { describe, expect, it } from 'vitest'
import { EXCERPT_BYTES, toExcerptWithout } from './response.ts'

const SECRET = 's3cr3t-"a/b<c>&d+e\\f%2F g'
const headers = ['X-Api-Key', SECRET, 'Authorization', 'Bearer tok_0123456789']

const excerpt = (body: string): string | null => toExcerptWithout(headers, Buffer.from(body))
const isHidden = (body: string): boolean => excerpt(body)?.startsWith('(not shown') ?? false

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#62;').replaceAll('"', '&#x22;')

const writings: readonly (readonly [name: string, text: string])[] = [
  ['plain', SECRET],
  ['JSON', JSON.stringify(SECRET)],
  ['JSON with escaped slashes', JSON.stringify(SECRET).replaceAll('/', '\\/')],
  ['JSON for a page', JSON.stringify(SECRET).replaceAll('<', '\\u003c').replaceAll('&', '\\u0026')],
  ['a part of a URL', encodeURIComponent(SECRET)],
  ['a part of a URL in small letters', encodeURIComponent(SECRET).replaceAll('%2F', '%2f')],
  ['a form', new URLSearchParams({ key: SECRET }).toString()],
  ['HTML', inHtml(SECRET)],
]

describe('an excerpt without the headers of a subscription', () => {
  it.each(writings)('is hidden where the answer repeats one as %s', (_, text) => {
    expect(isHidden(`you said: ${text} and more`)).toBe(true)
    // Across the end of what is shown, and at any place.
    for (let before = EXCERPT_BYTES - text.length - 1; before <= EXCERPT_BYTES; before += 1) {
      expect(isHidden(`${'x'.repeat(before)}${text} and more`), String(before)).toBe(true)
    }
  })

  it.each(writings)('is hidden where the answer breaks off within one, written as %s', (_, text) => {
    for (let length = 14; length <= text.length; length += 1) {
      expect(isHidden(`you said: ${text.slice(0, length)}`), text.slice(0, length)).toBe(true)
    }
  })

  it('is hidden for what comes after the name of the scheme, and for eight letters of it at the end', () => {
    expect(isHidden('no such token: tok_0123456789.')).toBe(true)
    expect(isHidden('no such token: tok_0123')).toBe(true)
    expect(isHidden('no such token: tok_012')).toBe(false)
  })

  it('is shown where it repeats nothing', () => {
    expect(excerpt('thank you, tok_0123 is not ours')).toBe('thank you, tok_0123 is not ours')
    expect(excerpt('y'.repeat(20_000))).toBe('y'.repeat(EXCERPT_BYTES))
    expect(excerpt('')).toBeNull()
  })
})
