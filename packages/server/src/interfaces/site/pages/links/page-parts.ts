// What every page is made with, and how it leaves.
import type { FastifyReply } from 'fastify'
import type { ChallengeSettings } from '../../../../features/challenges/rules/life.rules.ts'
import type { Html } from '../../../../kernel/html.ts'

/** What a page says of the service that it belongs to. */
export interface Site {
  /** Where the outside reaches us: never taken from a request. */
  readonly baseUrl: string
  readonly name: string
  /** Whom to ask; null where the operator named nobody. */
  readonly contact: string | null
  readonly timeZone: string
  readonly imprintUrl: string | null
  readonly privacyUrl: string | null
  /** Where whoever was challenged or added to a group can open an account; null where they cannot. */
  readonly signInPath: string | null
}

export interface PageParts {
  readonly settings: ChallengeSettings
  readonly site: Site
}

export const sendPage = (reply: FastifyReply, status: number, page: Html): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page.text)

export interface SignedPath {
  readonly Params: { readonly signed: string }
}

/** A page and its status. */
export interface PageReply {
  readonly status: number
  readonly page: Html
}
