// Sliding windows that all nodes share. Each node also counts what it admitted by itself: that is what holds while there
// is no Redis, and what is carried over when there is one again.
import type { Admission } from '../kernel/sliding-window.ts'
import type { RedisLink } from './redis-link.ts'
import type { Command } from './redis-connection.ts'
import { admitScript, carryScript } from './scripts.ts'
import type { SharedNames } from './shared-names.ts'
import type { HeldCall, Windows } from './windows.ts'

/** So that no command holds Redis up for long, whatever the limit is. */
const CARRIED_IN_ONE = 500

export class SharedWindows {
  readonly #link: RedisLink
  readonly #own: Windows
  readonly #names: SharedNames
  readonly #kind: string

  constructor(link: RedisLink, own: Windows, names: SharedNames, kind: string) {
    this.#link = link
    this.#own = own
    this.#names = names
    this.#kind = kind
    link.carryWith((after) => this.#carry(after))
  }

  admit(name: string): Admission | Promise<Admission> {
    const mark = this.#link.nextMark()
    return this.#ask(name, mark) ?? this.#admitAlone(name, mark)
  }

  /** Undefined where there is no Redis. */
  ask(name: string): Promise<Admission> | undefined {
    return this.#ask(name, this.#link.nextMark())
  }

  #ask(name: string, mark: number): Promise<Admission> | undefined {
    const { limit, spanMs } = this.#own.rule
    const key = this.#names.keyOf(this.#kind, name)
    const args = [String(limit), toMicroseconds(spanMs), this.#names.memberOf(mark)]
    return this.#link
      .ask(admitScript, key, args)
      ?.then((reply) =>
        reply === undefined
          ? this.#admitAlone(name, mark)
          : this.#note(name, mark, reply as readonly [number, number, number]),
      )
  }

  #note(
    name: string,
    mark: number,
    [admitted, remaining, wait]: readonly [number, number, number],
  ): Admission {
    if (admitted === 1) this.#own.count(name, mark)
    return { admitted: admitted === 1, limit: this.#own.rule.limit, remaining, waitMs: wait / 1000 }
  }

  #admitAlone(name: string, mark: number): Admission {
    this.#link.noteCountedAlone()
    return this.#own.admit(name, mark)
  }

  #carry(after: number): readonly Command[] {
    return this.#own.held().flatMap(({ name, calls }) => {
      const key = this.#names.keyOf(this.#kind, name)
      const newer = calls.filter(({ mark }) => mark > after)
      return inParts(newer).map((part) => ({ script: carryScript, key, args: this.#argsOf(part) }))
    })
  }

  #argsOf(calls: readonly HeldCall[]): readonly string[] {
    const pairs = calls.flatMap(({ mark, ageMs }) => [this.#names.memberOf(mark), toMicroseconds(ageMs)])
    return [toMicroseconds(this.#own.rule.spanMs), ...pairs]
  }
}

const inParts = (calls: readonly HeldCall[]): readonly (readonly HeldCall[])[] =>
  Array.from({ length: Math.ceil(calls.length / CARRIED_IN_ONE) }, (_, part) =>
    calls.slice(part * CARRIED_IN_ONE, (part + 1) * CARRIED_IN_ONE),
  )

const toMicroseconds = (ms: number): string => String(Math.floor(ms * 1000))
