// Pages behind links count like calls: by each link someone may look and act so often in any 60 seconds. What is done with
// one link never keeps anyone from using another: whoever was handed one must not be able to lock out its owner.
import type { FastifyReply } from 'fastify'
import { secondsUntil } from '../../kernel/instants.ts'
import type { Floor } from '../floor.ts'
import type { RateClass } from '../../limits/rate-limiter.ts'
import type { PageReply, Site } from './page-parts.ts'
import { tooManyPage } from './plain-pages.ts'

/**
 * The page that says to wait, still to be sent; undefined where there is no need to. Never a reply: whoever awaits one
 * of those is given nothing, and would go on.
 */
export const refuseHaste = async (
  { limiter, clock }: Pick<Floor, 'limiter' | 'clock'>,
  site: Site,
  reply: FastifyReply,
  which: string,
  rateClass: RateClass,
): Promise<PageReply | undefined> => {
  const { admitted, waitMs } = await limiter.admit(`link:${which}`, rateClass)
  if (admitted) return undefined
  const now = clock.now()
  const seconds = secondsUntil(now + waitMs, now)
  reply.header('retry-after', seconds)
  return { status: 429, page: tooManyPage(site, seconds) }
}
