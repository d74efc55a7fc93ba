// Plays the conversation of docs/assistants.md against the real service, with a clock that stands still and chance that
// repeats, and prints it. A process of its own, started by refresh.mjs: ids go on from those that a process made before.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openService, SHOWN_URL } from '../guide/service.mjs'
import { fence } from '../markdown.mjs'
import { conversation } from './conversation.mjs'

const REVISION = '2026-07-28'
const still = join(import.meta.dirname, '../guide/still-command.mjs')

const makePeople = async (service) => {
  const operate = async (...args) => {
    const { stdout } = await promisify(execFile)('bin/challenge-service', [...args, '--json'], {
      cwd: service.folder,
      env: { ...service.environment, PATH: process.env.PATH, NODE_OPTIONS: `--import ${still}` },
    })
    return JSON.parse(stdout)
  }
  const addPerson = async (name) => {
    const email = `${name.toLowerCase()}@example.com`
    await operate('account', 'create', '--email', email, '--first-name', name, '--plan', 'club')
    return (await operate('token', 'create', '--account', email, '--name', 'assistant')).token
  }
  return { ana: await addPerson('Ana'), ben: await addPerson('Ben') }
}

const post = async (url, token, body, headers = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok || answer.error) throw new Error(`the conversation is refused: ${JSON.stringify(answer)}`)
  return answer
}

/** One call of a tool, as a client that cannot ask its person makes it. */
const callTool = async (service, token, name, input) => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  }
  const params = { name, arguments: input, _meta: meta }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  return (await post(`${service.url}/mcp`, token, message, headers)).result
}

const quote = (text) => `> **Ana:** ${text}`

/** What was called and what came back. A confirmation is different each time, and says nothing to a reader. */
const show = (name, input, { content, structuredContent }) => {
  const text = content.map((block) => block.text).join('\n')
  const whole = `${name} ${JSON.stringify(input)}\n\n${text}`
  const confirmation = structuredContent?.to_confirm?.confirmation ?? input.confirmation
  return fence('text', confirmation ? whole.replaceAll(confirmation, '…') : whole)
}

const player = (service, { ana, ben }) => {
  const ids = {}
  let asked

  const callAsBen = async (_, path, body) => (await post(`${service.url}${path}`, ben, body)).data

  const call = async (name, input) => {
    const result = await callTool(service, ana, name, input)
    const confirmation = result.structuredContent?.to_confirm?.confirmation
    asked = confirmation === undefined ? undefined : { name, input: { ...input, confirmation } }
    return { result, shown: show(name, input, result) }
  }

  return async ({ says, tool, input, confirms, meanwhile, ben: act, made, after }) => {
    if (meanwhile) {
      ids[made] = (await act(callAsBen, ids)).id
      return meanwhile
    }
    if (confirms && !asked) throw new Error(`nothing was asked before: ${says}`)
    const { result, shown } = confirms ? await call(asked.name, asked.input) : await call(tool, input(ids))
    if (made) ids[made] = result.structuredContent.id
    return [quote(says), shown, after].filter(Boolean).join('\n\n')
  }
}

const service = await openService()
try {
  const play = player(service, await makePeople(service))
  const parts = []
  for (const step of conversation) parts.push(await play(step))
  process.stdout.write(parts.join('\n\n').replaceAll(service.url, SHOWN_URL))
} finally {
  await service.close()
}
