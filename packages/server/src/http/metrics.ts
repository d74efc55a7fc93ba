// What the operator's monitoring reads: GET /metrics in Prometheus' format, on a port of its own, off unless set.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { readDepth } from '../features/webhooks/depth.store.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../log/log.ts'
import type { Reader } from '../store/store.ts'

const SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600]

export class Metrics {
  readonly registry = new Registry()
  readonly #attempts: Counter<'outcome'>
  readonly #lag: Histogram
  readonly #duration: Histogram

  constructor(reader: Reader, clock: Clock) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    this.#attempts = new Counter({
      name: 'challenge_service_webhook_attempts_total',
      help: 'Attempts at delivering, by what came of them.',
      labelNames: ['outcome'],
      registers,
    })
    this.#lag = new Histogram({
      name: 'challenge_service_webhook_lag_seconds',
      help: 'From the writing of an event to the first attempt at delivering it.',
      buckets: SECONDS,
      registers,
    })
    this.#duration = new Histogram({
      name: 'challenge_service_webhook_attempt_seconds',
      help: 'How long attempts took.',
      buckets: SECONDS,
      registers,
    })
    const depth = new Gauge({
      name: 'challenge_service_webhook_waiting',
      help: 'Deliveries that wait to be tried, or tried again.',
      registers,
      collect: async () => {
        const { waiting, oldestAt } = await readDepth(reader)
        depth.set(waiting)
        oldest.set(oldestAt === null ? 0 : Math.max(0, (clock.now() - oldestAt) / 1000))
      },
    })
    // Set together with the gauge before it.
    const oldest = new Gauge({
      name: 'challenge_service_webhook_oldest_waiting_seconds',
      help: 'How long the oldest delivery that was never tried has waited.',
      registers,
    })
  }

  attempted(
    { attempt, createdAt }: { readonly attempt: number; readonly createdAt: number },
    { outcome, ms }: { readonly outcome: string; readonly ms: number },
    at: number,
  ): void {
    this.#attempts.inc({ outcome })
    this.#duration.observe(ms / 1000)
    if (attempt === 1) this.#lag.observe(Math.max(0, at - ms - createdAt) / 1000)
  }
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

export const serveMetrics = async (
  { registry }: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
  log: Log,
): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        response.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
