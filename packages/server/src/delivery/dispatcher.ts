// Sends what was taken: as many at once to a host as it has places, the rest behind them, in order. Nothing is
// begun that might not end within its lease.
import { limits } from '@challenge-service/contract'
import type { Clock } from '../kernel/clock.ts'
import type { AttemptResult, Sender } from './attempt.ts'
import type { Hosts } from './hosts.ts'
import { signatureHeaders } from './signature.ts'
import type { Finished, Task } from './task.ts'

const USER_AGENT = 'Challenge-Service-Webhooks/1'

export interface DispatcherParts {
  readonly hosts: Hosts
  readonly sender: Sender
  readonly clock: Clock
  readonly timeoutMs: number
  readonly onFinished: (finished: Finished) => void
}

export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #waiting = new Map<string, Task[]>()
  readonly #sending = new Map<string, number>()
  #underWay = 0
  #isStopping = false

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /** Taken and not finished yet. */
  get underWay(): number {
    return this.#underWay
  }

  send(tasks: readonly Task[]): void {
    const origins = new Set<string>()
    for (const task of tasks) {
      const { origin } = task.to
      this.#underWay += 1
      this.#parts.hosts.take(placeOf(task))
      const waiting = this.#waiting.get(origin)
      if (waiting) waiting.push(task)
      else this.#waiting.set(origin, [task])
      origins.add(origin)
    }
    for (const origin of origins) this.#begin(origin)
  }

  /** Begins nothing more: what waits for a place is handed back. */
  stop(): void {
    this.#isStopping = true
    for (const origin of this.#waiting.keys()) this.#begin(origin)
  }

  #begin(origin: string): void {
    const waiting = this.#waiting.get(origin)
    if (!waiting) return
    while (waiting.length > 0) {
      const sending = this.#sending.get(origin) ?? 0
      if (sending >= this.#parts.hosts.places(origin) && !this.#isStopping) return
      const task = waiting.shift()
      if (!task) break
      if (this.#isTooLate(task)) {
        this.#finish(task, null)
        continue
      }
      this.#sending.set(origin, sending + 1)
      this.#attempt(task)
    }
    this.#waiting.delete(origin)
  }

  #isTooLate({ lease }: Task): boolean {
    return this.#isStopping || this.#parts.clock.now() + this.#parts.timeoutMs > lease.until
  }

  #attempt(task: Task): void {
    const body = Buffer.from(task.body)
    const headers = headersOf(task, body, this.#parts.clock.now())
    this.#parts.sender.send({ url: task.to.target, headers, body }, (result) => this.#end(task, result))
  }

  #end(task: Task, result: AttemptResult): void {
    const { origin } = task.to
    this.#parts.hosts.learn(origin, { answered: result.status !== null, ms: result.ms })
    const sending = (this.#sending.get(origin) ?? 1) - 1
    if (sending === 0) this.#sending.delete(origin)
    else this.#sending.set(origin, sending)
    this.#finish(task, result)
    this.#begin(origin)
  }

  #finish(task: Task, result: AttemptResult | null): void {
    this.#underWay -= 1
    this.#parts.hosts.release(placeOf(task))
    this.#parts.onFinished({ task, result, at: this.#parts.clock.now() })
  }
}

const placeOf = ({ to, feedId }: Task) => ({ origin: to.origin, ownerId: feedId })

/** In a row, and not as an object: making one, and going through it again, takes as long as signing. */
const headersOf = (task: Task, body: Buffer, now: number): string[] => {
  const { eventId, type, id, attempt } = task
  const { keys, old } = task.to
  const signers = old && now < old.until ? [keys, old.keys] : [keys]
  return [
    'content-type',
    'application/json',
    'user-agent',
    USER_AGENT,
    'x-svc-event',
    type,
    'x-svc-delivery',
    id,
    'x-svc-attempt',
    String(Math.min(attempt, limits.deliveryAttempts)),
    ...signatureHeaders(signers, { eventId, body }, now),
  ]
}
