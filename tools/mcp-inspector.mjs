// `npm run test:mcp-inspector`: the command line of MCP Inspector, on a Node that it needs, lists the tools of a service,
// finds nothing wrong with their schemas, calls one, and reads a resource: by HTTP, and by the bridge.
import { join } from 'node:path'
import { openService } from './generators/service.mjs'
import { installPrograms } from './mcp/programs.mjs'

const INSPECTOR = '@modelcontextprotocol/inspector'
const VERSION = '2.12.0'
const bin = join(import.meta.dirname, '../bin/challenge-service')

const service = await openService()
const { TOKEN } = await service.invite('inspector')
const programs = await installPrograms(`${INSPECTOR}@${VERSION}`)

const byHttp = [`${service.url}/mcp`, '--header', `Authorization: Bearer ${TOKEN}`]
const byBridge = [
  process.execPath,
  bin,
  'mcp',
  '--url',
  service.url,
  '-e',
  `CHALLENGE_SERVICE_TOKEN=${TOKEN}`,
]

const inspect = async (way, ...args) => {
  const script = `${INSPECTOR}/clients/launcher/build/index.js`
  const { status, stdout, stderr } = await programs.run(script, '--cli', ...way, ...args)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}${stdout}`)
  return JSON.parse(stdout)
}

const expectSame = (what, given, expected) => {
  const [one, other] = [given, expected].map((value) => JSON.stringify(value))
  if (one !== other) throw new Error(`${what}: ${one} in place of ${other}`)
}

try {
  for (const [name, way] of Object.entries({ byHttp, byBridge })) {
    const { tools } = await inspect(way, '--method', 'tools/list', '--strict')
    if (!tools.some((tool) => tool.name === 'get_challenge'))
      throw new Error(`${name}: the tools are missing`)
    const called = await inspect(way, '--method', 'tools/call', '--tool-name', 'list_challenges')
    expectSame(name, called.structuredContent, { items: [], next_cursor: null })
    const { resources } = await inspect(way, '--method', 'resources/list')
    expectSame(
      name,
      resources.map(({ uri }) => uri),
      ['challenge-service://events'],
    )
    console.log(`${name}: ${tools.length} tools listed, one called, resources listed`)
  }
} finally {
  programs.remove()
  await service.close()
}
