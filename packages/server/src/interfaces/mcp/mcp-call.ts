// One message of an assistant, from its way in to its answer.
import type { ExtraArguments, Tool } from '@challenge-service/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../features/access/actor.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { ServiceContext } from '../../operations/context.ts'
import type { CallInProcess } from '../../operations/in-process-calls.ts'

export interface McpParts {
  readonly context: ServiceContext
  readonly callInProcess: CallInProcess
  /** Is told of every refusal. */
  readonly onRefused?: ((refusal: Refusal) => void) | undefined
}

export interface McpCall {
  readonly caller: Caller
  /** The acting person that the URL names. */
  readonly userEmail: string | undefined
  /** The Idempotency-Key, for what is not confirmed. */
  readonly key: string | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Set where the answer is one of HTTP after all, and not of the protocol. */
  refused: Refusal | undefined
}

/** Tells one way to call a tool from the others. */
export const keyOfWay = ({ name }: Pick<Tool, 'name'>, extra: ExtraArguments): string =>
  `${name} ${extra.actingPerson} ${extra.ofGroup} ${extra.confirmation}`

/** A group's token needs someone to act for. Whoever made a token by hand may let its bot confirm. */
export const extraArgumentsOf = ({
  caller,
  userEmail,
}: Pick<McpCall, 'caller' | 'userEmail'>): ExtraArguments => ({
  actingPerson: caller.group !== null && userEmail === undefined,
  ofGroup: caller.group !== null,
  confirmation: caller.client === null,
})
