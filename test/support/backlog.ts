// Entries of a feed, each with a name, and as large as a test wants them.
import { appendEvents } from '../../packages/server/src/features/events/append.ts'
import type { AccountId, FeedId, PersonId } from '../../packages/server/src/kernel/ids.ts'
import { once, sql } from '../../packages/server/src/store/statements/statement.ts'
import type { Reader, Store } from '../../packages/server/src/store/store.ts'
import { asId } from './ids.ts'

const AT_ONCE = 100

export const appendNamed = async (
  store: Store,
  feedId: FeedId,
  names: readonly string[],
  now: number,
  length = 100,
): Promise<void> => {
  const challenge = JSON.stringify({ claim: 'x'.repeat(length) })
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const events = names.slice(from, from + AT_ONCE).map((name) => ({
      feedId,
      type: 'challenge.created' as const,
      actor: 'system' as const,
      at: now,
      challenge_id: asId('challenge', name),
      challenge,
      data: {},
    }))
    await store.write((tx) => appendEvents(tx, events, now))
  }
}

/** The names of the entries in a text, in its order. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/"challenge_id":"([^"]*)"/g)].map(([, name = '']) => name)

const personOf = sql<{ person_id: PersonId }, [accountId: AccountId]>(
  'test.person_of_account',
  'select person_id from accounts where id = $1',
)

export const feedOfAccount = async (reader: Reader, accountId: AccountId): Promise<FeedId> =>
  (await reader.first(personOf, accountId))?.person_id ?? asId('person', '')

/** The id of the oldest entry. */
export const firstEntryOf = async (reader: Reader, feedId: FeedId): Promise<string> => {
  const rows = await reader.all(
    once<{ id: string }>(`select id from events where feed_id = '${feedId}' and seq = 1`),
  )
  return rows[0]?.id ?? ''
}
