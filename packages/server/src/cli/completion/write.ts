// The script of each shell.
import type { Command } from 'commander'
import { writeBash } from './bash.ts'
import { writeFish } from './fish.ts'
import type { Shell } from './shells.ts'
import { readTree, type CompletedCommand } from './tree.ts'
import { writeZsh } from './zsh.ts'

const writers: Readonly<Record<Shell, (tree: readonly CompletedCommand[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
}

export const writeCompletion = (program: Command, shell: Shell): string => writers[shell](readTree(program))
