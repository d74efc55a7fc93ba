// The pictures of the guides: PNG files of the repository that /docs serves beside the pages.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Guide } from './guides.ts'
import type { Answerer } from '../http/static-reply.ts'

const FOLDER = 'docs/pictures'

// The same way up from src/ and from dist/.
const folder = new URL(`../../../../../${FOLDER}/`, import.meta.url)

export interface Picture {
  /** Its address is /docs/pictures/{name}. */
  readonly name: string
  readonly width: number
  readonly height: number
}

/** Undefined where the guide names something else than a picture that is there. */
export const findPicture = (from: Guide, href: string): Picture | undefined => {
  const { dir, base } = posix.parse(posix.join(posix.dirname(from.file), href))
  const file = new URL(encodeURIComponent(base), folder)
  if (dir !== FOLDER || !base.endsWith('.png') || !existsSync(file)) return undefined
  // The size stands at the beginning of every PNG file.
  const bytes = readFileSync(file)
  return { name: base, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

export const mountPictures = (app: FastifyInstance): void => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.png')) : []
  for (const name of names) app.get(`/docs/pictures/${name}`, answerWith(name))
}

/** Read at the first call, and not sent again to a browser that has it. */
const answerWith = (name: string): Answerer => {
  let read: { readonly bytes: Buffer; readonly etag: string } | undefined
  return (request, reply) => {
    const { bytes, etag } = (read ??= readPicture(name))
    reply.headers({ 'cache-control': 'no-cache', etag }).type('image/png')
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes)
  }
}

const readPicture = (name: string) => {
  const bytes = readFileSync(new URL(name, folder))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}
