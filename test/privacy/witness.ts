// A witness of everything that leaves the service: who asked, and what they were told. Afterwards it says
// whose surname or address stood where it must not.
import { call, type Reply } from '../support/call.ts'
import type { TestGroup, TestService } from '../support/service.ts'

export interface Canary {
  readonly token: string
  readonly email: string
  /** Words that stand in nothing but this person's surname and address. */
  readonly words: readonly string[]
  /** Named with each call of a group token. */
  readonly actsThrough?: TestGroup
}

interface Heard {
  readonly by: Canary
  readonly what: string
  readonly text: string
}

const name = (word: string): string => word[0]?.toUpperCase() + word.slice(1)

/** A person with an account, whose surname and address can be told from every other text. */
export const canary = async (service: TestService, word: string): Promise<Canary> => {
  const email = `${word}mailbox@${word}domain.example`
  const account = await service.account({ email, lastName: name(`${word}surname`) })
  const { token } = await service.token(account)
  return { token, email, words: [`${word}mailbox`, `${word}domain`, `${word}surname`] }
}

/** The same person as a member of a group, with a surname of their own there. */
export const member = async (group: TestGroup, person: Canary, word: string): Promise<Canary> => {
  await group.addMember(person.email, name(`${word}membersurname`))
  return {
    token: group.token,
    email: person.email,
    words: [...person.words, `${word}membersurname`],
    actsThrough: group,
  }
}

export class Witness {
  readonly #service: TestService
  readonly #heard: Heard[] = []

  constructor(service: TestService) {
    this.#service = service
  }

  async ask(by: Canary, method: string, path: string, body?: object, key?: string): Promise<Reply> {
    const acting = by.actsThrough
      ? `${path.includes('?') ? '&' : '?'}user_email=${encodeURIComponent(by.email)}`
      : ''
    const reply = await call(this.#service.url, method, path + acting, {
      token: by.token,
      ...(body ? { body } : {}),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
    this.#heard.push({ by, what: `${method} ${path}`, text: JSON.stringify(reply.headers) + reply.text })
    return reply
  }

  /** How many answers were heard, so that a silent witness is noticed. */
  get count(): number {
    return this.#heard.length
  }

  /** Where a word of someone stood that the reader must not see, or a word of anyone in a log. */
  leaks(everyone: readonly Canary[]): readonly string[] {
    const answers = this.#heard.flatMap(({ by, what, text }) =>
      everyone.flatMap(({ words }) =>
        words
          .filter((word) => text.toLowerCase().includes(word))
          // One's own may be seen in one place only.
          .filter((word) => !(what === 'GET /v1/me' && by.words.includes(word)))
          .map((word) => `${word} in ${what}`),
      ),
    )
    const lines = everyone.flatMap(({ words }) =>
      words
        .filter((word) => this.#service.logLines.some((line) => line.toLowerCase().includes(word)))
        .map((word) => `${word} in a log line`),
    )
    return [...new Set([...answers, ...lines])]
  }
}
