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

The \`--help\` of every command. In a checkout the program is \`bin/challenge-service\`; [Operating](operating.md#running-commands) shows how to run it elsewhere. This page is written by \`npm run generate\`.

Commands that use a database take \`--database-url\`, or the setting \`DATABASE_URL\`. With \`--json\` they print one JSON object on standard output, and nothing else.

| Exit status | Meaning |
| --- | --- |
| 0 | Success |
| 1 | Refused; standard error says why, in one line (one per wrong setting) |
| 2 | Wrong usage: an unknown command or option, or a value that is missing or not allowed |

Only \`migrate\` and \`serve\` bring a database up to date. They create a missing database, and so do \`account create\`, \`group create\` and \`question add\`; for other commands it is an error.`
