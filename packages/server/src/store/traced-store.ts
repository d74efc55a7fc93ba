// A store whose transactions are spans, from the moment that one is asked for to its end.
import type { Tracer } from '../kernel/tracing.ts'
import type { Store } from './store.ts'

export const traceStore = (store: Store, tracer: Tracer, system: 'sqlite' | 'postgresql'): Store => ({
  dialect: store.dialect,
  all: (statement, ...params) => store.all(statement, ...params),
  first: (statement, ...params) => store.first(statement, ...params),
  write: async (body) => {
    const span = tracer.begin('transaction', { kind: 'client', attributes: { 'db.system.name': system } })
    try {
      const value = await store.write(body)
      span.end()
      return value
    } catch (error) {
      span.end(error instanceof Error ? error.name : typeof error)
      throw error
    }
  },
  probe: (now) => store.probe(now),
  listUnsafeSettings: () => store.listUnsafeSettings(),
  get waitingWrites() {
    return store.waitingWrites
  },
  get waitingReads() {
    return store.waitingReads
  },
  get pool() {
    return store.pool
  },
  waitFor: (topic, timeoutMs, abort) => store.waitFor(topic, timeoutMs, abort),
  close: () => store.close(),
})
