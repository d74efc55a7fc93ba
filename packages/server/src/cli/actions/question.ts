// What the commands of questions do.
import { optionId, type Question } from '../../features/questions/question.rules.ts'
import { scheduleQuestion } from '../../features/questions/question.service.ts'
import { listQuestions } from '../../features/questions/question.store.ts'
import { dayOf } from '../../kernel/instants.ts'
import { say, withNewStore, withStore } from '../context.ts'
import { showCount } from '../count.ts'
import type { AddQuestionOptions, ListQuestionsOptions } from '../options.ts'

export const add = async (options: AddQuestionOptions): Promise<void> => {
  const added = await withNewStore(options, (store, now) =>
    store.write((tx) => scheduleQuestion(tx, options, now)),
  )
  say(options, view(added), [`${added.day} asks: ${added.text} (${added.id})`])
}

export const list = async (options: ListQuestionsOptions): Promise<void> => {
  const found = await withStore(options, (store, now) => listQuestions(store, options.from ?? dayOf(now)))
  const questions = found.map((one) => ({ ...view(one), votes: one.total }))
  say(options, { questions }, found.length === 0 ? ['no questions'] : found.map(describe))
}

const view = (question: Question) => ({
  id: question.id,
  date: question.day,
  text: question.text,
  options: question.options.map((text, index) => ({ id: optionId(question, index), text })),
  built_in: question.builtIn !== null,
})

const describe = (question: Question & { readonly total: number }): string => {
  const source = question.builtIn === null ? 'scheduled' : 'built-in'
  return [question.day, question.id, source, showCount(question.total, 'vote'), question.text].join('  ')
}
