// What the operator's monitoring reads: GET /metrics in Prometheus' format, on a port of its own, off unless set.
// prom-client keeps what is rare, and what Node tells of itself; calls are counted in plain numbers (call-figures.ts).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Log } from '../log/log.ts'
import { CallFigures } from './figures/call-figures.ts'
import { addStateGauges, type StateParts } from './figures/state-gauges.ts'
import { JobFigures } from './figures/job-figures.ts'
import { WorkFigures } from './figures/work-figures.ts'

export class Metrics {
  readonly calls = new CallFigures()
  readonly #registry = new Registry()
  readonly work = new WorkFigures(this.#registry)
  readonly jobs: JobFigures
  #look: () => Promise<void> = async () => undefined

  constructor(monotonic: () => number) {
    this.jobs = new JobFigures(this.#registry, monotonic)
    collectDefaultMetrics({ register: this.#registry })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** From now on, what is so at the moment of asking is told too. */
  observe(parts: StateParts): void {
    this.#look = addStateGauges(this.#registry, parts)
  }

  serve(address: BindAddress, log: Log): Promise<MetricsServer> {
    return serveMetrics(this, address, log)
  }

  async render(): Promise<string> {
    await this.#look()
    return `${this.calls.render()}${await this.#registry.metrics()}`
  }
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

interface BindAddress {
  readonly host: string
  readonly port: number
}

const serveMetrics = async (
  metrics: Metrics,
  { host, port }: BindAddress,
  log: Log,
): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.render().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
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
  server.on('error', (error) => log.warn({ err: error }, 'the port of the metrics met an error'))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
