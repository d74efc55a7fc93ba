// What the scripts of bash and zsh share: walking over the words before the cursor, by a `case` over known ones.
import type { CompletedCommand, CompletedOption } from './tree.ts'

/** Sets `here` to the command that was named, `pending` to an option that waits for its value, and counts arguments. */
export const writeWalk = (tree: readonly CompletedCommand[]): readonly string[] => [
  '    if [[ -n $pending ]]; then pending=; continue; fi',
  '    case "$here $word" in',
  ...tree
    .filter(({ subcommands }) => subcommands.length > 0)
    .map(({ path, subcommands }) => {
      const known = subcommands.map(({ name }) => `'${path} ${name}'`).join('|')
      return `      ${known}) here="\${here:+$here }$word" ;;`
    }),
  ...tree.flatMap(({ path, options }) => {
    const waiting = options.filter(({ takesValue }) => takesValue).flatMap(({ names }) => names)
    return waiting.length === 0
      ? []
      : [`      ${waiting.map((name) => `'${path} ${name}'`).join('|')}) pending=$word ;;`]
  }),
  "      *' -'*) ;;",
  '      *) position=$((position + 1)) ;;',
  '    esac',
]

export interface CompletedValues {
  /** A command and an option, or a command and the number of an argument. */
  readonly key: string
  readonly choices: readonly string[]
}

export const listOptionValues = (tree: readonly CompletedCommand[]): readonly CompletedValues[] =>
  tree.flatMap(({ path, options }) =>
    options.flatMap(({ names, choices }) =>
      choices.length === 0 ? [] : names.map((name) => ({ key: `${path} ${name}`, choices })),
    ),
  )

export const listArgumentValues = (tree: readonly CompletedCommand[]): readonly CompletedValues[] =>
  tree.flatMap(({ path, argumentChoices }) =>
    argumentChoices.flatMap((choices, index) =>
      choices.length === 0 ? [] : [{ key: `${path} ${index}`, choices }],
    ),
  )

export const listNames = (options: readonly CompletedOption[]): readonly string[] =>
  options.flatMap(({ names }) => names)
