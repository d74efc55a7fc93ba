// Completion for fish, with what each command and option is for.
import type { CompletedCommand, CompletedOption } from './tree.ts'

export const writeFish = (tree: readonly CompletedCommand[]): string =>
  [
    '# Completion of challenge-service for fish.',
    'function __challenge_service_here',
    '  set -l here',
    '  for word in (commandline -opc)[2..-1]',
    '    set -l next (string trim -- "$here $word")',
    `    if contains -- $next ${tree.flatMap(({ path }) => (path === '' ? [] : [quote(path)])).join(' ')}`,
    '      set here $next',
    '    end',
    '  end',
    '  echo $here',
    'end',
    'complete -c challenge-service -f',
    ...tree.flatMap(writeCommand),
    '',
  ].join('\n')

const writeCommand = ({
  path,
  options,
  argumentChoices,
  subcommands,
}: CompletedCommand): readonly string[] => {
  const start = `complete -c challenge-service -n ${quote(`test "$(__challenge_service_here)" = "${path}"`)}`
  return [
    ...subcommands.map(({ name, description }) => `${start} -a ${name} -d ${quote(description)}`),
    ...argumentChoices
      .filter((choices) => choices.length > 0)
      .map((choices) => `${start} -a ${quote(choices.join(' '))}`),
    ...options.map((option) => `${start} ${writeOption(option)}`),
  ]
}

const writeOption = ({ names, takesValue, choices, description }: CompletedOption): string => {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  const values = choices.length > 0 ? [`-x -a ${quote(choices.join(' '))}`] : takesValue ? ['-r'] : []
  return [...flags, ...values, `-d ${quote(description)}`].join(' ')
}

const quote = (text: string): string =>
  `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`
