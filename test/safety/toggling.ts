// Doing the same to and fro, thousands of times, and what that leaves in the tables.
import { expect } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import type { Reply } from '../support/call.ts'
import type { Acting } from '../support/groups.ts'
import { subscribe } from '../support/subscriptions.ts'

/** Of a test that toggles. */
export const long = { timeout: 300_000 }

/** Three of one owner, to a place where nobody need answer. */
export const subscribeThrice = async (owner: Pick<Acting, 'call'>): Promise<void> => {
  for (const n of [1, 2, 3]) await subscribe(owner, { url: `http://127.0.0.1:9/${n}` })
}

const TOGGLES = 3_000
const AT_ONCE = 16

/** How often each answer was given: `200`, or the status with the reason of a refusal. */
type Answers = ReadonlyMap<string, number>

/** Makes every call, several at a time, each with its number. */
export const toggle = async (call: (n: number) => Promise<Reply>): Promise<Answers> => {
  const answers = new Map<string, number>()
  let next = 0
  const work = async (): Promise<void> => {
    for (let n = next++; n < TOGGLES; n = next++) {
      const { status, body } = await call(n)
      const answer = [status, body.error?.reason].filter((part) => part !== undefined).join(' ')
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answers
}

const MOST = 40

const readMost = async (store: Store, rows: string): Promise<number> => {
  const text = `select max(rows) as most from (${rows}) as counted`
  const [row] = await store.all<{ most: number | null }, []>(once(text))
  return row?.most ?? 0
}

const largest = (store: Store, table: string, by: string): Promise<number> =>
  readMost(store, `select count(*) as rows from ${table} group by ${by}`)

/** What each subscription was sent, and what it is still to be sent from the feed. */
const ofSubscriptions = `
  select (select count(*) from deliveries d where d.webhook_id = w.id)
    + coalesce((select f.head - q.position from webhook_queues q join feeds f on f.owner_id = q.feed_id
                where q.webhook_id = w.id), 0) as rows
  from webhooks w`

/** No feed has more entries, no subscription more deliveries and nobody more mails of a challenge. */
export const expectFewRows = async (store: Store): Promise<void> => {
  expect(await largest(store, 'events', 'feed_id')).toBeLessThanOrEqual(MOST)
  expect(await readMost(store, ofSubscriptions)).toBeLessThanOrEqual(MOST)
  expect(await largest(store, 'mails', 'person_id, challenge_id')).toBeLessThanOrEqual(MOST)
  const waiting = `(select * from mails where state = 'waiting' and class = 'deadline') as waiting`
  expect(await largest(store, waiting, 'person_id, challenge_id')).toBeLessThanOrEqual(1)
}
