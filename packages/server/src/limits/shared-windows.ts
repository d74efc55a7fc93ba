// Sliding windows that all nodes share. Each node also counts what it admitted by itself: that is what holds while there
// is no Redis, and what is carried over when there is one again.
import type { Admission } from '../kernel/sliding-window.ts'
import { Generations } from './generations.ts'
import type { RedisLink } from './redis-link.ts'
import type { Command } from './redis-connection.ts'
import { readAdmission, type SharedAdmission } from './replies.ts'
import { admitScript, carryScript } from './scripts.ts'
import { admitShare, type Said } from './share.ts'
import type { SharedNames } from './shared-names.ts'
import type { HeldCall, Windows } from './windows.ts'

/** So that no command holds Redis up for long, whatever the limit is. */
const CARRIED_IN_ONE = 500
/** Redis counts a call somewhat earlier than this node hears of it, and may forget it as much earlier. */
const SLACK_MS = 5_000

export class SharedWindows {
  readonly #link: RedisLink
  readonly #own: Windows
  readonly #said: Generations<Said>
  readonly #names: SharedNames
  readonly #kind: string

  constructor(link: RedisLink, own: Windows, names: SharedNames, kind: string) {
    this.#link = link
    this.#own = own
    this.#said = new Generations(own.rule.spanMs, own.monotonic(), own.mostNames)
    this.#names = names
    this.#kind = kind
    link.carryWith(() => this.#carry())
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
    const { rule } = this.#own
    const key = this.#names.keyOf(this.#kind, name)
    const call = this.#names.memberOf(mark)
    const args = [String(rule.limit), toMicroseconds(rule.spanMs), call, this.#findEarlier(name)]
    return this.#link
      .ask({ script: admitScript, key, args }, (reply) => readAdmission(reply, rule))
      ?.then((answer) => (answer ? this.#note(name, mark, answer) : this.#admitAlone(name, mark)))
  }

  /** A call of this node that Redis must know of; empty where there is none. */
  #findEarlier(name: string): string {
    const now = this.#own.monotonic()
    const mark = this.#own.windowOf(name, now).latestMark(now, SLACK_MS)
    return mark === undefined ? '' : this.#names.memberOf(mark)
  }

  #note(name: string, mark: number, { admission, hasForgotten }: SharedAdmission): Admission {
    const now = this.#own.monotonic()
    const window = this.#own.windowOf(name, now)
    if (admission.admitted) window.count(now, mark)
    const mine = window.sizeAt(now)
    const used = admission.limit - admission.remaining
    const said = this.#said.find(name, now) ?? this.#said.put(name, { at: 0, others: 0, since: 0 })
    said.at = now
    said.others = Math.max(0, used - mine)
    said.since = 0
    if (hasForgotten) this.#link.noteForgotten()
    return admission
  }

  #admitAlone(name: string, mark: number): Admission {
    const { rule, monotonic } = this.#own
    const now = monotonic()
    const said = this.#said.find(name, now)
    const admission = admitShare(this.#own.windowOf(name, now), rule, said, this.#link.nodes, { now, mark })
    this.#link.noteCountedAlone(
      admission.admitted ? () => this.#carried(name, [{ mark, ageMs: 0 }]) : undefined,
    )
    return admission
  }

  #carry(): readonly Command[] {
    return this.#own
      .held()
      .flatMap(({ name, calls }) => inParts(calls).map((part) => this.#carried(name, part)))
  }

  #carried(name: string, calls: readonly HeldCall[]): Command {
    const pairs = calls.flatMap(({ mark, ageMs }) => [this.#names.memberOf(mark), toMicroseconds(ageMs)])
    const args = [toMicroseconds(this.#own.rule.spanMs), ...pairs]
    return { script: carryScript, key: this.#names.keyOf(this.#kind, name), args }
  }
}

const inParts = (calls: readonly HeldCall[]): readonly (readonly HeldCall[])[] =>
  Array.from({ length: Math.ceil(calls.length / CARRIED_IN_ONE) }, (_, part) =>
    calls.slice(part * CARRIED_IN_ONE, (part + 1) * CARRIED_IN_ONE),
  )

const toMicroseconds = (ms: number): string => String(Math.floor(ms * 1000))
