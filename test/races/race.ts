// Calls at the same time must have an order: one in which the model gives every caller the answer that they
// got, and ends in the world that both parties now see.
import { expect } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import type { Reply as HttpReply } from '../support/call.ts'
import type { Command } from '../model/commands.ts'
import { step, type Reply } from '../model/step.ts'
import type { SentCommand, Story } from '../model/story.ts'
import type { World } from '../model/world.ts'

/** Sends them all at once, each to the next node, and expects that some order explains what happened. */
export const expectOrder = async (
  story: Story,
  contenders: readonly SentCommand[],
  urls: readonly string[],
  rotation: number,
): Promise<void> => {
  const replies = await Promise.all(
    contenders.map((command, at) => story.send(command, { url: urls[(at + rotation) % urls.length] ?? '' })),
  )
  const isUniform = contenders.every((command) => command === contenders[0])
  const orders = isUniform ? [contenders.map((_, at) => at)] : permutations(contenders.length)
  const histories = orders.map((order) => {
    const { world, answers } = tell(
      story.world,
      order.map((at) => contenders[at]).filter((command) => command !== undefined),
    )
    return { world, answers: order.map((_, at) => answers[order.indexOf(at)]) }
  })
  const seen = replies.map(wordOf)
  const fitting = histories.filter(({ answers }) => isSame(answers.map(wordOf), seen, isUniform))
  expect(fitting.length, `no order explains ${seen.join(', ')}`).toBeGreaterThan(0)
  await expectOne(
    story,
    fitting.map(({ world }) => world),
  )
}

/** One of these worlds is the one that both see, feeds included. */
export const expectOne = async (story: Story, worlds: readonly World[]): Promise<void> => {
  // The feed of the creator tells which of them to compare in full.
  const kinds = (await story.unread(0)).slice(-1).map(({ type, actor }) => `${type} ${actor}`)
  const found =
    worlds.find(({ told }) =>
      isSame(
        told.slice(-1).map(({ type, actor }) => `${type} ${actor}`),
        kinds,
      ),
    ) ?? worlds[0]
  if (!found) throw new Error('there is no world to choose from')
  story.accept(found)
  await story.expectWorld([found.challenges.length - 1])
}

/** What the model says of commands one after another. */
export const tell = (
  before: World,
  commands: readonly Command[],
): { readonly world: World; readonly answers: readonly Reply[] } => {
  const answers: Reply[] = []
  const told: World['told'] = []
  let world = before
  for (const command of commands) {
    const next = step(world, command)
    world = next.world
    told.push(...world.told)
    answers.push(next.reply)
  }
  return { world: { ...world, told }, answers }
}

export const wordOf = (reply: Reply | HttpReply | undefined): string => {
  if (reply === undefined) return 'nothing'
  if (!('body' in reply)) return `${reply.status} ${reply.refused ?? ''}`
  const { error } = reply.body
  return `${reply.status} ${error ? `${error.code}/${error.reason}` : ''}`
}

const isSame = (a: readonly string[], b: readonly string[], inAnyOrder = false): boolean => {
  const text = (words: readonly string[]) => JSON.stringify(inAnyOrder ? words.toSorted() : words)
  return text(a) === text(b)
}

const permutations = (length: number): readonly (readonly number[])[] =>
  length === 0
    ? [[]]
    : permutations(length - 1).flatMap((rest) =>
        Array.from({ length }, (_, place) => [...rest.slice(0, place), length - 1, ...rest.slice(place)]),
      )

const gaps = once<{ feed_id: string }>(
  `select e.feed_id from events e join feeds f on f.owner_id = e.feed_id
   group by e.feed_id, f.head
   having max(e.seq) - min(e.seq) + 1 <> count(*) or f.head <> max(e.seq)`,
)

/** Every feed counts without a gap to its head, from the oldest entry that is kept. */
export const expectDenseFeeds = async (store: Store): Promise<void> => {
  expect(await store.all(gaps)).toEqual([])
}
