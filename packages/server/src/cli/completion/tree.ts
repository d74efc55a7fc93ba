// The commands as a shell completes them: read from the tree itself, so that completion never lags behind.
import type { Command } from 'commander'

export interface CompletedOption {
  /** Such as `--plan`, and `-h` where it has a short form. */
  readonly names: readonly string[]
  readonly takesValue: boolean
  /** The values that it takes, where they are fixed. */
  readonly choices: readonly string[]
  readonly description: string
}

export interface CompletedCommand {
  /** Such as `account create`; empty for the program. */
  readonly path: string
  readonly description: string
  readonly options: readonly CompletedOption[]
  /** Of each argument, the values that it takes where they are fixed. */
  readonly argumentChoices: readonly (readonly string[])[]
  readonly subcommands: readonly { readonly name: string; readonly description: string }[]
}

export const readTree = (program: Command): readonly CompletedCommand[] => readBelow(program, '')

const readBelow = (command: Command, path: string): readonly CompletedCommand[] => [
  readOne(command, path),
  ...command.commands.flatMap((sub) => readBelow(sub, path === '' ? sub.name() : `${path} ${sub.name()}`)),
]

const readOne = (command: Command, path: string): CompletedCommand => ({
  path,
  description: command.description(),
  options: command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, required, optional, argChoices, description }) => ({
      names: [long, short].filter((name) => name !== undefined && name !== null),
      takesValue: required || optional,
      choices: argChoices ?? [],
      description,
    })),
  argumentChoices: command.registeredArguments.map(({ argChoices }) => argChoices ?? []),
  subcommands: command.commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
})
