// While nodes cannot ask Redis, each admits its share: whatever the traffic, all of them together never admit more than the
// limit and one call for each in any span, nor twice the limit and one for each in a span that begins before.
import { describe, expect, it } from 'vitest'
import { SlidingWindow, type Admission } from '../kernel/sliding-window.ts'
import { admitShare, type Said } from './share.ts'

const SEED = 81_117
const PATTERNS = 1_000
const SPAN_MS = 60_000

/** A linear congruential generator with the constants of Numerical Recipes, read from its high bits. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

class Node {
  readonly window: SlidingWindow
  readonly #rule: { readonly limit: number; readonly spanMs: number }
  readonly #nodes: number
  #said: Said | undefined

  constructor(limit: number, nodes: number) {
    this.window = new SlidingWindow(limit, SPAN_MS)
    this.#rule = { limit, spanMs: SPAN_MS }
    this.#nodes = nodes
  }

  hear(now: number, used: number): void {
    this.#said = { at: now, others: Math.max(0, used - this.window.sizeAt(now)), since: 0 }
  }

  admit(now: number): Admission {
    return admitShare(this.window, this.#rule, this.#said, this.#nodes, { now, mark: 0 })
  }
}

/** In order of time. */
const mostInASpan = (instants: readonly number[]): number => {
  let [first, most] = [0, 0]
  for (const [at, instant] of instants.entries()) {
    while (instant - (instants[first] ?? instant) >= SPAN_MS) first += 1
    most = Math.max(most, at + 1 - first)
  }
  return most
}

/** What went wrong, if anything did. */
const playLoss = (seed: number): string | undefined => {
  const random = randomFrom(seed)
  const limit = 1 + random(40)
  const count = 1 + random(5)
  const nodes = Array.from({ length: count }, () => new Node(limit, count))
  const shared = new SlidingWindow(limit, SPAN_MS)
  const [before, since]: [number[], number[]] = [[], []]
  let now = 1
  const pick = (): Node => nodes[random(count)] as Node
  for (let left = random(150); left > 0; left -= 1) {
    now += random(3) === 0 ? random(SPAN_MS / 8) : random(5)
    const node = pick()
    const { admitted, remaining } = shared.admit(now)
    if (admitted) {
      node.window.count(now, 0)
      before.push(now)
    }
    node.hear(now, limit - remaining)
  }
  for (let left = 300; left > 0; left -= 1) {
    now += random(3) === 0 ? random(SPAN_MS / 8) : random(5)
    const node = pick()
    const { admitted, remaining, waitMs } = node.admit(now)
    if (admitted) since.push(now)
    if (remaining < 0 || remaining > 0 !== (waitMs === 0)) return `seed ${seed}: ${remaining}, ${waitMs}`
    // It waits as long as it was told, and not a moment less.
    if (admitted || random(4) > 0) continue
    now += waitMs - 1
    if (node.admit(now).admitted) return `seed ${seed}: admitted before its time`
    now += 1
    if (!node.admit(now).admitted) return `seed ${seed}: not admitted in its time`
    since.push(now)
  }
  if (mostInASpan(since) > limit + count)
    return `seed ${seed}: ${mostInASpan(since)} of ${limit}, ${count} nodes`
  const all = [...before, ...since]
  if (mostInASpan(all) > 2 * limit + count)
    return `seed ${seed}: ${mostInASpan(all)} of ${limit} with those before`
  return undefined
}

describe('a share', () => {
  it(`holds what it must, under ${PATTERNS} patterns of traffic and of loss`, () => {
    const problems = Array.from({ length: PATTERNS }, (_, at) => playLoss(SEED + at))
    expect(problems.filter((problem) => problem !== undefined)).toEqual([])
  })

  it('is what is left over, divided among the nodes and rounded up', () => {
    const node = new Node(120, 3)
    for (let at = 0; at < 20; at += 1) node.window.count(1_000, at)
    node.hear(1_000, 50)
    expect(node.admit(2_000)).toEqual({ admitted: true, limit: 24, remaining: 23, waitMs: 0 })
    for (let at = 0; at < 22; at += 1) node.admit(2_000)
    expect(node.admit(2_000)).toMatchObject({ admitted: true, remaining: 0, waitMs: 59_000 })
    expect(node.admit(2_000)).toMatchObject({ admitted: false, limit: 24 })
    // Nothing that Redis spoke of counts any more.
    expect(node.admit(61_000)).toMatchObject({ admitted: true, limit: 40 })
  })

  it('of one node alone is the whole', () => {
    const node = new Node(3, 1)
    node.window.count(0, 0)
    node.hear(0, 1)
    expect([1, 2, 3].map((now) => node.admit(now).admitted)).toEqual([true, true, false])
    expect(node.admit(3).waitMs).toBe(SPAN_MS - 3)
  })

  it('of what is used up is nothing, until it is a span later', () => {
    const node = new Node(30, 3)
    node.hear(0, 30)
    expect(node.admit(1)).toEqual({ admitted: false, limit: 0, remaining: 0, waitMs: SPAN_MS - 1 })
    expect(node.admit(SPAN_MS)).toMatchObject({ admitted: true, limit: 10 })
  })
})
