// Questions, votes and counts on disk.
import type { ActorId, QuestionId } from '../../kernel/ids.ts'
import { insertInto } from '../../store/statements/changes.ts'
import { questionCounts, questions, questionVotes } from '../../store/schema/questions.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { Question } from './question.rules.ts'

type QuestionRow = Omit<RowIn<typeof questions>, 'created_at'>

const columns = 'q.id, q.day, q.built_in, q.text, q.options'

const toQuestion = ({ id, day, built_in, text, options }: QuestionRow): Question => ({
  id,
  day,
  builtIn: built_in,
  text,
  options: JSON.parse(options) as string[],
})

const find = sql<QuestionRow & { place: number | null }, [day: string, voterId: ActorId | '']>(
  'questions.find',
  `select ${columns}, v.place from questions q
   left join question_votes v on v.question_id = q.id and v.voter_id = $2
   where q.day = $1`,
)

export interface QuestionOfDay {
  readonly question: Question
  /** The place of the option that the voter chose; null before the vote. */
  readonly myOptionIndex: number | null
}

/**
 * The question of a day as one voter meets it, or with '' as nobody does; undefined where it is not written down yet.
 */
export const findOfDay = async (
  reader: Reader,
  day: string,
  voterId: ActorId | '',
): Promise<QuestionOfDay | undefined> => {
  const row = await reader.first(find, day, voterId)
  return row && { question: toQuestion(row), myOptionIndex: row.place }
}

const listFrom = sql<QuestionRow & { total: number }, [day: string]>(
  'questions.list_from',
  `select ${columns}, coalesce((select sum(c.votes) from question_counts c where c.question_id = q.id), 0) as total
   from questions q where q.day >= $1 order by q.day`,
)

/** For the operator: those of a day and later ones, with how many voted. */
export const listQuestions = async (
  reader: Reader,
  day: string,
): Promise<readonly (Question & { readonly total: number })[]> =>
  (await reader.all(listFrom, day)).map((row) => ({ ...toQuestion(row), total: row.total }))

const listLastDays = sql<{ built_in: string; last_day: string }, [day: string]>(
  'questions.list_last_days',
  `select built_in, max(day) as last_day from questions where built_in is not null and day < $1 group by built_in`,
)

/** On which day each question of the built-in list was last asked, before the one given. */
export const lastDaysBefore = async (reader: Reader, day: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await reader.all(listLastDays, day)).map(({ built_in, last_day }) => [built_in, last_day]))

const insert = insertInto(
  questions,
  'questions.insert',
  ['id', 'day', 'built_in', 'text', 'options', 'created_at'],
  'on conflict do nothing',
)

/** False where the day has a question already. */
export const insertQuestion = async (tx: Tx, question: Question, now: number): Promise<boolean> => {
  const { id, day, builtIn, text, options } = question
  const row = { id, day, built_in: builtIn, text, options: JSON.stringify(options), created_at: now }
  return (await tx.run(insert, row)) === 1
}

const insertVote = insertInto(
  questionVotes,
  'questions.insert_vote',
  ['question_id', 'voter_id', 'place', 'created_at'],
  'on conflict (question_id, voter_id) do nothing',
)

const count = insertInto(
  questionCounts,
  'questions.count_vote',
  ['question_id', 'place', 'slot', 'votes'],
  'on conflict (question_id, place, slot) do update set votes = question_counts.votes + excluded.votes',
)

/** False where the voter has voted already; what is counted is exactly what is kept. */
export const castVote = async (
  tx: Tx,
  questionId: QuestionId,
  vote: { readonly voterId: ActorId; readonly index: number; readonly slot: number },
  now: number,
): Promise<boolean> => {
  const { voterId, index, slot } = vote
  const chosen = { question_id: questionId, place: index }
  if ((await tx.run(insertVote, { ...chosen, voter_id: voterId, created_at: now })) !== 1) return false
  await tx.run(count, { ...chosen, slot, votes: 1 })
  return true
}

const countVotes = sql<{ place: number; votes: number }, [questionId: QuestionId]>(
  'questions.count_votes',
  'select place, sum(votes) as votes from question_counts where question_id = $1 group by place',
)

/** By the place of the option. */
export const findCounts = async (
  reader: Reader,
  questionId: QuestionId,
): Promise<ReadonlyMap<number, number>> =>
  new Map((await reader.all(countVotes, questionId)).map(({ place, votes }) => [place, votes]))
