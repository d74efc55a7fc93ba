// docs/assistants.md: its prose is written there by hand; between marks stand what is entered in each assistant, the list of
// tools, and a conversation that was really had.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tools } from '../../packages/contract/dist/index.js'
import {
  listConnections,
  TOKEN_PLACEHOLDER,
} from '../../packages/server/dist/interfaces/site/pages/assistants/connections.js'
import { fence } from '../markdown.mjs'

const SHOWN = { url: 'https://challenges.example/mcp', token: TOKEN_PLACEHOLDER }

/** One of each kind: a command, a program to start, an address. The settings page has them all. */
const EXAMPLES = ['Claude Code', 'Claude Desktop', 'Cursor']

const writeConnections = () =>
  listConnections(SHOWN)
    .filter(({ assistant }) => EXAMPLES.includes(assistant))
    .map(writeConnection)
    .join('\n\n')

const writeConnection = ({ assistant, entries, note }) =>
  [
    `### ${assistant}`,
    ...(note === undefined ? [] : [note]),
    ...entries.flatMap(({ file, language, text }) => [
      `In ${file === null ? 'a terminal' : `\`${file}\``}:`,
      fence(language, text),
    ]),
  ].join('\n\n')

const toolName = ({ name, confirms }) => (confirms ? `**\`${name}\`**` : `\`${name}\``)

/** A line for each scope; what a tool is for, its name tells. */
const writeTools = () =>
  [...new Set(tools.map(({ endpoint }) => endpoint.scope))]
    .map((scope) => {
      const names = tools.filter(({ endpoint }) => endpoint.scope === scope).map(toolName)
      return `- ${scope === null ? 'any scope' : `\`${scope}\``}: ${names.join(', ')}`
    })
    .join('\n')

const playConversation = async () => {
  const program = join(import.meta.dirname, 'play.mjs')
  return (await promisify(execFile)(process.execPath, [program])).stdout
}

const parts = { connections: writeConnections, tools: writeTools, conversation: playConversation }

export const refreshAssistants = async (document) => {
  let fresh = document
  for (const [name, write] of Object.entries(parts)) {
    const marked = new RegExp(`(?<=<!-- ${name} -->\n).*?(?=<!-- end of ${name} -->)`, 's')
    if (!marked.test(fresh)) throw new Error(`docs/assistants.md has no place for its ${name}`)
    const text = await write()
    fresh = fresh.replace(marked, () => `\n${text}\n\n`)
  }
  return fresh
}
