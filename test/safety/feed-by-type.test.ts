// A feed that is read by several types misses nothing that is written while it is read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventKind } from '@challenge-service/contract'
import { appendEvents } from '../../packages/server/src/features/events/append.ts'
import { listFeedEvents } from '../../packages/server/src/features/events/feed.store.ts'
import type { Reader } from '../../packages/server/src/store/store.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'
import { asId } from '../support/ids.ts'

const feedId = asId('person', 'f')
const types = ['challenge.created', 'challenge.accepted'] as const

describe.each(engines)('a feed read by several types loses an entry, on %s', (engine) => {
  let test: TestStore
  beforeAll(async () => {
    test = await createStore(engine)
  })
  afterAll(() => test.remove())

  const append = (type: EventKind): Promise<void> =>
    test.store.write((tx) =>
      appendEvents(tx, [{ feedId, type, actor: 'system', at: 1, challenge_id: null, data: {} }], 1),
    )

  /** Between its first walk and the others, one more entry of each type is written. */
  const interrupted = (): Reader => {
    let writing: Promise<void> | undefined
    return {
      first: (statement, ...params) => test.store.first(statement, ...params),
      all: async (statement, ...params) => {
        if (writing) {
          await writing
          return test.store.all(statement, ...params)
        }
        const rows = test.store.all(statement, ...params)
        writing = rows.then(async () => {
          for (const type of types) await append(type)
        })
        return rows
      },
    }
  }

  it('read page after page, gives every entry once, whatever is written meanwhile', async () => {
    await append('challenge.created')
    const seen: number[] = []
    for (let pages = 0; pages < 3; pages += 1) {
      const range = { feedId, above: seen.at(-1) ?? 0, below: Number.MAX_SAFE_INTEGER } as const
      const reader = pages < 2 ? interrupted() : test.store
      const rows = await listFeedEvents(reader, { ...range, order: 'asc', limit: 100, types })
      seen.push(...rows.map(({ seq }) => seq))
    }

    expect(seen).toEqual([1, 2, 3, 4, 5])
  })
})
