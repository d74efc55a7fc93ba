// Mounts every endpoint of a table, each with the route that answers it, and refuses to start where one lacks.
import type { Endpoint } from '@challenge-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../features/access/actor.ts'
import type { Route } from '../../features/route.ts'
import { Fault, invalidFields } from '../../kernel/refusal.ts'
import { resolveActor } from '../../operations/acting-person.ts'
import { admit, needsOf } from '../http/admit.ts'
import { mountPreflights } from '../http/cors.ts'
import { readBody } from '../http/body.ts'
import type { ServiceContext } from '../../operations/context.ts'
import { writeHead, sendJson } from '../http/head.ts'
import { readKey } from '../http/idempotency-key.ts'
import { compileInput, type Input } from '../../operations/input.ts'
import {
  performer,
  type AdmittedCall,
  type CallResponse,
  type PersonalRoute,
} from '../../operations/perform.ts'
import type { RawMembers } from '../../operations/prepare.ts'
import type { RawQuery } from '../../operations/query.ts'
import { findSerializer } from '../../operations/serializers.ts'
import { lastEventId, sendStream, wantsStream } from '../http/stream.ts'
import { makeWaits, type Waits } from '../http/waits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token is known. */
    caller: Caller | null
    /** The header as it was sent; Fastify is shown none, since an empty body is fine whatever it says. */
    sentContentType: string | undefined
  }
}

export const mount = (
  app: FastifyInstance,
  context: ServiceContext,
  table: readonly Endpoint[],
  routes: readonly Route[],
): void => {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]))
  for (const endpoint of table) {
    const route = byEndpoint.get(endpoint)
    if (!route) {
      const call = `${endpoint.method} ${endpoint.path}`
      throw new Fault(`nothing answers ${call}: add it to the routes of its slice, in *.routes.ts`)
    }
    mountEndpoint(app, context, route)
    byEndpoint.delete(endpoint)
  }
  const [stray] = byEndpoint.keys()
  if (stray) {
    throw new Fault(`${stray.method} ${stray.path} is answered, but not in the table: add it to endpoints.ts`)
  }
  mountPreflights(app, table.map(toUrl))
}

/** The path as the router has it. */
const toUrl = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ':$1')

const mountEndpoint = (app: FastifyInstance, context: ServiceContext, route: Route): void => {
  const { endpoint } = route
  const readInput = compileInput(endpoint)
  const needs = needsOf(endpoint)
  const respond = route.kind === 'token' ? respondToToken(context, route) : respondToPerson(context, route)

  app.route({
    method: endpoint.method,
    url: toUrl(endpoint),
    onRequest: (request) => {
      request.sentContentType = request.headers['content-type']
      // Not deleted: what something was deleted from is slow from then on.
      if (request.sentContentType !== undefined) request.headers['content-type'] = undefined
      return admit(context, needs, request)
    },
    handler: async (request, reply) => {
      const { caller } = request
      if (!caller) throw new Fault('an endpoint was reached without a caller')
      const sentBody = readBody(request.body as Buffer | undefined, {
        contentType: request.sentContentType,
        contentEncoding: request.headers['content-encoding'],
      })
      const input = readInput(request.params as RawMembers, request.query as RawQuery, sentBody)
      await respond({ caller, input, sentBody, request, reply })
    },
  })
}

/** A call whose token, rate, rights and shape are in order. */
interface CheckedCall {
  readonly caller: Caller
  readonly input: Input
  readonly sentBody: RawMembers
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Respond = (call: CheckedCall) => Promise<void>

const respondToToken = (context: ServiceContext, route: Extract<Route, { kind: 'token' }>): Respond => {
  const serialize = findSerializer(route.endpoint.result)
  return async ({ caller, input, reply }) => {
    // It needs no acting person, but the token must be allowed to act for one that is named.
    if (input.userEmail !== undefined) await resolveActor(context.store, caller, input.userEmail)
    send(context, reply, { status: 200, data: serialize(route.answer(caller)) })
  }
}

const respondToPerson = (context: ServiceContext, route: PersonalRoute): Respond => {
  const { endpoint } = route
  const perform = performer(context, route)
  return async ({ caller, input, sentBody, request, reply }) => {
    const key = endpoint.method === 'POST' ? readKey(request) : undefined
    const resolved = resolveActor(context.store, caller, input.userEmail)
    const actor = resolved instanceof Promise ? await resolved : resolved
    if (route.kind !== 'list') {
      send(context, reply, await perform({ actor, input, sentBody, key, live: waitsForNothing }))
      return
    }
    const waits = makeWaits(context, endpoint, request, reply, caller, input.userEmail)
    try {
      if (route.stream && wantsStream(request)) {
        await streamAnswer(context, route.stream, request, reply, { actor, input }, waits)
      } else {
        send(context, reply, await perform({ actor, input, sentBody, key, live: waits.live }))
      }
    } finally {
      waits.close()
    }
  }
}

const waitsForNothing = (): never => {
  throw new Fault('only a list can wait')
}

type Stream = NonNullable<Extract<Route, { kind: 'list' }>['stream']>

const streamAnswer = async (
  context: ServiceContext,
  stream: Stream,
  request: FastifyRequest,
  reply: FastifyReply,
  { actor, input }: Pick<AdmittedCall, 'actor' | 'input'>,
  { live, over }: Waits,
): Promise<void> => {
  const misplaced = ['cursor', 'limit', 'order', 'wait'].filter(
    (name) => name in { ...input.paging, ...input.filters },
  )
  if (misplaced.length > 0) {
    throw invalidFields(misplaced.map((field) => ({ field, message: 'has no meaning in a stream' })))
  }
  const call = {
    actor,
    input: input.members as never,
    now: context.clock.now(),
    live,
    lastEventId: lastEventId(request),
  }
  const items = await stream(context.store, call)
  await sendStream(reply, items, over, context)
}

const send = ({ live }: ServiceContext, reply: FastifyReply, response: CallResponse): void => {
  const { request } = reply
  const head = writeHead(request)
  if (response.replayed) head['idempotency-replayed'] = 'true'
  if (response.quotaRemaining !== undefined) head['x-quota-remaining'] = response.quotaRemaining
  // Also on the answer to a call that came before: its connection must not wait for another.
  if (live.stopped) head['connection'] = 'close'
  const nextCursor =
    response.nextCursor === undefined ? '' : `"next_cursor":${JSON.stringify(response.nextCursor)},`
  sendJson(
    reply,
    response.status,
    head,
    `{"data":${response.data},${nextCursor}"request_id":"${request.id}"}`,
  )
}
