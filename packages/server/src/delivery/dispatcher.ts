// Sends what was taken: as many at once to a host as it has places, the rest behind them, in order. Nothing is
// begun that might not end within its lease.
import { limits } from '@challenge-service/contract'
import type { Clock } from '../kernel/clock.ts'
import type { AttemptResult, Sender } from './attempt.ts'
import type { Hosts } from './hosts.ts'
import { signatureHeaders } from './signature.ts'
import type { Finished, Task } from './task.ts'

/** Runs that are remembered to be over: many more than those of which something can still be in memory. */
const KEPT_ENDED = 10_000

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
  readonly #channels = new Map<string, Channel>()
  readonly #ended = new Set<string>()
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
    const touched = new Set<Channel>()
    for (const task of tasks) {
      this.#underWay += 1
      this.#parts.hosts.take(placeOf(task))
      const channel = this.#channelTo(task.to.origin)
      channel.waiting.push(task)
      touched.add(channel)
    }
    for (const channel of touched) this.#begin(channel)
  }

  /** Of this run nothing more leaves, what waits for a place or a connection included: it is handed back. */
  endRun(run: Run): void {
    this.#ended.add(keyOf(run))
    const [oldest] = this.#ended
    if (oldest !== undefined && this.#ended.size > KEPT_ENDED) this.#ended.delete(oldest)
  }

  /** It was not the end after all. */
  resumeRun(run: Run): void {
    this.#ended.delete(keyOf(run))
  }

  /** Begins nothing more: what waits for a place is handed back. */
  stop(): void {
    this.#isStopping = true
    for (const channel of this.#channels.values()) this.#begin(channel)
  }

  #channelTo(origin: string): Channel {
    const known = this.#channels.get(origin)
    if (known) return known
    const channel = { origin, waiting: [], sending: 0 }
    this.#channels.set(origin, channel)
    return channel
  }

  #begin(channel: Channel): void {
    const { origin, waiting } = channel
    while (waiting.length > 0) {
      if (channel.sending >= this.#parts.hosts.places(origin) && !this.#isStopping) return
      const task = waiting.shift()
      if (!task) break
      if (this.#isTooLate(task) || this.#hasEnded(task)) {
        this.#finish(task, null)
        continue
      }
      channel.sending += 1
      this.#attempt(task, channel)
    }
    if (channel.sending === 0) this.#channels.delete(origin)
  }

  #isTooLate({ lease }: Task): boolean {
    return this.#isStopping || this.#parts.clock.now() + this.#parts.timeoutMs > lease.until
  }

  #attempt(task: Task, channel: Channel): void {
    const body = Buffer.from(task.body)
    const headers = headersOf(task, body, this.#parts.clock.now())
    this.#parts.sender.send(
      { url: task.to.target, headers, body },
      (result) => this.#end(task, channel, result),
      { isGiven: () => !this.#hasEnded(task), onWithheld: () => this.#withhold(task, channel) },
    )
  }

  #hasEnded(task: Task): boolean {
    return this.#ended.size > 0 && this.#ended.has(keyOf(task))
  }

  #withhold(task: Task, channel: Channel): void {
    channel.sending -= 1
    this.#finish(task, null)
    this.#begin(channel)
  }

  #end(task: Task, channel: Channel, result: AttemptResult): void {
    // At once, and not when it is settled: what is in memory by then would be hundreds.
    if (result.outcome === 'gone') this.endRun(task)
    this.#parts.hosts.learn(channel.origin, { answered: result.status !== null, ms: result.ms })
    channel.sending -= 1
    this.#finish(task, result)
    this.#begin(channel)
  }

  #finish(task: Task, result: AttemptResult | null): void {
    this.#underWay -= 1
    this.#parts.hosts.release(placeOf(task))
    this.#parts.onFinished({ task, result, at: this.#parts.clock.now() })
  }
}

type Run = Pick<Task, 'webhookId' | 'run'>

const keyOf = ({ webhookId, run }: Run): string => `${webhookId} ${run}`

/** What goes to one host. */
interface Channel {
  readonly origin: string
  readonly waiting: Task[]
  sending: number
}

const placeOf = ({ to, feedId }: Task) => ({ origin: to.origin, ownerId: feedId })

/** In a row, and not as an object: making one, and going through it again, takes as long as signing. */
const headersOf = (task: Task, body: Buffer, now: number): string[] => {
  const { eventId, type, id, attempt } = task
  const { keys, old } = task.to
  const signers = old && now < old.until ? [keys, old.keys] : [keys]
  const headers = [
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
  ]
  headers.push(...signatureHeaders(signers, { eventId, body }, now))
  return headers
}
