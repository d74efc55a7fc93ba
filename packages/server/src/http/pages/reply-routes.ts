// /a/{signed}: the challenge as the person of the link sees it, and what they can do. GET shows, POST acts and leads on
// to a page that can be reloaded without sending anything again. Opening a page never changes anything.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  giveReply,
  openLink,
  renewLink,
  setBlock,
  type LinkedChallenge,
} from '../../features/challenges/link/reply.service.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mailsUrl, readChallengeLink, type ChallengeLink } from '../../mail/links.ts'
import type { Floor } from '../floor.ts'
import { challengePage, type PageContext } from './reply-page.ts'
import { basePath } from './document.ts'
import { readReplyForm, type FormProblem } from './form.ts'
import { refuseHaste } from './link-limits.ts'
import { sendPage, type PageParts, type PageReply, type SignedPath } from './page-parts.ts'
import { findRequestOrigin } from '../site/origin.ts'
import { readVisit } from '../site/visit.ts'
import { endedPage, foreignFormPage, otherPersonPage, renewedPage, unknownLinkPage } from './plain-pages.ts'

export const replyRoutes = (scope: FastifyInstance, floor: Floor, parts: PageParts): void => {
  const { store, keys, clock, config } = floor
  const { site, settings } = parts

  const open = async (
    text: string,
  ): Promise<{ link: ChallengeLink; linked: LinkedChallenge } | PageReply> => {
    const link = readChallengeLink(keys, text)
    const linked = link ? await openLink(store, link, clock.now()) : 'unknown'
    if (!link || linked === 'unknown') return { status: 404, page: unknownLinkPage(site) }
    return linked === 'ended' ? { status: 410, page: endedPage(site) } : { link, linked }
  }

  /**
   * Where someone wants their links to act for them alone, and the browser is not theirs. Without a site there is nowhere
   * to sign in, and links act as they always did.
   */
  const refuseOthers = async (
    request: FastifyRequest<SignedPath>,
    { signsIn, personId }: LinkedChallenge,
  ): Promise<'sign_in' | 'other_person' | null> => {
    if (!signsIn || !config.site.isOn) return null
    const origin = findRequestOrigin(config, request)
    const visit = origin && (await readVisit(store, request, origin.isSecure, clock.now()))
    if (!visit?.signedIn) return 'sign_in'
    return visit.signedIn.account.personId === personId ? null : 'other_person'
  }

  const sendAway = (
    reply: FastifyReply,
    signed: string,
    refused: 'sign_in' | 'other_person',
  ): FastifyReply =>
    refused === 'sign_in'
      ? reply.redirect(`/sign-in?next=${encodeURIComponent(pathOf(signed))}`, 303)
      : sendPage(reply, 403, otherPersonPage(site))

  const pathOf = (signed: string): string => `${basePath(site.baseUrl)}/a/${signed}`

  const show = (
    signed: string,
    linked: LinkedChallenge,
    status: number,
    said: { readonly banner?: PageContext['banner']; readonly problem?: FormProblem } = {},
  ): PageReply => {
    const mailsPath = mailsUrl(keys, basePath(site.baseUrl), linked.address, linked.personId, null)
    const shown = { site, mailsPath, path: pathOf(signed), now: clock.now(), banner: said.banner ?? null }
    return { status, page: challengePage(linked, shown, said.problem) }
  }

  const shows = (path: string, banner: PageContext['banner']): void => {
    scope.get<SignedPath>(path, async (request, reply) => {
      const opened = await open(request.params.signed)
      if ('page' in opened) return sendPage(reply, opened.status, opened.page)
      const refused = await refuseOthers(request, opened.linked)
      if (refused) return sendAway(reply, request.params.signed, refused)
      const tooMany = await refuseHaste(floor, site, reply, opened.linked.personId, 'read')
      if (tooMany) return sendPage(reply, tooMany.status, tooMany.page)
      const { status, page } = show(request.params.signed, opened.linked, 200, { banner })
      return sendPage(reply, status, page)
    })
  }
  shows('/a/:signed', null)
  shows('/a/:signed/done', 'done')

  /** Again as things stand now, with a word on why nothing was changed. */
  const showAgain = async (signed: string, banner: PageContext['banner']): Promise<PageReply> => {
    const opened = await open(signed)
    return 'page' in opened ? opened : show(signed, opened.linked, 409, { banner })
  }

  scope.post<SignedPath>('/a/:signed', async (request, reply) => {
    const { signed } = request.params
    const opened = await open(signed)
    if ('page' in opened) return sendPage(reply, opened.status, opened.page)
    const { link, linked } = opened
    const refused = await refuseOthers(request, linked)
    if (refused) return sendAway(reply, signed, refused)
    const tooMany = await refuseHaste(floor, site, reply, linked.personId, 'write')
    if (tooMany) return sendPage(reply, tooMany.status, tooMany.page)
    const read = readReplyForm(request.headers['content-type'], request.body)
    const done = `${pathOf(signed)}/done`
    switch (read.kind) {
      case 'foreign':
        return sendPage(reply, 400, foreignFormPage(site))
      case 'problem': {
        const { status, page } = show(signed, linked, 400, { problem: read.problem })
        return sendPage(reply, status, page)
      }
      case 'block':
        await store.write((tx) => setBlock(tx, link, read.blocks, clock.now()))
        return reply.redirect(done, 303)
      case 'renew':
        await store.write((tx) => renewLink(tx, link, clock.now()))
        return sendPage(reply, 200, renewedPage(site))
      case 'sound': {
        const answer = store.write((tx) => giveReply(tx, link, read.form, clock.now(), settings))
        const given = await answer.catch(asObjection)
        if (given === 'done' || given === 'repeated') return reply.redirect(done, 303)
        const { status, page } = await showAgain(signed, given)
        return sendPage(reply, status, page)
      }
    }
  })
}

/** What the rules say against it, in their own words; anything else is no answer. */
const asObjection = (error: unknown): { readonly objection: string } => {
  if (error instanceof Refusal && (error.code === 'conflict' || error.code === 'invalid_state')) {
    return { objection: error.message }
  }
  throw error
}
