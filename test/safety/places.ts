// Every place where a caller can put something, of every endpoint of the table: each parameter of its path and query,
// each member of its body, and names that it does not know.
import { limits, type Endpoint } from '@challenge-service/contract'
import type { compileInput } from '../../packages/server/src/operations/input.ts'
import type { parseQuery } from '../../packages/server/src/operations/query.ts'
import type { readBody } from '../../packages/server/src/interfaces/http/body.ts'
import { isWellFormed, texts, values } from './material.ts'

/** What reads the input of a call: that of the sources, or of a copy with a fault. */
export interface Readers {
  readonly compileInput: typeof compileInput
  readonly parseQuery: typeof parseQuery
  readonly readBody: typeof readBody
}

/** Puts a text, or the text of a JSON value, into one place of a call, and reads the call. */
export interface Place {
  readonly name: string
  /** How many bytes a text may have here. */
  readonly room: number
  readonly takesJson: boolean
  readonly read: (json: string) => unknown
}

// Node takes no more of a request before its body.
const HEAD_ROOM = 15 * 1024
const BODY_ROOM = limits.bodyBytes - 200

const jsonHeaders = { contentType: 'application/json', contentEncoding: undefined }

export const placesOf = (name: string, endpoint: Endpoint, readers: Readers): readonly Place[] => {
  const readInput = readers.compileInput(endpoint)
  const ids = Object.fromEntries(
    Object.entries<{ idOf?: string }>(endpoint.params.properties).map(([param]) => [param, 'none']),
  )
  const inPath = Object.keys(ids).map((param): Place => {
    const read = (json: string) =>
      readInput({ ...ids, [param]: JSON.parse(json) as string }, readers.parseQuery(''), {})
    return { name: `${name}: path ${param}`, room: HEAD_ROOM, takesJson: false, read }
  })
  const ofQuery = (at: string, write: (text: string) => string): Place => ({
    name: `${name}: query ${at}`,
    // Most bytes are three in a URL.
    room: HEAD_ROOM / 3,
    takesJson: false,
    read: (json) => readInput(ids, readers.parseQuery(write(encoded(JSON.parse(json) as string))), {}),
  })
  const ofBody = (at: string, write: (json: string) => string, takesJson = true): Place => ({
    name: `${name}: body ${at}`,
    room: BODY_ROOM,
    takesJson,
    read: (json) =>
      readInput(ids, readers.parseQuery(''), readers.readBody(Buffer.from(write(json)), jsonHeaders)),
  })
  return [
    ...inPath,
    ...Object.keys(endpoint.query.properties).map((at) => ofQuery(at, (text) => `${at}=${text}`)),
    ofQuery('of an unknown name', (text) => `zzz=${text}`),
    ofQuery('name', (text) => `${text}=1`),
    ofQuery('name given twice', (text) => `${text.slice(0, 999)}&${text.slice(0, 999)}`),
    ...(endpoint.body
      ? [
          ...Object.keys(endpoint.body.properties).map((at) => ofBody(at, (json) => `{"${at}":${json}}`)),
          ofBody('of an unknown name', (json) => `{"zzz":${json}}`),
          ofBody('itself', (json) => json),
          ofBody('name', (json) => `{${json}:1}`, false),
        ]
      : []),
  ]
}

/** A lone surrogate has no place in a URL: what stands there instead cannot be decoded. */
const encoded = (text: string): string => (isWellFormed(text) ? encodeURIComponent(text) : '%ED%A0%80')

/** What may be put there, by name, as JSON. */
export const materialFor = ({ room, takesJson }: Place): readonly (readonly [string, string])[] => {
  const known = materials.get(room) ?? makeMaterial(room)
  materials.set(room, known)
  return takesJson ? [...known.texts, ...known.values] : known.texts
}

interface Material {
  readonly texts: readonly (readonly [string, string])[]
  readonly values: readonly (readonly [string, string])[]
}

const materials = new Map<number, Material>()

const makeMaterial = (room: number): Material => ({
  texts: Object.entries(texts(room)).map(([name, text]) => [name, JSON.stringify(text)] as const),
  values: Object.entries(values(room)),
})

/** A text of nothing but a letter. */
export const plainText = (bytes: number): string => `"${'a'.repeat(bytes - 2)}"`
