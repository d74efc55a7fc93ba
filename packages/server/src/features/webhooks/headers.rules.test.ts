// Which names a header of a subscription may have, against a list written by hand; and when headers are left behind.
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { checkHeaderNames, isOtherReceiver } from './headers.rules.ts'

const refusedNames = (...names: readonly string[]): readonly string[] => {
  try {
    checkHeaderNames(Object.fromEntries(names.map((name) => [name, 'v'])))
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return (error.details.fields ?? []).map(({ field }) => field)
  }
}

const inEveryCase = (name: string): readonly string[] => [
  name,
  name.toLowerCase(),
  name.toUpperCase(),
  [...name].map((letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join(''),
]

describe('the name of a header', () => {
  it.each([
    'Authorization',
    'X-A',
    'X-9',
    'X--',
    'X-Api-Key',
    `X-${'a'.repeat(60)}`,
    // Near to what is refused.
    'X-SVC',
    'X-SVCS-Key',
    'X-Forwarded',
    'X-Real-IPs',
    'X-Original',
    'X-Rewrite',
    'X-HTTP-Verb',
  ])('%s is taken in every case', (name) => {
    for (const written of inEveryCase(name)) expect([written, refusedNames(written)]).toEqual([written, []])
  })

  it.each([
    'X-SVC-Signature',
    'X-SVC-Anything',
    'X-SVC-',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Real-IP',
    'X-Original-URL',
    'X-Original-Host',
    'X-Rewrite-URL',
    'X-HTTP-Method',
    'X-HTTP-Method-Override',
    'X-HTTP-Methodology',
    'X-',
    `X-${'a'.repeat(61)}`,
    'X-a_b',
    'X-a b',
    'X-a:',
    'X-ä',
    'X-a\r\nHost',
    ' X-a',
    'X-a ',
    'Authorization ',
    'Proxy-Authorization',
    'Content-Type',
    'Content-Length',
    'Host',
    'Cookie',
    'User-Agent',
    'Connection',
    'Transfer-Encoding',
    'webhook-id',
    'webhook-signature',
    'XApi',
    '',
    '__proto__',
    'constructor',
  ])('%j is refused in every case, and named as it was written', (name) => {
    for (const written of inEveryCase(name)) expect(refusedNames(written)).toEqual([`headers.${written}`])
  })

  it('stands once, whatever its case', () => {
    expect(refusedNames('X-Api-Key', 'Authorization', 'x-api-key', 'AUTHORIZATION')).toEqual([
      'headers.x-api-key',
      'headers.AUTHORIZATION',
    ])
  })
})

describe('another receiver', () => {
  const before = 'https://bot.example.com/hooks?a=1'
  it.each([
    ['another path', 'https://bot.example.com/other', false],
    ['another query', 'https://bot.example.com/hooks?a=2', false],
    ['the default port, written out', 'https://bot.example.com:443/hooks', false],
    ['another port', 'https://bot.example.com:8443/hooks?a=1', true],
    ['another scheme', 'http://bot.example.com/hooks?a=1', true],
    ['another scheme on the same port', 'http://bot.example.com:443/hooks?a=1', true],
    ['another host', 'https://bot.example.org/hooks?a=1', true],
    ['a host above it', 'https://example.com/hooks?a=1', true],
    ['a host below it', 'https://a.bot.example.com/hooks?a=1', true],
    ['a host with a full stop at its end', 'https://bot.example.com./hooks?a=1', true],
  ])('%s: %s is one: %s', (_, next, expected) => {
    expect(isOtherReceiver(before, next)).toBe(expected)
  })
})
