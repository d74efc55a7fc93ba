// What all commands are declared with. What they do is in actions/, and is loaded when one is run: a command loads what
// it needs, and asking for help loads nothing more.
import { Argument, Option, type Command } from 'commander'

/** Adds the option of every command that works on a database. */
export const onDatabase = (command: Command): Command =>
  command.option('--database-url <url>', 'where the data is: sqlite:PATH or postgres://… (else DATABASE_URL)')

/** The same, for a command that ends by saying what it did. */
export const common = (command: Command): Command =>
  onDatabase(command).option('--json', 'print one JSON object, for programs')

export const confirmed = (command: Command): Command =>
  common(command).option('--yes', 'do it without asking, for scripts')

export const choiceOption = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices)

export const choiceArgument = (name: string, description: string, choices: readonly string[]): Argument =>
  new Argument(name, description).choices(choices)

export const example = (line: string): string => `\nExample:\n  $ challenge-service ${line}\n`
