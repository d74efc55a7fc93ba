// docs/assistants.md: its prose is written there by hand; between marks stand what is entered in each assistant, the table of
// tools, and a conversation that was really had.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tools } from '../../packages/contract/dist/index.js'
import {
  listConnections,
  TOKEN_PLACEHOLDER,
} from '../../packages/server/dist/interfaces/site/pages/assistants/connections.js'
import { fence, table } from '../markdown.mjs'

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

const quoted = (names) => names.map((name) => `\`${name}\``).join(', ')

const namesOf = (some) => quoted(some.map(({ name }) => name))

/** A row for each scope. A tool whose name does not tell what it is for is described to the assistant, not here. */
const writeTools = () => {
  const scopes = [...new Set(tools.map(({ endpoint }) => endpoint.scope))]
  const rows = scopes.map((scope) => {
    const ofScope = tools.filter(({ endpoint }) => endpoint.scope === scope)
    return [
      quoted([scope ?? 'any']),
      namesOf(ofScope.filter(({ confirms }) => !confirms)),
      namesOf(ofScope.filter(({ confirms }) => confirms)),
    ]
  })
  return table(['Scope', 'Tools', 'Tools that need your confirmation'], rows)
}

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
