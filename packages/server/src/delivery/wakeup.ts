// Lets one loop wait until something happens. What happens while it does not wait is not lost: it is told of at once
// when it waits next.

export class Wakeup {
  #isWoken = false
  #wake: () => void = () => undefined

  /** Something happened. */
  wake(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** What has happened so far is known. */
  reset(): void {
    this.#isWoken = false
  }

  /** Until something happens, or the time is up. */
  wait(withinMs: number): Promise<void> {
    if (this.#isWoken) {
      this.#isWoken = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake(), withinMs)
      timer.unref()
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = () => undefined
        this.#isWoken = false
        resolve()
      }
    })
  }
}
