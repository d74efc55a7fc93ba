// /stop/{signed}: no more mails to an address. A mail program may send the same POST by itself (RFC 8058), so
// whatever body comes with it is the one wish that the link stands for.
import type { FastifyInstance } from 'fastify'
import { readStopLink } from '../../mail/links.ts'
import { stopMails } from '../../mail/stops.store.ts'
import type { Floor } from '../floor.ts'
import { sendPage, type PageParts } from './page-parts.ts'
import { stoppedPage, stopPage, unknownLinkPage } from './plain-pages.ts'

interface Signed {
  readonly Params: { readonly signed: string }
}

export const stopRoutes = (
  scope: FastifyInstance,
  { store, keys, clock }: Floor,
  { baseUrl }: PageParts,
): void => {
  scope.get<Signed>('/stop/:signed', (request, reply) => {
    const known = readStopLink(keys, request.params.signed) !== undefined
    return known ? sendPage(reply, 200, stopPage(baseUrl)) : sendPage(reply, 404, unknownLinkPage(baseUrl))
  })

  scope.post<Signed>('/stop/:signed', async (request, reply) => {
    const hash = readStopLink(keys, request.params.signed)
    if (hash === undefined) return sendPage(reply, 404, unknownLinkPage(baseUrl))
    await store.write((tx) => stopMails(tx, hash, clock.now()))
    return sendPage(reply, 200, stoppedPage(baseUrl))
  })
}
