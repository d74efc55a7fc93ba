// Completion for bash. Where a value is free, bash completes the names of files.
import { listArgumentValues, listNames, listOptionValues, writeWalk } from './cases.ts'
import type { CompletedCommand } from './tree.ts'

export const writeBash = (tree: readonly CompletedCommand[]): string =>
  [
    '# Completion of challenge-service for bash.',
    '_challenge_service() {',
    '  local cur=${COMP_WORDS[COMP_CWORD]} here= pending= position=0 word index choices=',
    '  COMPREPLY=()',
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    '    word=${COMP_WORDS[index]}',
    ...writeWalk(tree),
    '  done',
    '  if [[ -n $pending ]]; then',
    '    case "$here $pending" in',
    ...listOptionValues(tree).map(writeChoices),
    '    esac',
    '  elif [[ $cur == -* ]]; then',
    '    case "$here" in',
    ...tree.map(({ path, options }) => writeChoices({ key: path, choices: listNames(options) })),
    '    esac',
    '  else',
    '    case "$here $position" in',
    ...tree
      .filter(({ subcommands }) => subcommands.length > 0)
      .map(({ path, subcommands }) =>
        writeChoices({ key: `${path} 0`, choices: subcommands.map(({ name }) => name) }),
      ),
    ...listArgumentValues(tree).map(writeChoices),
    '    esac',
    '  fi',
    '  if [[ -n $choices ]]; then COMPREPLY=($(compgen -W "$choices" -- "$cur")); fi',
    '}',
    'complete -o default -F _challenge_service challenge-service',
    '',
  ].join('\n')

const writeChoices = ({
  key,
  choices,
}: {
  readonly key: string
  readonly choices: readonly string[]
}): string => `      '${key}') choices='${choices.join(' ')}' ;;`
