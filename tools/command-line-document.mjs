// docs/command-line.md: the help of every command, as the command line prints it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

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
      `${command.parent?.parent ? '###' : '##'} ${nameOf(command)}\n\n\`\`\`text\n${printHelp(command)}\n\`\`\``,
  )
  return `${introduction}\n\n${sections.join('\n\n')}\n`
}

const introduction = `# The command line

What \`--help\` prints, of every command. In a clone of the repository the program is \`bin/challenge-service\`. [Commands by example](commands.md) shows what each prints, and [Operating](operating.md) tells how to set up and look after a service with them. [What the command line refuses](command-line-errors.md) has its errors. This page is written by \`npm run generate\`.

A command that works on a database takes \`--database-url\`, or the setting \`DATABASE_URL\`. With \`--json\` it prints one JSON object on standard output, and nothing else.

| exit status | what it means                                                                    |
| ----------- | -------------------------------------------------------------------------------- |
| 0           | it was done                                                                      |
| 1           | it was refused; one line on standard error says why (of settings, one for each)  |
| 2           | a wrong use: an unknown command or option, a value that is missing or not allowed |

Only \`migrate\` and \`serve\` bring a database up to date. They, \`account create\`, \`group create\` and \`question add\` make one where there is none; every other command says that it is not there.`
