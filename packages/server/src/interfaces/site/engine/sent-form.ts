// The fields of a form that was sent, as a browser encodes them.
import { isUtf8 } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { FORM_ID } from '../parts/forms.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** No form of ours has as many. */
const FIELDS_AT_MOST = 200

/** Undefined for what no browser sends from a page of ours. */
export const readFields = (contentType: string | undefined, body: unknown): URLSearchParams | undefined => {
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== FORM_TYPE) return undefined
  if (!Buffer.isBuffer(body) || hasManyFields(body) || !isUtf8(body) || !isUtf8(unescaped(body)))
    return undefined
  return new URLSearchParams(body.toString('utf8'))
}

const AND = 0x26
const PERCENT = 0x25

/** Found before they are read: to read thousands of empty ones takes long. */
const hasManyFields = (body: Buffer): boolean => {
  let count = 1
  for (let at = body.indexOf(AND); at !== -1 && count <= FIELDS_AT_MOST; at = body.indexOf(AND, at + 1))
    count += 1
  return count > FIELDS_AT_MOST
}

/** The bytes that are meant: what is no escape stays as it is, as where the fields are read. */
const unescaped = (body: Buffer): Buffer => {
  const bytes = Buffer.from(body)
  let end = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    const high = byte === PERCENT ? hexDigit(body[at + 1]) : -1
    const low = high === -1 ? -1 : hexDigit(body[at + 2])
    bytes[end] = low === -1 ? byte : high * 16 + low
    end += 1
    if (low !== -1) at += 2
  }
  return bytes.subarray(0, end)
}

const [DIGIT_0, DIGIT_9, LETTER_A, LETTER_F, TO_LOWER] = [0x30, 0x39, 0x61, 0x66, 0x20]

/** What a letter stands for; -1 where it is no hexadecimal digit. By codes, since a pattern for each `%` takes long. */
const hexDigit = (code = 0): number => {
  if (code >= DIGIT_0 && code <= DIGIT_9) return code - DIGIT_0
  const lower = code | TO_LOWER
  return lower >= LETTER_A && lower <= LETTER_F ? lower - LETTER_A + 10 : -1
}

/**
 * The same for the same form with the same words. Undefined for one without an id, which is a form of its own each time: what
 * nobody can send again is not worth remembering.
 */
export const makeFormKey = (path: string, fields: URLSearchParams): string | undefined => {
  const id = fields.get(FORM_ID) ?? ''
  if (id === '') return undefined
  const words = [...fields].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `site:${createHash('sha256')
    .update(JSON.stringify([path, id, words]))
    .digest('base64url')}`
}

/** Tells one form from another, also where it has no id. */
export const nameForm = ({ key }: { readonly key: string | undefined }): string => key ?? randomUUID()

/** Without the fields of these names. */
export const without = (fields: URLSearchParams, ...names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...fields].filter(([name]) => !names.includes(name)))
