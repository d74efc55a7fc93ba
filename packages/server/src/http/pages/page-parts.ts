// What every page is made with, and how it leaves.
import type { FastifyReply } from 'fastify'
import type { ChallengeSettings } from '../../features/challenges/challenge.service.ts'
import type { Html } from '../../kernel/html.ts'

export interface PageParts {
  readonly settings: ChallengeSettings
  /** Where the outside reaches us: never taken from a request. */
  readonly baseUrl: string
}

export const sendPage = (reply: FastifyReply, status: number, page: Html): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page.text)
