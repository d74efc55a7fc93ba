// The way in for assistants: POST /mcp, behind the same checks as every endpoint. What it counts as stands in the body, so
// only the token is judged before that is read. The protocol itself is loaded when the first assistant comes.
import { endpoints } from '@challenge-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../kernel/refusal.ts'
import { admitIdentified, identify } from '../http/admit.ts'
import { readBody } from '../http/body.ts'
import { mountPreflights } from '../http/cors.ts'
import { sendWrongMethod } from '../http/error-reply.ts'
import type { ServiceContext } from '../../operations/context.ts'
import { readKey } from '../http/idempotency-key.ts'
import { compileInput } from '../../operations/input.ts'
import type { RawMembers } from '../../operations/prepare.ts'
import type { RawQuery } from '../../operations/query.ts'
import type { McpCall, McpParts } from './mcp-call.ts'
import { needsOfMessage, protocolNeeds } from './message.ts'

export const mountMcp = (app: FastifyInstance, parts: McpParts): void => {
  const { context } = parts
  const serving = once(async () => (await import('./serve-mcp.ts')).makeServing(parts))

  // A scope of its own: what goes wrong before a message was looked at is counted there.
  void app.register(async (scope) => {
    scope.setErrorHandler(async (error, request) => {
      await countUnread(context, request)
      throw error
    })
    scope.post(
      '/mcp',
      {
        onRequest: (request) => {
          request.sentContentType = request.headers['content-type']
          request.headers['content-type'] = undefined
          return identify(context, request)
        },
      },
      async (request, reply) => {
        const { call, message } = await admitMessage(context, request, reply)
        const serve = await serving()
        return serve(call, message)
      },
    )
  })
  // Neither revision keeps a stream or a session open here.
  for (const method of ['GET', 'DELETE']) {
    app.route({ method, url: '/mcp', handler: (_, reply) => sendWrongMethod(reply, 'POST') })
  }
  mountPreflights(app, ['/mcp'])
}

const admitMessage = async (
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly call: McpCall; readonly message: RawMembers }> => {
  const { caller } = request
  if (!caller) throw new Fault('an assistant was let in without a caller')
  const message = readBody(request.body as Buffer | undefined, {
    contentType: request.sentContentType,
    contentEncoding: request.headers['content-encoding'],
  })
  await admitIdentified(context, request, caller, needsOfMessage(message))
  const userEmail = readAddress(request.query as RawQuery)
  const key = readKey(request)
  return { call: { caller, userEmail, key, request, reply, refused: undefined }, message }
}

/** A message whose body cannot be read, or is too large, is a call as well. */
const countUnread = async (context: ServiceContext, request: FastifyRequest): Promise<void> => {
  const { caller, allowance } = request
  if (caller && !allowance) await admitIdentified(context, request, caller, protocolNeeds)
}

/** The URL takes what every endpoint takes, which is user_email alone. */
const readUrl = compileInput(endpoints.getDailyQuestion)

const readAddress = (query: RawQuery): string | undefined => readUrl({}, query, {}).userEmail

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}
