// docs/assistants.md: its prose is written there by hand; between marks stand what is entered in each assistant, the table of
// tools, and a conversation that was really had.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tools } from '../../packages/contract/dist/index.js'
import {
  FILE_EXISTS,
  listConnections,
  TRY_IT,
  TOKEN_PLACEHOLDER,
} from '../../packages/server/dist/interfaces/site/pages/assistants/connections.js'
import { fence, table } from '../markdown.mjs'

const SHOWN = { url: 'https://challenges.example/mcp', token: TOKEN_PLACEHOLDER }

const writeConnections = () =>
  [...listConnections(SHOWN).map(writeConnection), '### When it is entered', `${FILE_EXISTS} ${TRY_IT}`].join(
    '\n\n',
  )

const writeConnection = ({ assistant, entries, note }) =>
  [
    `### ${assistant}`,
    ...(note === undefined ? [] : [note]),
    ...entries.flatMap(({ file, language, text }) => [
      `In ${file === null ? 'a terminal' : `\`${file}\``}:`,
      fence(language, text),
    ]),
  ].join('\n\n')

const SENTENCE = /^.*?[.?](?= |$)/s

const writeTools = () =>
  table(
    ['tool', 'what it does', 'scope', 'asks first'],
    tools.map(({ name, description, endpoint, confirms }) => [
      `\`${name}\``,
      SENTENCE.exec(description)?.[0] ?? description,
      endpoint.scope === null ? '' : `\`${endpoint.scope}\``,
      confirms ? 'yes' : '',
    ]),
  )

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
