// What a trace shows of this service: spans, which are pieces of work with a beginning and an end. Where the operator
// brings nothing that takes them, there is no tracer at all.

export type SpanAttributes = Readonly<Record<string, string | number | readonly string[]>>

export interface SpanOptions {
  readonly kind: 'server' | 'client'
  readonly attributes: SpanAttributes
  /** The caller's `traceparent`; null if the call belongs to no trace. */
  readonly parent?: string | null | undefined
}

export interface Span {
  /** For calls made on its behalf, in the form of W3C Trace Context. */
  readonly traceparent: string
  set(attributes: SpanAttributes): void
  /** `fault`: the kind of what went wrong, never its words. */
  end(fault?: string): void
  /** What is begun in `work`, or follows from it, is a part of this span. */
  run<T>(work: () => T): T
}

export interface Tracer {
  begin(name: string, options: SpanOptions): Span
}
