// Addresses that no page of ours can have.
import type { FastifyRequest } from 'fastify'
import type { RawQuery } from '../../operations/query.ts'

/** Nothing is called by such a character, and PostgreSQL fails at a text that has it. */
const NUL = '\0'

/** Whether a NUL stands in the path or the query. */
export const hasNul = ({ params, query }: Pick<FastifyRequest, 'params' | 'query'>): boolean =>
  [...Object.values(params as Record<string, string>), ...(query as RawQuery).values.values()].some((text) =>
    text.includes(NUL),
  )
