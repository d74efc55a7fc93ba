// What a response means, and what of it is kept for the owner to read.
import type { AttemptOutcome } from '@challenge-service/contract'
import { repeatsHeader } from './echo.ts'

/** The status alone decides, once it has come: a body that drips, breaks off or never ends takes nothing back. */
export const decideOutcome = (status: number): AttemptOutcome => {
  if (status >= 200 && status < 300) return 'delivered'
  if (status >= 300 && status < 400) return 'redirected'
  return status === 410 ? 'gone' : 'refused_status'
}

export const EXCERPT_BYTES = 1024

/**
 * The text of at most 1 KiB of bytes that a stranger sent: valid, in one line, without anything that a terminal
 * or a page obeys (control, bidirectional and other invisible characters); null if nothing is left.
 */
export const toExcerpt = (bytes: Uint8Array): string | null => {
  if (bytes.length === 0) return null
  const text = readText(bytes.subarray(0, EXCERPT_BYTES))
  return text === '' ? null : cut(text)
}

const readText = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

const HIDDEN = '(not shown: it repeats a header of the subscription)'

/** The same of an answer to `headers` that the owner chose, name and value in turn: their values are shown nowhere. */
export const toExcerptWithout = (headers: readonly string[], bytes: Uint8Array): string | null => {
  const excerpt = toExcerpt(bytes)
  return excerpt !== null && repeatsHeader(readText(bytes), excerpt, headers) ? HIDDEN : excerpt
}

/** U+FFFD in place of a stray byte takes three, so the text can be longer than the bytes it was read from. */
const cut = (text: string): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(EXCERPT_BYTES))
  return text.slice(0, read)
}

const DAY_MS = 86_400_000

/**
 * How long a `Retry-After` asks to wait: seconds, or an HTTP date held against the answer's own `Date` (`now` if it
 * has none), so that no clock has to be right. At most a day; null if it cannot be read.
 */
export const readRetryAfter = (value: string, date: string | undefined, now: number): number | null => {
  if (/^[0-9]{1,10}$/.test(value)) return Math.min(Number(value) * 1000, DAY_MS)
  const at = readHttpDate(value)
  if (at === undefined) return null
  const from = (date === undefined ? undefined : readHttpDate(date)) ?? now
  return Math.min(Math.max(at - from, 0), DAY_MS)
}

/** The one form that is still sent, `Sun, 06 Nov 1994 08:49:37 GMT`. */
const readHttpDate = (text: string): number | undefined => {
  if (!/^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/.test(text)) {
    return undefined
  }
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
