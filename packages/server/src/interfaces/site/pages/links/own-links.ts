// Links of someone who wants them to act for them alone: they lead to signing in first. Without a site there is nowhere to
// sign in, and links act as they always did.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonId } from '../../../../kernel/ids.ts'
import type { ServiceContext } from '../../../../operations/context.ts'
import { findRequestOrigin } from '../../../http/origin.ts'
import { readVisit } from '../../engine/visit.ts'
import { sendPage, type PageReply, type SignedPath, type Site } from './page-parts.ts'
import { otherPersonPage } from './plain-pages.ts'

/** Whose link it is, and whether they want that. */
export interface LinkPerson {
  readonly personId: PersonId
  readonly signsIn: boolean
}

/** The answer where the browser is not theirs, or nobody's yet. `path`: where they go on once they are signed in. */
export const refuseOthers = async (
  { store, clock, config }: Pick<ServiceContext, 'store' | 'clock' | 'config'>,
  site: Site,
  request: FastifyRequest<SignedPath>,
  { personId, signsIn }: LinkPerson,
  path: string,
): Promise<Instead | null> => {
  if (!signsIn || !config.site.isOn) return null
  const origin = findRequestOrigin(config, request)
  const visit = origin && (await readVisit(store, request, origin.isSecure, clock.now()))
  if (!visit?.signedIn) return { leadsTo: `/sign-in?next=${encodeURIComponent(path)}` }
  return visit.signedIn.account.personId === personId ? null : { status: 403, page: otherPersonPage(site) }
}

interface LedReply {
  readonly leadsTo: string
}

/** What is in place of a page that someone may not see. A reply itself is no value that can be waited for. */
export type Instead = PageReply | LedReply

export const sendInstead = (reply: FastifyReply, instead: Instead): FastifyReply =>
  'page' in instead ? sendPage(reply, instead.status, instead.page) : reply.redirect(instead.leadsTo, 303)
