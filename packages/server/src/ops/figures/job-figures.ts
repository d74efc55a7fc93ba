// How the jobs of this process fare, by name. The label is not `job`: Prometheus calls what it scrapes so.
import { Counter, Gauge, Summary, type Registry } from 'prom-client'

export class JobFigures {
  readonly #monotonic: () => number
  readonly #runs: Counter<'name' | 'outcome'>
  readonly #seconds: Summary<'name'>
  /** When each last succeeded; at first, when the process was started. */
  readonly #succeededAt = new Map<string, number>()

  constructor(registry: Registry, monotonic: () => number) {
    const registers = [registry]
    this.#monotonic = monotonic
    this.#runs = new Counter({
      name: 'challenge_service_job_runs_total',
      help: 'Runs of each job, by what came of them.',
      labelNames: ['name', 'outcome'],
      registers,
    })
    this.#seconds = new Summary({
      name: 'challenge_service_job_seconds',
      help: 'How long the runs of each job took.',
      labelNames: ['name'],
      percentiles: [],
      registers,
    })
    const succeededAt = this.#succeededAt
    const since = new Gauge({
      name: 'challenge_service_job_since_success_seconds',
      help: 'How long ago each job last succeeded, or the process was started.',
      labelNames: ['name'],
      registers: [],
      collect() {
        for (const [name, at] of succeededAt) this.set({ name }, (monotonic() - at) / 1000)
      },
    })
    registry.registerMetric(since)
  }

  /** Says which jobs there are, before they first run. */
  expect(names: readonly string[]): void {
    for (const name of names.map(labelOf)) {
      this.#succeededAt.set(name, this.#monotonic())
      for (const outcome of ['succeeded', 'failed']) this.#runs.inc({ name, outcome }, 0)
    }
  }

  ran(job: string, hasSucceeded: boolean, ms: number): void {
    const name = labelOf(job)
    this.#runs.inc({ name, outcome: hasSucceeded ? 'succeeded' : 'failed' })
    this.#seconds.observe({ name }, ms / 1000)
    if (hasSucceeded) this.#succeededAt.set(name, this.#monotonic())
  }
}

const labelOf = (job: string): string => job.replaceAll(' ', '_')
