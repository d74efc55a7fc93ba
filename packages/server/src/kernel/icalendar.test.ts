import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { writeEnd, writeEntries, writeHead } from './icalendar.ts'

const entry = {
  uid: 'ch_1-end@play.example',
  at: Date.parse('2026-11-20T12:00:00.000Z'),
  changedAt: Date.parse('2026-11-15T08:30:15.123Z'),
  summary: 'Time is up',
  description: 'You against Ben.',
  url: 'https://play.example/challenges/ch_1',
}

const write = (more: Partial<typeof entry> = {}): string =>
  writeHead({ name: 'Play: deadlines', refreshMinutes: 60 }) +
  writeEntries([{ ...entry, ...more }]) +
  writeEnd()

const read = (text: string): ICAL.Component => {
  const [event] = ICAL.Component.fromString(text).getAllSubcomponents('vevent')
  if (!event) throw new Error('it has no event')
  return event
}

const texts = [
  'I run ten kilometres; or two, \\ or "three": that is it',
  'first line\nsecond line',
  'first\r\nBEGIN:VEVENT\r\nUID:planted\rEND:VEVENT',
  'Θα τρέξω δέκα χιλιόμετρα πριν από την Κυριακή'.repeat(8),
  'سأركض عشرة كيلومترات قبل يوم الأحد'.repeat(8),
  '🏃‍♀️🏃‍♂️ ten, before ☀️ '.repeat(20),
  'x'.repeat(500),
  `a bell \u0007 and a null \u0000`,
]

const asKept = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll('\u0007', '').replaceAll('\u0000', '')

it.each(texts)('another parser reads %j as it was written', (text) => {
  const event = read(write({ summary: text, description: text }))
  expect(event.getFirstPropertyValue('summary')).toBe(asKept(text))
  expect(event.getFirstPropertyValue('description')).toBe(asKept(text))
  expect(event.getFirstPropertyValue('uid')).toBe(entry.uid)
})

it.each(texts)('no line of %j is longer than 75 octets, and no character is cut', (text) => {
  const written = write({ summary: text })
  expect(written.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const lines = written.split('\r\n')
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n\0\uD800-\uDFFF]/u)
  }
})

it('says the instant in UTC, to the second', () => {
  const event = read(write())
  expect(String(event.getFirstPropertyValue('dtstart'))).toBe('2026-11-20T12:00:00Z')
  expect(String(event.getFirstPropertyValue('dtstamp'))).toBe('2026-11-15T08:30:15Z')
})

// A parser may be forgiving. The standard is not: each of these signs would end a text, or begin another.
it('sets a backslash before commas, semicolons and backslashes, and writes a line end as n', () => {
  expect(write({ summary: 'one, two; three \\ four\nfive' })).toContain(
    '\r\nSUMMARY:one\\, two\\; three \\\\ four\\nfive\r\n',
  )
})
