// challenge-service question …
import type { Command } from 'commander'
import { optionId, type Question } from '../features/questions/question.rules.ts'
import { scheduleQuestion, type QuestionInput } from '../features/questions/question.service.ts'
import { listQuestions } from '../features/questions/question.store.ts'
import { dayOf } from '../kernel/instants.ts'
import { parseDate } from './arguments.ts'
import { common, example, say, withStore, type CommonOptions } from './context.ts'

type AddQuestionOptions = CommonOptions & QuestionInput

interface ListQuestionsOptions extends CommonOptions {
  readonly from?: string
}

const gather = (text: string, before: readonly string[]): readonly string[] => [...before, text]

export const addQuestionCommands = (program: Command): void => {
  const question = program.command('question').description('schedule daily questions and list them')

  common(question.command('add'))
    .description('schedule a question for a day to come; other days take the next of a built-in list')
    .requiredOption('--date <day>', 'the day in UTC, as YYYY-MM-DD', parseDate)
    .requiredOption('--text <text>', 'the question')
    .option('--option <text>', 'an option; give two to ten', gather, [])
    .addHelpText(
      'after',
      example('question add --date 2027-01-01 --text "Tea or coffee?" --option Tea --option Coffee'),
    )
    .action(async (options: AddQuestionOptions) => {
      const added = await withStore(options, (store, now) =>
        store.write((tx) => scheduleQuestion(tx, options, now)),
      )
      say(options, view(added), [`${added.day} asks: ${added.text} (${added.id})`])
    })

  common(question.command('list'))
    .description('list the questions of today and of the days to come that have one')
    .option('--from <day>', 'begin with this day instead, as YYYY-MM-DD', parseDate)
    .addHelpText('after', example('question list --from 2026-11-01'))
    .action(async (options: ListQuestionsOptions) => {
      const found = await withStore(options, (store, now) => listQuestions(store, options.from ?? dayOf(now)))
      const questions = found.map((one) => ({ ...view(one), votes: one.total }))
      say(options, { questions }, found.length === 0 ? ['no questions'] : found.map(describe))
    })
}

const view = (question: Question) => ({
  id: question.id,
  date: question.day,
  text: question.text,
  options: question.options.map((text, place) => ({ id: optionId(question, place), text })),
  built_in: question.builtIn !== null,
})

const describe = (question: Question & { readonly total: number }): string => {
  const source = question.builtIn === null ? 'scheduled' : 'built-in'
  return [question.day, question.id, source, `${question.total} votes`, question.text].join('  ')
}
