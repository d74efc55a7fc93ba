// Makes calls from the document, sends them one after the other, and holds every answer to its promises.
import fc from 'fast-check'
import { HOUR_MS, monthOf } from '../../packages/server/src/kernel/instants.ts'
import { asCurl, fillKnownIds, isGroupToken, type FuzzCall, type TokenKind } from './call.ts'
import { anyCall } from './calls.ts'
import { operationsOf } from './document.ts'
import { Broken, checkAnswer } from './promises.ts'
import type { Answer } from './wire.ts'
import type { World } from './world.ts'

export interface FuzzOptions {
  readonly count: number
  readonly seed: number
  /** Of one counterexample, as a failure tells it. */
  readonly path?: string | undefined
  /** The name of one operation; all without it. */
  readonly endpoint?: string | undefined
}

export interface FuzzResult {
  readonly calls: number
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  /** How many calls each operation had. */
  readonly operations: ReadonlyMap<string, number>
  /** The operations that had a success. */
  readonly successful: ReadonlySet<string>
  /** Undefined where every promise was kept. */
  readonly failure: Failure | undefined
}

export interface Failure {
  /** The smallest call that broke a promise, which one, and the answer. */
  readonly text: string
  /** Finds the call again, with the seed. */
  readonly path: string
}

export const fuzz = async (world: World, document: object, options: FuzzOptions): Promise<FuzzResult> => {
  const { count, seed, path, endpoint } = options
  const chosen = operationsOf(document).filter(({ name }) => endpoint === undefined || name === endpoint)
  if (chosen.length === 0) throw new Error(`the document has no operation ${endpoint}`)
  const statuses = new Map<number, number>()
  const operations = new Map<string, number>()
  const successful = new Set<string>()
  const player = new Player(world)

  const property = fc.asyncProperty(anyCall(chosen), async (call) => {
    const { status } = await player.play(call)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    operations.set(call.operation.name, (operations.get(call.operation.name) ?? 0) + 1)
    if (status < 300 && call.onTarget) successful.add(call.operation.name)
  })
  const run = await fc.check(property, { numRuns: count, seed, ...(path === undefined ? {} : { path }) })
  const [call] = run.counterexample ?? []
  const text = call && describeFailure(call, run.errorInstance, world)
  const failure = text === undefined ? undefined : { text, path: run.counterexamplePath ?? '' }
  return { calls: run.numRuns + run.numShrinks, statuses, operations, successful, failure }
}

const describeFailure = (call: FuzzCall, error: unknown, { service, knownId }: World): string => {
  const broken = error instanceof Error ? error.message : String(error)
  const sent = asCurl(fillKnownIds(call, knownId), service.url)
  return `${call.operation.name} (${call.note}, due: ${call.verdict}): ${broken}\n  ${sent}`
}

// Counting rows costs more than a call, so it is done now and then.
const COUNT_ROWS_EVERY = 16
const STEP_MS = 50
// Now and then an hour passes, so that deadlines do.
const LEAP_EVERY = 40
// Calls made by chance seldom get a challenge far: now and then one is accepted, with a tally.
const FRESH_EVERY = 60

class Player {
  readonly #world: World
  #played = 0

  constructor(world: World) {
    this.#world = world
  }

  async play(call: FuzzCall): Promise<Answer> {
    this.#played += 1
    if (this.#played % FRESH_EVERY === 1) await this.#world.freshen()
    if (this.#played % COUNT_ROWS_EVERY !== 0) return this.#send(call)
    // What the service does by itself may add a row once, but not each time.
    for (let attempt = 0; ; attempt += 1) {
      const before = await this.#world.countRows()
      const answer = await this.#send(call)
      if (answer.status < 300) return answer
      const after = await this.#world.countRows()
      if (after === before) return answer
      if (attempt === 3) throw new Broken(`a refused call (${answer.status}) changed the number of rows`)
    }
  }

  async #send(sent: FuzzCall): Promise<Answer> {
    const { wire, tokens, knownId, noteIds } = this.#world
    const call = fillKnownIds(sent, knownId)
    const token = tokens[call.token]
    this.#passTime()
    const answer = await wire.send(call, token === undefined ? undefined : `Bearer ${token}`)
    const miscount = this.#miscountOf(call, answer)
    try {
      checkAnswer(call, answer)
      if (miscount !== undefined) throw new Broken(miscount)
    } catch (error) {
      if (error instanceof Broken)
        throw new Broken(`${error.message}\n  answered ${answer.status} ${answer.text.slice(0, 600)}`)
      throw error
    }
    if (answer.status < 300) noteIds(answer.text)
    return answer
  }

  #passTime(): void {
    const { clock } = this.#world.service
    const month = monthOf(clock.now())
    clock.advance(this.#played % LEAP_EVERY === 0 ? HOUR_MS : STEP_MS)
    if (monthOf(clock.now()) !== month) this.#world.quota.clear()
  }

  /** Only what created counts: the quota is what it was after the call before, less one for a creation. */
  #miscountOf({ token }: FuzzCall, { status, headers }: Answer): string | undefined {
    const told = headers.get('x-quota-remaining')
    if (told === undefined) return undefined
    const { quota } = this.#world
    const left = Number(told)
    const created = (status === 201 || status === 202) && headers.get('idempotency-replayed') !== 'true'
    const before = quota.get(ownerOf(token))
    quota.set(ownerOf(token), left)
    if (before === undefined || left === before - (created ? 1 : 0)) return undefined
    return `X-Quota-Remaining went from ${before} to ${left} with a ${status}`
  }
}

const ownerOf = (token: TokenKind): string => {
  if (isGroupToken(token)) return 'group'
  return token === 'free' || token === 'opponent' ? token : 'account'
}
