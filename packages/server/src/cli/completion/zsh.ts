// Completion for zsh, with what each command and option is for. Where a value is free, zsh completes files.
import { listArgumentValues, listOptionValues, writeWalk } from './cases.ts'
import type { CompletedCommand } from './tree.ts'

export const writeZsh = (tree: readonly CompletedCommand[]): string =>
  [
    '#compdef challenge-service',
    '# Completion of challenge-service for zsh.',
    '_challenge_service() {',
    '  local here= pending= word index',
    '  local -i position=0',
    '  local -a choices',
    '  for ((index = 2; index < CURRENT; index++)); do',
    '    word=${words[index]}',
    ...writeWalk(tree),
    '  done',
    '  if [[ -n $pending ]]; then',
    '    case "$here $pending" in',
    ...listOptionValues(tree).map(({ key, choices }) => writeEntries(key, choices)),
    '    esac',
    '  elif [[ ${words[CURRENT]} == -* ]]; then',
    '    case "$here" in',
    ...tree.map(({ path, options }) =>
      writeEntries(
        path,
        options.flatMap(({ names, description }) => names.map((name) => `${name}:${description}`)),
      ),
    ),
    '    esac',
    '  else',
    '    case "$here $position" in',
    ...tree
      .filter(({ subcommands }) => subcommands.length > 0)
      .map(({ path, subcommands }) =>
        writeEntries(
          `${path} 0`,
          subcommands.map(({ name, description }) => `${name}:${description}`),
        ),
      ),
    ...listArgumentValues(tree).map(({ key, choices }) => writeEntries(key, choices)),
    '    esac',
    '  fi',
    "  if (( ${#choices} )); then _describe -o 'challenge-service' choices; else _files; fi",
    '}',
    'if [[ $funcstack[1] == _challenge_service ]]; then',
    '  _challenge_service "$@"',
    'else',
    '  compdef _challenge_service challenge-service',
    'fi',
    '',
  ].join('\n')

const writeEntries = (key: string, entries: readonly string[]): string =>
  `      '${key}') choices=(${entries.map(quote).join(' ')}) ;;`

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
