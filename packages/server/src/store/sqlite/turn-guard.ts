// A body that awaits only its tx settles before the event loop turns. One that awaits anything else (a nested write, a
// timer, a socket) would hold the lock for as long as it likes, so it fails. One timer is enough for all the bodies of
// a turn.
import { Fault } from '../../kernel/refusal.ts'

export class TurnGuard {
  #over: NodeJS.Immediate | undefined
  #fail: (error: Fault) => void = () => undefined

  watch<T>(body: Promise<T>): Promise<T> {
    this.#over ??= setImmediate(() => {
      this.#over = undefined
      this.#fail(new Fault('a transaction awaited something other than its tx, such as another transaction'))
    })
    return new Promise((resolve, reject) => {
      this.#fail = reject
      body.then(resolve, reject)
    })
  }

  end(): void {
    clearImmediate(this.#over)
    this.#over = undefined
  }
}
