// /a/{signed}: the challenge as the person of the link sees it, and everything that they can do. GET shows, POST acts and
// leads on to a page that can be reloaded without sending anything again. Opening a page never changes anything.
import { codes } from '@challenge-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  noteLinkUse,
  openLink,
  renewLink,
  setBlock,
  type LinkedChallenge,
} from '../../../../features/challenges/link/link.service.ts'
import { giveReply } from '../../../../features/challenges/play/reply.service.ts'
import { showTally } from '../../../../features/tally/shown-tally.ts'
import type { Html } from '../../../../kernel/html.ts'
import { Refusal } from '../../../../kernel/refusal.ts'
import { mailsUrl, readChallengeLink, type ChallengeLink } from '../../../../mail/links.ts'
import type { ServiceContext } from '../../../../operations/context.ts'
import type { RawQuery } from '../../../../operations/query.ts'
import { wordFor } from '../challenges/done-words.ts'
import { readPlay, type SentPlay } from '../challenges/sent-play.ts'
import type { FailedForm } from '../../engine/page.ts'
import { withWord, wordIn } from '../../parts/flash.ts'
import { makeFormKey, readFields } from '../../engine/sent-form.ts'
import { basePath } from './document.ts'
import { makeLinkCalls } from './link-calls.ts'
import { doOnceByLink } from './link-once.ts'
import { refuseHaste } from './link-limits.ts'
import { linkPage } from './link-page.ts'
import { refuseOthers, sendInstead, type Instead } from './own-links.ts'
import { sendPage, type PageParts, type PageReply, type SignedPath } from './page-parts.ts'
import { endedPage, foreignFormPage, renewedPage, unknownLinkPage } from './plain-pages.ts'

interface Opened {
  readonly link: ChallengeLink
  readonly linked: LinkedChallenge
}

export const linkRoutes = (scope: FastifyInstance, context: ServiceContext, parts: PageParts): void => {
  const { store, keys, clock } = context
  const { site, settings } = parts
  const callByLink = makeLinkCalls(context, settings)

  const open = async (link: ChallengeLink | undefined): Promise<Opened | PageReply> => {
    const linked = link ? await openLink(store, link, clock.now()) : 'unknown'
    if (!link || linked === 'unknown') return { status: 404, page: unknownLinkPage(site) }
    return linked === 'ended' ? { status: 410, page: endedPage(site) } : { link, linked }
  }

  const pathOf = (signed: string): string => `${basePath(site.baseUrl)}/a/${signed}`

  /** `before`: the tally entry that the older ones come before. */
  const show = async (
    signed: string,
    linked: LinkedChallenge,
    {
      did = null,
      failed,
      before,
    }: {
      readonly did?: string | null
      readonly failed?: FailedForm
      readonly before?: string | undefined
    } = {},
  ): Promise<Html> => {
    const now = clock.now()
    const tally = await showTally(store, linked, now, before)
    const mailsPath = mailsUrl(keys, basePath(site.baseUrl), linked.address, linked.personId, null)
    return linkPage(linked, { site, mailsPath, path: pathOf(signed), now, did, failed, tally })
  }

  /** The challenge for whoever may look, or what is sent instead. */
  const admit = async (
    request: FastifyRequest<SignedPath>,
    reply: FastifyReply,
    rateClass: 'read' | 'write',
  ): Promise<Opened | Instead> => {
    const { signed } = request.params
    const link = readChallengeLink(keys, signed)
    const tooMany = link && (await refuseHaste(context, site, reply, windowOf(link), rateClass))
    if (tooMany) return tooMany
    const opened = await open(link)
    if ('page' in opened) return opened
    return (await refuseOthers(context, site, request, opened.linked, pathOf(signed))) ?? opened
  }

  const shows = (path: string, isDone: boolean): void => {
    scope.get<SignedPath>(path, async (request, reply) => {
      const opened = await admit(request, reply, 'read')
      if (!('linked' in opened)) return sendInstead(reply, opened)
      const { values } = request.query as RawQuery
      const did = isDone ? (wordIn(values) ?? '') : null
      const before = values.get('before')
      return sendPage(reply, 200, await show(request.params.signed, opened.linked, { did, before }))
    })
  }
  shows('/a/:signed', false)
  shows('/a/:signed/done', true)

  scope.post<SignedPath>('/a/:signed', async (request, reply) => {
    const { signed } = request.params
    const opened = await admit(request, reply, 'write')
    if (!('linked' in opened)) return sendInstead(reply, opened)
    const { link, linked } = opened
    const path = pathOf(signed)
    const fields = readFields(request.headers['content-type'], request.body)
    if (!fields) return sendPage(reply, 400, foreignFormPage(site))
    try {
      const pressed = readPlay(fields)
      if (pressed.kind === 'call' && pressed.endpoint.creates) {
        const tooMany = await refuseHaste(context, site, reply, `by:${linked.personId}`, 'write')
        if (tooMany) return sendInstead(reply, tooMany)
      }
      const did = await play(link, pressed, makeFormKey(path, fields))
      if (did === 'foreign') return sendPage(reply, 400, foreignFormPage(site))
      return did === 'renewed'
        ? sendPage(reply, 200, renewedPage(site))
        : reply.redirect(withWord(`${path}/done`, wordFor(fields)), 303)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'not_found' || error.code === 'internal_error')
        throw error
      // What was refused undid its note of the use, and the person who pressed a button has seen the page all the same.
      await store.write((tx) => noteLinkUse(tx, link, clock.now()))
      const { status, page } = await showAgain(signed, error, fields)
      return sendPage(reply, status, page)
    }
  })

  const play = async (
    link: ChallengeLink,
    pressed: SentPlay,
    key: string,
  ): Promise<'done' | 'renewed' | 'foreign'> => {
    switch (pressed.kind) {
      case 'reply':
        await doOnceByLink(context, link, 'reply', key, (tx, { personId }, now) => {
          const { challengeId, party } = link
          return giveReply(tx, { challengeId, party, personId }, pressed.reply, now, settings)
        })
        return 'done'
      case 'call':
        await callByLink(link, pressed.endpoint, pressed, key)
        return 'done'
      case 'block':
        await doOnceByLink(context, link, 'block', key, (tx, owner, now) =>
          setBlock(tx, link, owner, pressed.blocks, now),
        )
        return 'done'
      case 'renew':
        await store.write((tx) => renewLink(tx, link, clock.now()))
        return 'renewed'
      case 'foreign':
        return 'foreign'
    }
  }

  /** As things stand now, with a word on why nothing was changed, and what was typed. */
  const showAgain = async (signed: string, error: Refusal, typed: URLSearchParams): Promise<PageReply> => {
    const opened = await open(readChallengeLink(keys, signed))
    if ('page' in opened) return opened
    const problems = error.details.fields ?? []
    const message = problems.length > 0 ? null : error.message
    const failed = { path: pathOf(signed), typed, problems, message }
    return { status: codes[error.code].status, page: await show(signed, opened.linked, { failed }) }
  }
}

/** Each link has its own, and those that were mailed after earlier ones were ended have another. */
const windowOf = ({ challengeId, party, number }: ChallengeLink): string =>
  `a:${challengeId}:${party}:${number}`
