// Traces, through the API of OpenTelemetry alone: the SDK that takes them is the operator's, loaded before this program.
// The one place that knows the API.
import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanContext,
  type TracerProvider,
} from '@opentelemetry/api'
import type { Span, SpanOptions, Tracer } from '../kernel/tracing.ts'

const NAME = 'challenge-service'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Undefined where no SDK is registered: then nothing is begun, and nothing costs anything. */
export const openTracer = (version: string): Tracer | undefined => {
  const tracer = findTracer(trace.getTracerProvider(), version)
  return tracer && { begin: (name, options) => beginSpan(tracer, name, options) }
}

/** What the API puts in front of the provider of an SDK, be it there yet or not. */
interface Delegating {
  getDelegateTracer(name: string, version: string): ReturnType<TracerProvider['getTracer']> | undefined
}

/** What the API itself gives without an SDK takes spans too, and throws them away. */
const findTracer = (provider: TracerProvider, version: string) =>
  'getDelegateTracer' in provider
    ? (provider as Delegating).getDelegateTracer(NAME, version)
    : provider.getTracer(NAME, version)

const beginSpan = (
  tracer: ReturnType<TracerProvider['getTracer']>,
  name: string,
  { kind, attributes, parent }: SpanOptions,
): Span => {
  const around = findParent(parent)
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes: copied(attributes) }, around)
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (more) => void span.setAttributes(copied(more)),
    end: (fault) => {
      if (fault !== undefined) {
        span.setAttribute('error.type', fault)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
    run: (work) => context.with(trace.setSpan(around, span), work),
  }
}

const copied = (attributes: SpanOptions['attributes']): Record<string, string | number | string[]> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? value : [...value],
    ]),
  )

const findParent = (parent: string | null | undefined): Context => {
  if (parent === null) return ROOT_CONTEXT
  const remote = parent === undefined ? undefined : readTraceparent(parent)
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : context.active()
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

const readTraceparent = (text: string): SpanContext | undefined => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  // Of the flags only the first is known: whether the caller keeps the trace.
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
