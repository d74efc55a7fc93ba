// docs/command-line.md: the help of every command, as the command line prints it, and what it says where it refuses.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listErrors } from './command-line-errors.mjs'

const WIDTH = 100
const built = join(import.meta.dirname, '../packages/server/dist/cli/program.js')

const printHelp = (command) => {
  let text = ''
  command
    .configureHelp({ ...command.configureHelp(), helpWidth: WIDTH })
    .configureOutput({ writeOut: (piece) => (text += piece) })
  command.outputHelp()
  return text.trim()
}

/** Every command below this one, each after the one that it belongs to. */
const listCommands = (command) => command.commands.flatMap((sub) => [sub, ...listCommands(sub)])

const nameOf = (command) => (command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name())

export const commandLineDocument = async () => {
  const { makeProgram } = await import(pathToFileURL(built).href)
  const program = makeProgram()
  const sections = [program, ...listCommands(program)].map(
    (command) =>
      `${command.parent?.parent ? '###' : '##'} ${nameOf(command)}\n\n\`\`\`\n${printHelp(command)}\n\`\`\``,
  )
  return `${introduction}\n\n${sections.join('\n\n')}\n\n${await describeErrors()}\n`
}

const listed = (sentences) => sentences.map((sentence) => `error: ${sentence}`).join('\n')

const describeErrors = async () => {
  const { refusals, wrongUses } = await listErrors()
  return `## What it says where it refuses

On standard error, with … for whatever it is about. Settings that are wrong are named by themselves, as in [Operating](operating.md#settings). What the system says of a file, a host or a port is said with its name and its code, such as \`(EACCES)\`.

With exit status 1:

\`\`\`
${listed(refusals)}
\`\`\`

With exit status 2, beside what is said of an unknown command or option, with the nearest one that there is:

\`\`\`
${listed(wrongUses)}
\`\`\``
}

const introduction = `# The command line

What \`--help\` prints, of every command. In a clone of the repository the program is \`bin/challenge-service\`. [Operating](operating.md) tells how to set up and look after a service with it. This page is written by \`npm run generate\`.

A command that works on a database takes \`--database-url\`, or the setting \`DATABASE_URL\`. With \`--json\` it prints one JSON object on standard output, and nothing else.

| exit status | what it means                                                                    |
| ----------- | -------------------------------------------------------------------------------- |
| 0           | it was done                                                                      |
| 1           | it was refused; one line on standard error says why (of settings, one for each)  |
| 2           | a wrong use: an unknown command or option, a value that is missing or not allowed |

Only \`migrate\` and \`serve\` bring a database up to date. \`account create\`, \`group create\` and \`question add\` make one where there is none; every other command says that it is not there.`
