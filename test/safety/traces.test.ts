// Traces with a real SDK: one span a call, a transaction and a delivery, with nothing in them that a caller typed; and
// nothing at all where the operator brings no SDK.
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { engines } from '../support/engine.ts'
import { challenge, person } from '../support/people.ts'
import { openReceivers, receivers } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`

describe.each(engines)('traces, on %s', (engine) => {
  let service: TestService
  const exporter = new InMemorySpanExporter()
  const { keep, close } = openReceivers()
  beforeEach(() => {
    exporter.reset()
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    )
  })
  afterEach(async () => {
    await close()
    await service.stop()
    trace.disable()
    context.disable()
  })

  const spans = (name: string): readonly ReadableSpan[] =>
    exporter.getFinishedSpans().filter((span) => span.name === name)
  /** A span ends after its call was answered. */
  const untilSpan = async (name: string): Promise<ReadableSpan> => {
    await vi.waitUntil(() => spans(name).length > 0, { timeout: 10_000 })
    const [span] = spans(name)
    if (!span) throw new Error('there is no such span')
    return span
  }

  it('a call is a span named by its route, and its transaction a part of it', async () => {
    service = await startTestService(engine)
    const ana = await person(service)
    const { token } = await service.token(await service.account())
    await service.call('GET', '/v1/me?user_email=secret%40typed.example', { token })
    await challenge(ana, await person(service))
    const span = await untilSpan('POST /v1/challenges')
    expect(span.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.header.x-request-id': [expect.stringMatching(/^req_/)],
      'http.response.status_code': 201,
      'http.route': '/v1/challenges',
      'url.scheme': 'http',
    })
    const parts = spans('transaction').filter(
      ({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId,
    )
    expect(parts).toHaveLength(1)
    expect(parts[0]?.attributes).toEqual({
      'db.system.name': engine === 'sqlite' ? 'sqlite' : 'postgresql',
    })
    await untilSpan('GET /v1/me')
    const told = JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes]))
    for (const secret of [token, ana.email, 'typed.example', 'user_email']) expect(told).not.toContain(secret)
  })

  it('an unknown path, a refusal and a fault are told by their status alone', async () => {
    service = await startTestService(engine)
    await service.call('GET', '/nothing/here?x=secret')
    const unknown = await untilSpan('GET')
    expect(unknown.attributes['http.response.status_code']).toBe(404)
    expect(JSON.stringify(unknown.attributes)).not.toContain('nothing')
    const { token } = await service.token(await service.account())
    await service.call('POST', '/v1/probes/break', { token, body: {} })
    const broken = await untilSpan('POST /v1/probes/break')
    expect(broken.attributes['error.type']).toBe('500')
    expect(broken.status).toEqual({ code: 2 })
    expect(broken.events).toEqual([])
  })

  it.each([
    ['is honoured from a proxy that is trusted', '127.0.0.0/8', PARENT, true],
    ['is ignored from anyone else', '192.0.2.0/24', PARENT, false],
    ['is ignored where it is none', '127.0.0.0/8', '00-zz-b7ad6b7169203331-01', false],
  ])('a traceparent %s', async (_, trusted, traceparent, isHonoured) => {
    service = await startTestService(engine, { TRUST_PROXY: trusted })
    await service.call('GET', '/healthz', { headers: { traceparent, tracestate: 'a=b' } })
    const span = await untilSpan('GET /healthz')
    expect(span.spanContext().traceId === TRACE).toBe(isHonoured)
    expect(span.parentSpanContext?.traceId).toBe(isHonoured ? TRACE : undefined)
  })

  it('a delivery is a trace of its own, and carries a traceparent and no tracestate', async () => {
    service = await startTestService(engine, { ...loopbackAllowed, TRUST_PROXY: '127.0.0.1' })
    const receiver = await keep(receivers.healthy())
    const ana = await person(service)
    await subscribe(ana, receiver)
    await challenge(ana, await person(service))
    await service.runDue()
    const delivery = await untilSpan('POST')
    const { traceId, spanId } = delivery.spanContext()
    const [sent] = receiver.requests
    expect(sent?.headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`)
    expect(sent?.headers).not.toHaveProperty('tracestate')
    expect(delivery.parentSpanContext).toBeUndefined()
    expect(delivery.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'challenge_service.webhook.id': expect.stringMatching(/^whk_/) as string,
      'challenge_service.delivery.id': expect.stringMatching(/^dlv_/) as string,
      'challenge_service.delivery.attempt': 1,
    })
    const others = exporter.getFinishedSpans().filter((span) => span !== delivery)
    expect(others.every((span) => span.spanContext().traceId !== traceId)).toBe(true)
  })

  it('without an SDK deliveries carry none', async () => {
    trace.disable()
    context.disable()
    service = await startTestService(engine, loopbackAllowed)
    const receiver = await keep(receivers.healthy())
    const ana = await person(service)
    await subscribe(ana, receiver)
    await challenge(ana, await person(service))
    await service.runDue()
    expect(receiver.requests[0]?.headers).not.toHaveProperty('traceparent')
    expect(exporter.getFinishedSpans()).toEqual([])
  })
})
