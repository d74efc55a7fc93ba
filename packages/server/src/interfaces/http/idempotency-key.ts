// The Idempotency-Key of a call: what makes two of them one.
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../kernel/refusal.ts'
import { timesSent } from './headers.ts'

export const readKey = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  const isKey = typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)
  if (isKey && timesSent(request.raw, 'idempotency-key') === 1) return key
  throw refuse(
    'invalid_request',
    'header_malformed',
    'Idempotency-Key must be 1 to 255 printable ASCII characters, and given once.',
    {
      fields: [
        { field: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters, given once' },
      ],
    },
  )
}
