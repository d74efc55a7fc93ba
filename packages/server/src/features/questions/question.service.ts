// The question of the day. It is written down with the first vote, or by the job of any node shortly after
// midnight; before that every node works out the same one. Once written it stays, whatever the list says.
import type { Question as QuestionView } from '@challenge-service/contract'
import { newId, type ActorId } from '../../kernel/ids.ts'
import { dayOf, startOfDay, startOfNextDay, DAY_MS } from '../../kernel/instants.ts'
import { Fault, refuse } from '../../kernel/refusal.ts'
import type { Reader, Store, Tx } from '../../store/store.ts'
import { readOptions, readQuestionText } from '../access/operator-input.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import type { Call } from '../route.ts'
import { nextBuiltIn, optionIndexOf, pickQuestion, getSlot, type Question } from './question.rules.ts'
import {
  castVote,
  findOfDay,
  findCounts,
  insertQuestion,
  lastDaysBefore,
  type QuestionOfDay,
} from './question.store.ts'
import { viewQuestion } from './question.view.ts'

export const readDaily = async (
  reader: Reader,
  { actor, now }: Pick<Call<unknown>, 'actor' | 'now'>,
): Promise<QuestionView> => {
  const { question, myOptionIndex } =
    (await findOfDay(reader, dayOf(now), actor.id)) ?? (await workOut(reader, now))
  if (myOptionIndex === null) return viewQuestion(question, undefined, now)
  return viewQuestion(question, { index: myOptionIndex, counts: await findCounts(reader, question.id) }, now)
}

interface Vote {
  readonly option: string
  readonly question_id?: string
}

export const voteDaily = async (tx: Tx, { actor, input, now }: Call<Vote>): Promise<QuestionView> => {
  const { question } = await writeDown(tx, actor.id, now)
  const index = optionIndexOf(question, input)
  // Through a group token the actor is the membership: so is the vote.
  const isCounted = await castVote(
    tx,
    question.id,
    { voterId: actor.id, index, slot: getSlot(actor.id) },
    now,
  )
  if (!isCounted) throw refuse('conflict', 'already_voted', 'You have voted on today’s question already.')
  return viewQuestion(question, { index, counts: await findCounts(tx, question.id) }, now)
}

const workOut = async (reader: Reader, now: number): Promise<QuestionOfDay> => {
  const day = dayOf(now)
  const question = pickQuestion(
    nextBuiltIn(await lastDaysBefore(reader, day)),
    day,
    startOfNextDay(now) - DAY_MS,
  )
  return { question, myOptionIndex: null }
}

const writeDown = async (tx: Tx, voterId: ActorId | '', now: number): Promise<QuestionOfDay> => {
  const known = await findOfDay(tx, dayOf(now), voterId)
  if (known) return known
  await insertQuestion(tx, (await workOut(tx, now)).question, now)
  // Another node may have been first, with another list: what is written counts.
  const written = await findOfDay(tx, dayOf(now), voterId)
  if (!written) throw new Fault('a question that was just written is not there')
  return written
}

const NOBODY = ''

/** For the job: today's question is written down, so that a new list of a later version changes it no more. */
export const keepDaily = async (store: Store, now: number): Promise<void> => {
  if (await findOfDay(store, dayOf(now), NOBODY)) return
  await store.write((tx) => writeDown(tx, NOBODY, now))
}

export interface QuestionInput {
  readonly date: string
  readonly text: string
  readonly option: readonly string[]
}

/** For a day that has not begun: from its first instant on a question stays what it is. */
export const scheduleQuestion = async (tx: Tx, input: QuestionInput, now: number): Promise<Question> => {
  const startsAt = startOfDay(input.date)
  if (startsAt === undefined) {
    throw new OperatorError(`${JSON.stringify(input.date)} is not a day as YYYY-MM-DD`)
  }
  if (startsAt <= now) throw new OperatorError(`${input.date} has begun already (in UTC); choose a later day`)
  const question: Question = {
    id: newId('question', now),
    day: input.date,
    builtIn: null,
    text: readQuestionText(input.text),
    options: readOptions(input.option),
  }
  if (!(await insertQuestion(tx, question, now))) {
    throw new OperatorError(`there is a question for ${input.date} already`)
  }
  return question
}
