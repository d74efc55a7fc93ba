// A response that is the same for everyone: made at the first call, compressed once, and not sent again to a client
// that has it.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface PreparedPage {
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  readonly make: () => string
}

export type Answerer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

export const prepare = ({ type, headers = {}, make }: PreparedPage): Answerer => {
  let made: ReturnType<typeof toBytes> | undefined
  return (request, reply) => {
    const { plain, zipped, etag } = (made ??= toBytes(make()))
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag, ...headers }).type(type)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(zipped)
  }
}

const toBytes = (text: string) => {
  const plain = Buffer.from(text)
  // Weak, since the same content goes out in two encodings.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, zipped: gzipSync(plain), etag }
}

/** Whether someone who sent `If-None-Match` has this very answer. */
export const isKnown = (sent: string | undefined, etag: string): boolean => {
  if (sent === undefined) return false
  const tags = sent.split(',').map(withoutWeakness)
  return tags.includes('*') || tags.includes(withoutWeakness(etag))
}

const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '')

/** The longest that a browser sends is half of this; a pattern is slow on what is very long. */
const CODING_MAX = 40

const takesGzip = (sent: string | string[] | undefined): boolean =>
  [sent ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .map((coding) => coding.trim())
    .some((coding) => coding.length <= CODING_MAX && /^gzip(\s*;\s*q=(0\.\d*[1-9]|1)\S*)?$/i.test(coding))
