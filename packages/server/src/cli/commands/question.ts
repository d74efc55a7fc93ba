// challenge-service question …
import type { Command } from 'commander'
import { parseDate } from './arguments.ts'
import { common, example } from './common.ts'
import type { AddQuestionOptions, ListQuestionsOptions } from '../options.ts'

const load = () => import('../actions/question.ts')

const gather = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

export const addQuestionCommands = (program: Command): void => {
  const question = program.command('question').description('schedule daily questions and list them')

  common(question.command('add'))
    .description('schedule a question for a day to come; other days take the next of a built-in list')
    .requiredOption('--date <day>', 'the day in UTC, as YYYY-MM-DD', parseDate)
    .requiredOption('--text <text>', 'the question')
    .requiredOption('--option <text>', 'an option; give two to ten', gather)
    .addHelpText(
      'after',
      example('question add --date 2027-01-01 --text "Tea or coffee?" --option Tea --option Coffee'),
    )
    .action(async (options: AddQuestionOptions) => (await load()).add(options))

  common(question.command('list'))
    .description('list the questions of today and of the days to come that have one')
    .option('--from <day>', 'begin with this day instead, as YYYY-MM-DD', parseDate)
    .addHelpText('after', example('question list --from 2026-11-01'))
    .action(async (options: ListQuestionsOptions) => (await load()).list(options))
}
