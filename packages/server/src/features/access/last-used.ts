// When each token was last used, without a write on every call: noted in memory, written now and then. With it goes
// when people last used a token of their own account, for whoever needs to know.
import type { Store, Tx } from '../../store/store.ts'
import { touchTokens } from './tokens.store.ts'

const BATCH = 200

type Uses = readonly (readonly [id: string, usedAt: number])[]

/** Told which people used a token of their own account, and when last. */
export type NoteUse = (tx: Tx, people: Uses) => Promise<unknown>

export class LastUsed {
  readonly #noteUse: NoteUse
  #tokens = new Map<string, number>()
  #people = new Map<string, number>()

  constructor(noteUse: NoteUse) {
    this.#noteUse = noteUse
  }

  noteToken(tokenId: string, now: number): void {
    this.#tokens.set(tokenId, now)
  }

  /** They used a token of their own account, and were let in. */
  notePerson(personId: string, now: number): void {
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

/** In the order of their ids, so that two nodes never wait for each other in a circle. */
const inBatches = async (store: Store, seen: ReadonlyMap<string, number>, write: NoteUse): Promise<void> => {
  const rows = [...seen].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    await store.write((tx) => write(tx, batch))
  }
}
