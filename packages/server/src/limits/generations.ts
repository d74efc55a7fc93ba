// What is known by name, for as long as someone asks for it: what nobody asked for through a whole span is forgotten.

export class Generations<Value> {
  readonly #spanMs: number
  readonly #mostNames: number
  // Two generations, each at least one span long unless there are too many names.
  #current = new Map<string, Value>()
  #previous = new Map<string, Value>()
  #turnedAt: number

  /** Of more names at once than `mostNames`, those that were silent for longest are forgotten. */
  constructor(spanMs: number, now: number, mostNames: number) {
    this.#spanMs = spanMs
    this.#mostNames = mostNames
    this.#turnedAt = now
  }

  find(name: string, now: number): Value | undefined {
    if (now - this.#turnedAt >= this.#spanMs || this.#current.size >= this.#mostNames / 2) this.#turn(now)
    const value = this.#current.get(name)
    if (value !== undefined) return value
    const older = this.#previous.get(name)
    return older === undefined ? undefined : this.put(name, older)
  }

  put(name: string, value: Value): Value {
    this.#current.set(name, value)
    return value
  }

  /** Each once: what was found again is in both. */
  *all(): Iterable<readonly [name: string, value: Value]> {
    for (const one of this.#previous) if (!this.#current.has(one[0])) yield one
    yield* this.#current
  }

  #turn(now: number): void {
    this.#previous = this.#current
    this.#current = new Map()
    this.#turnedAt = now
  }
}
