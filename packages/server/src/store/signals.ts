// Wake-ups: what waits for a topic is woken when a transaction that signalled it has committed. A wake-up is only a
// hint: one may come for nothing, or be lost with a connection, so a waiter also looks by itself now and then.
// Wait first, then look: what is signalled before someone waits wakes nobody.

export class Signals {
  readonly #waiting = new Map<string, Set<() => void>>()

  raise(topics: Iterable<string>): void {
    for (const topic of topics) {
      for (const wake of this.#waiting.get(topic) ?? []) wake()
    }
  }

  /** Wakes everyone: of what was signalled meanwhile nothing is known. */
  raiseAll(): void {
    this.raise([...this.#waiting.keys()])
  }

  /** Resolves at the next signal, after `timeoutMs`, or when `abort` says so; never rejects. */
  wait(topic: string, timeoutMs: number, abort: AbortSignal): Promise<void> {
    if (abort.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(topic) ?? new Set()
      this.#waiting.set(topic, waiting)
      const timer = setTimeout(() => wake(), timeoutMs)
      const wake = (): void => {
        clearTimeout(timer)
        abort.removeEventListener('abort', wake)
        waiting.delete(wake)
        if (waiting.size === 0 && this.#waiting.get(topic) === waiting) this.#waiting.delete(topic)
        resolve()
      }
      waiting.add(wake)
      abort.addEventListener('abort', wake)
    })
  }
}
