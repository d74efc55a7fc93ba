// /a/{signed}: the challenge as the person of the link sees it, and their answer. GET shows, POST answers and
// leads on to a page that can be reloaded without sending anything again.
import type { FastifyInstance } from 'fastify'
import { findAsked, giveAnswer, type Asked } from '../../features/challenges/answer.service.ts'
import type { Html } from '../../kernel/html.ts'
import { readAnswerLink, stopUrl, type AnswerLink } from '../../mail/links.ts'
import type { Floor } from '../floor.ts'
import { answeredPage, askingPage, type Shown } from './answer-page.ts'
import { basePath } from './document.ts'
import { readAnswerForm, type FormProblem } from './form.ts'
import { sendPage, type PageParts } from './page-parts.ts'
import { foreignFormPage, lapsedPage, unknownLinkPage } from './plain-pages.ts'

interface Signed {
  readonly Params: { readonly signed: string }
}

interface Answered {
  readonly status: number
  readonly page: Html
}

export const answerRoutes = (scope: FastifyInstance, floor: Floor, parts: PageParts): void => {
  const { store, keys, clock } = floor
  const { baseUrl, settings } = parts

  /** The link if it is still good, or the page that says why it is not. */
  const openLink = (text: string, now: number): AnswerLink | Answered => {
    const link = readAnswerLink(keys, text)
    if (!link) return { status: 404, page: unknownLinkPage(baseUrl) }
    return now < link.by ? link : { status: 410, page: lapsedPage(baseUrl) }
  }

  const show = async (
    link: AnswerLink,
    now: number,
    compose: (asked: Asked, shown: Shown) => Answered,
  ): Promise<Answered> => {
    const asked = await findAsked(store, link, now)
    if (!asked) return { status: 404, page: unknownLinkPage(baseUrl) }
    const stop = stopUrl(keys, basePath(baseUrl), asked.address)
    return compose(asked, { baseUrl, stage: link.stage, by: link.by, now, stopPath: stop })
  }

  const asking =
    (problem?: FormProblem) =>
    (asked: Asked, shown: Shown): Answered =>
      asked.isOpen
        ? { status: problem ? 400 : 200, page: askingPage(asked, shown, problem) }
        : { status: 410, page: answeredPage(asked, shown, 'used') }

  scope.get<Signed>('/a/:signed', async (request, reply) => {
    const now = clock.now()
    const link = openLink(request.params.signed, now)
    const { status, page } = 'page' in link ? link : await show(link, now, asking())
    return sendPage(reply, status, page)
  })

  scope.get<Signed>('/a/:signed/done', async (request, reply) => {
    const now = clock.now()
    const link = openLink(request.params.signed, now)
    const { status, page } =
      'page' in link
        ? link
        : await show(link, now, (asked, shown) => ({ status: 200, page: answeredPage(asked, shown, 'done') }))
    return sendPage(reply, status, page)
  })

  scope.post<Signed>('/a/:signed', async (request, reply) => {
    const { signed } = request.params
    const now = clock.now()
    const link = openLink(signed, now)
    if ('page' in link) return sendPage(reply, link.status, link.page)
    const read = readAnswerForm(request.headers['content-type'], request.body)
    if (read.kind === 'foreign') return sendPage(reply, 400, foreignFormPage(baseUrl))
    if (read.kind === 'problem') {
      const { status, page } = await show(link, now, asking(read.problem))
      return sendPage(reply, status, page)
    }
    const given = await store.write((tx) => giveAnswer(tx, link, read.form, clock.now(), settings))
    if (given !== 'late') return reply.redirect(`${basePath(baseUrl)}/a/${signed}/done`, 303)
    const late = await show(link, now, (asked, shown) => ({
      status: 409,
      page: answeredPage(asked, shown, 'late'),
    }))
    return sendPage(reply, late.status, late.page)
  })
}
