// When each token was last used, without a write on every call: noted in memory, written now and then. With it goes
// when people last used a token of their own account, which counts as having been told.
import type { PersonId, TokenId } from '../../kernel/ids.ts'
import type { Store, Tx } from '../../store/store.ts'
import { touchTokens } from './tokens.store.ts'

const BATCH = 200

type Uses<Id> = readonly (readonly [id: Id, usedAt: number])[]

/** Told which people used a token of their own account, and when last. */
export type NoteUse = (tx: Tx, people: Uses<PersonId>) => Promise<unknown>

export class LastUsed {
  readonly #noteUse: NoteUse
  #tokens = new Map<TokenId, number>()
  #people = new Map<PersonId, number>()

  constructor(noteUse: NoteUse) {
    this.#noteUse = noteUse
  }

  noteToken(tokenId: TokenId, now: number): void {
    this.#tokens.set(tokenId, now)
  }

  /** They used a token of their own account, and were let in. */
  notePerson(personId: PersonId, now: number): void {
    this.#people.set(personId, now)
  }

  async flush(store: Store): Promise<void> {
    const [tokens, people] = [this.#tokens, this.#people]
    this.#tokens = new Map()
    this.#people = new Map()
    await inBatches(store, tokens, touchTokens)
    await inBatches(store, people, this.#noteUse)
  }
}

/** Each batch in the order of its ids, so that two nodes never wait for each other in a circle. */
const inBatches = async <Id extends string>(
  store: Store,
  seen: ReadonlyMap<Id, number>,
  write: (tx: Tx, uses: Uses<Id>) => Promise<unknown>,
): Promise<void> => {
  const uses = seen.entries()
  for (let batch = takeSome(uses); batch.length > 0; batch = takeSome(uses)) {
    const ordered = batch.toSorted(([a], [b]) => (a < b ? -1 : 1))
    await store.write((tx) => write(tx, ordered))
  }
}

const takeSome = <T>(items: Iterator<T>): readonly T[] => {
  const some: T[] = []
  while (some.length < BATCH) {
    const { done, value } = items.next() as IteratorResult<T, undefined>
    if (done) break
    some.push(value)
  }
  return some
}
