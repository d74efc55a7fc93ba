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
  if (!Buffer.isBuffer(body) || !isUtf8(body) || !isUtf8(unescaped(body))) return undefined
  const fields = new URLSearchParams(body.toString('utf8'))
  return fields.size <= FIELDS_AT_MOST ? fields : undefined
}

const PERCENT = 0x25

/** The bytes that are meant: what is no escape stays as it is, as where the fields are read. */
const unescaped = (body: Buffer): Buffer => {
  const bytes = Buffer.from(body)
  let end = 0
  for (let at = 0; at < body.length; at += 1) {
    const escape = body[at] === PERCENT ? body.toString('latin1', at + 1, at + 3) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(escape)
    bytes[end] = isEscape ? Number.parseInt(escape, 16) : (body[at] ?? 0)
    end += 1
    if (isEscape) at += 2
  }
  return bytes.subarray(0, end)
}

/** The same for the same form with the same words. One without an id is a form of its own each time it is sent. */
export const makeFormKey = (path: string, fields: URLSearchParams): string => {
  const words = [...fields].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const given = fields.get(FORM_ID) ?? ''
  const id = given === '' ? randomUUID() : given
  return `site:${createHash('sha256')
    .update(JSON.stringify([path, id, words]))
    .digest('base64url')}`
}

/** Without the fields of these names. */
export const without = (fields: URLSearchParams, ...names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...fields].filter(([name]) => !names.includes(name)))
