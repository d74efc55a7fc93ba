// Pages behind links count like calls: by each link someone may look and answer so often in any 60 seconds. Who was handed
// one cannot keep its owner from answering by another. What a person adds is counted over all their links.
import type { FastifyReply } from 'fastify'
import { secondsUntil } from '../../../../kernel/instants.ts'
import type { ServiceContext } from '../../../../operations/context.ts'
import type { RateClass } from '../../../../limits/rate-limiter.ts'
import type { PageReply, Site } from './page-parts.ts'
import { tooManyPage } from './plain-pages.ts'

/**
 * The page that says to wait, still to be sent; undefined where there is no need to. Never a reply: whoever awaits one
 * of those is given nothing, and would go on.
 */
export const refuseHaste = async (
  { limiter, clock }: Pick<ServiceContext, 'limiter' | 'clock'>,
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
