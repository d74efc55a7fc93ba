// Which question a day has, what its options are called, and whether a vote is for it.
import { derivedId, type ActorId, type QuestionId } from '../../kernel/ids.ts'
import { Fault, refuse } from '../../kernel/refusal.ts'
import { builtIns, type BuiltIn } from './built-in.rules.ts'

export interface Question {
  readonly id: QuestionId
  /** `2026-11-15`, in UTC. */
  readonly day: string
  /** The key of a question of the built-in list; null for one of the operator. */
  readonly builtIn: string | null
  readonly text: string
  readonly options: readonly string[]
}

/**
 * The next of the list: the first that was never asked, or else the one whose last day is longest ago. So a
 * list that has grown, shrunk or been put in another order goes on, and repeats nothing too early.
 */
export const nextBuiltIn = (lastDays: ReadonlyMap<string, string>, list = builtIns): BuiltIn => {
  const [first, ...rest] = list
  if (!first) throw new Fault('the built-in list is empty')
  const lastDayOf = ({ key }: BuiltIn): string => lastDays.get(key) ?? ''
  return rest.reduce((best, one) => (lastDayOf(one) < lastDayOf(best) ? one : best), first)
}

/** Every node that has the same list and the same past makes the same question of it, down to its id. */
export const pickQuestion = ({ key, text, options }: BuiltIn, day: string, startsAt: number): Question => ({
  id: derivedId('question', startsAt, JSON.stringify([day, key, text, options])),
  day,
  builtIn: key,
  text,
  options,
})

/** Made of its question's id, so that it is the option of no other. */
export const optionId = ({ id }: Pick<Question, 'id'>, index: number): string =>
  `opt_${id.slice(id.indexOf('_') + 1)}_${index + 1}`

/** The place of the option that a vote names; whatever is not of this question is of another day's. */
export const optionIndexOf = (
  question: Question,
  vote: { readonly option: string; readonly question_id?: string },
): number => {
  const isForIt = vote.question_id === undefined || vote.question_id === question.id
  const index = question.options.findIndex((_, at) => optionId(question, at) === vote.option)
  if (isForIt && index >= 0) return index
  const message = isForIt ? 'That is no option of today’s question.' : 'That question is over.'
  throw refuse('conflict', 'question_over', `${message} Read today’s question and vote on that.`)
}

// A row for each would make everyone who votes for the same option wait for the commit before; eight are few
// enough to be added up at every look.
const SLOTS = 8

/** The same for one voter at every try, and spread evenly over all of them. */
export const getSlot = (voterId: ActorId): number =>
  Array.from(voterId).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 65_521, 7) % SLOTS
