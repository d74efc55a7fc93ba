// Writes a calendar as RFC 5545 has it. By hand: what is written is one kind of entry with eight properties, and the
// libraries for it bring time zones, repetitions and their own dates along.
import { toRfc3339 } from './instants.ts'

export interface CalendarEntry {
  /** The same for the same thing, whenever it is written. */
  readonly uid: string
  readonly at: number
  /** When it last changed. */
  readonly changedAt: number
  readonly summary: string
  readonly description: string
  readonly url: string
}

export interface Calendar {
  readonly name: string
  /** How often it is worth looking again. */
  readonly refreshMinutes: number
}

/** What comes before the entries. */
export const writeHead = ({ name, refreshMinutes }: Calendar): string =>
  textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Challenge Service//Deadlines//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
    `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
  ])

export const writeEntries = (entries: readonly CalendarEntry[]): string => textOf(entries.flatMap(linesOf))

export const writeEnd = (): string => textOf(['END:VCALENDAR'])

const textOf = (lines: readonly string[]): string => lines.map((line) => `${fold(line)}\r\n`).join('')

/** An instant without a length, that keeps nobody busy. */
const linesOf = ({ uid, at, changedAt, summary, description, url }: CalendarEntry): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeText(uid)}`,
  `DTSTAMP:${toUtc(changedAt)}`,
  `DTSTART:${toUtc(at)}`,
  `SUMMARY:${escapeText(summary)}`,
  `DESCRIPTION:${escapeText(description)}`,
  `URL:${url}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** `20261120T120000Z`. */
const toUtc = (at: number): string =>
  toRfc3339(at)
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z')

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  ';': '\\;',
  ',': '\\,',
  '\n': '\\n',
}

/** No other line ends, and no signs that control a terminal, stand in a text of ours; any that did are left off. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
    .replaceAll(/[\\;,\n]/g, (sign) => escapes[sign] ?? '')

const LINE_OCTETS = 75

/** A line of more octets goes on in the next one, behind a space. Characters are never cut. */
const fold = (line: string): string => {
  // Three octets for each unit are the most that there can be.
  if (line.length * 3 <= LINE_OCTETS) return line
  const lines: string[] = []
  let start = 0
  let octets = 0
  for (let at = 0; at < line.length;) {
    const point = line.codePointAt(at) ?? 0
    const size = octetsOf(point)
    if (octets + size > LINE_OCTETS) {
      lines.push(line.slice(start, at))
      start = at
      // The space counts too.
      octets = 1
    }
    octets += size
    at += point > 0xffff ? 2 : 1
  }
  return [...lines, line.slice(start)].join('\r\n ')
}

/** In UTF-8. */
const octetsOf = (point: number): number => {
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_0000 ? 3 : 4
}
