// Where attempts go, read from their URLs: judged by the same rules at each attempt, but worked out once, since the
// verdict on a URL is a matter of its text alone. The address that its name leads to is judged at each connection.
import { readTarget } from '../features/webhooks/target.rules.ts'

export type Judged = (TargetParts & { readonly refusal?: undefined }) | { readonly refusal: string }

export interface TargetParts {
  readonly origin: string
  readonly path: string
}

const KEPT = 1_000

export class Targets {
  readonly #allowPrivate: boolean
  readonly #known = new Map<string, Judged>()

  constructor(allowPrivate: boolean) {
    this.#allowPrivate = allowPrivate
  }

  of(url: string): Judged {
    const known = this.#known.get(url)
    if (known) return known
    if (this.#known.size >= KEPT) this.#known.clear()
    const judged = judge(url, this.#allowPrivate)
    this.#known.set(url, judged)
    return judged
  }
}

const judge = (text: string, allowPrivate: boolean): Judged => {
  const { url, refusal } = readTarget(text, allowPrivate)
  if (url === undefined) return { refusal }
  return { origin: url.origin, path: `${url.pathname}${url.search}` }
}
