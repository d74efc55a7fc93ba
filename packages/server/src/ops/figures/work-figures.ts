// What is counted as it happens, beside calls: commits, attempts at deliveries, mails, refusals. These are rare beside
// calls, or dearer than what they cost here.
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Refusal } from '../../kernel/refusal.ts'
import type { MailState } from '../../mail/outbox/outbox.store.ts'
import type { Pressure } from '../overload.ts'

const SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600]
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const TRANSACTIONS = [1, 2, 4, 8, 16, 32, 64]

export class WorkFigures {
  readonly #attempts: Counter<'outcome'>
  readonly #lag: Histogram
  readonly #duration: Histogram
  readonly #transactions: Histogram
  readonly #commits: Histogram
  readonly #mails: Counter<'kind' | 'outcome'>
  readonly #refusals: Counter<'code' | 'reason'>
  readonly #shed: Counter<'pressure'>

  constructor(registry: Registry) {
    const registers = [registry]
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
    this.#transactions = new Histogram({
      name: 'challenge_service_commit_transactions',
      help: 'How many transactions were committed together.',
      buckets: TRANSACTIONS,
      registers,
    })
    this.#commits = new Histogram({
      name: 'challenge_service_commit_seconds',
      help: 'From the beginning of transactions that were committed together to the end of the commit.',
      buckets: COMMIT_SECONDS,
      registers,
    })
    this.#mails = new Counter({
      name: 'challenge_service_mails_total',
      help: 'Mails, by what came of an attempt to send them.',
      labelNames: ['kind', 'outcome'],
      registers,
    })
    this.#refusals = new Counter({
      name: 'challenge_service_refusals_total',
      help: 'Calls that were refused, by code and reason. Limits are rate_limited and quota_exceeded.',
      labelNames: ['code', 'reason'],
      registers,
    })
    this.#shed = new Counter({
      name: 'challenge_service_shed_total',
      help: 'Calls that were refused as overloaded, by what there was too much of.',
      labelNames: ['pressure'],
      registers,
    })
    for (const pressure of ['turn', 'calls', 'storage'] as const) this.#shed.inc({ pressure }, 0)
    for (const outcome of ['sent', 'failed', 'waiting'] as const) {
      for (const kind of ['notice', 'sign_in'] as const) this.#mails.inc({ kind, outcome }, 0)
    }
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

  committed(transactions: number, ms: number): void {
    this.#transactions.observe(transactions)
    this.#commits.observe(ms / 1000)
  }

  mailed(kind: 'notice' | 'sign_in', outcome: MailState): void {
    this.#mails.inc({ kind, outcome })
  }

  refused({ code, reason }: Refusal): void {
    this.#refusals.inc({ code, reason })
  }

  shed(pressure: Pressure): void {
    this.#shed.inc({ pressure })
  }
}
