// A page that listens at /live, as the server sees it: what it was told, word for word, until it is over.
import { request } from 'undici'
import type { Visitor } from './visitor.ts'

export const fromOwnPage = { 'sec-fetch-site': 'same-origin' } as const

export class Listener {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly #chunks: AsyncIterator<Buffer, undefined>
  readonly #leave: () => void
  #heard = ''
  #read = 0

  private constructor(
    response: Pick<Listener, 'status' | 'headers'>,
    chunks: AsyncIterator<Buffer, undefined>,
    leave: () => void,
  ) {
    this.status = response.status
    this.headers = response.headers
    this.#chunks = chunks
    this.#leave = leave
  }

  /** Resolves when it listens, or was refused. */
  static async open(
    url: string,
    visitor: Visitor,
    path = '/live',
    headers: Readonly<Record<string, string>> = fromOwnPage,
  ): Promise<Listener> {
    const controller = new AbortController()
    const response = await request(url + path, {
      headers: { ...visitor.head, accept: 'text/event-stream', ...headers },
      signal: controller.signal,
    })
    const listener = new Listener(
      { status: response.statusCode, headers: response.headers },
      response.body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>,
      () => {
        response.body.on('error', () => undefined)
        controller.abort()
      },
    )
    if (listener.status === 200) await listener.#until(() => listener.#heard.includes(': open\n\n'))
    return listener
  }

  /** Every byte so far, but for what says only that it is there. */
  get told(): string {
    return this.#heard.replaceAll(/^: (?:open|still here)\n\n/gm, '')
  }

  /** The id of the next event that something came with; undefined when it is over. */
  async next(): Promise<string | undefined> {
    const ids = (): readonly string[] =>
      [...this.#heard.matchAll(/^id: (.*)\ndata: /gm)].map(([, id = '']) => id)
    await this.#until(() => ids().length > this.#read)
    const id = ids()[this.#read]
    this.#read += 1
    return id
  }

  /** All that was told, once it is over. */
  async end(): Promise<string> {
    await this.#until(() => false)
    return this.told
  }

  close(): void {
    this.#leave()
  }

  async #until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      const chunk = await this.#chunks.next()
      if (chunk.done === true) return
      this.#heard += chunk.value.toString()
    }
  }
}
