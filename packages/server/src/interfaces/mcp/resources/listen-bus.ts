// Between one listener and the SDK, which writes what is told and says for whom. What is told waits here for nobody: it is
// taken as soon as it was published, so what is held for a listener is what one look at the feed gave.
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'

export class ListenBus implements ServerEventBus {
  #listener: ((event: ServerEvent) => void) | undefined

  /** Whether there is anything that the listener waits for. */
  get isHeard(): boolean {
    return this.#listener !== undefined
  }

  publish(event: ServerEvent): void {
    this.#listener?.(event)
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listener = listener
    return () => {
      this.#listener = undefined
    }
  }
}
