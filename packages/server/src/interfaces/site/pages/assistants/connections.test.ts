// Each entry is read as its format is read, and says where the service is and with which header it is called. None was tried
// with the assistant itself. What the formats were held against, in November 2026:
// - in the maker's own documents, in copies that may not be the newest: Claude Desktop (docs/docs/develop/
//   connect-local-servers.mdx of modelcontextprotocol), VS Code (docs/copilot/reference/mcp-configuration.md of vscode-docs),
//   Codex (docs/config.md of openai/codex), Gemini CLI (docs/tools/mcp-server.md of gemini-cli);
// - in what others quote of code.claude.com/docs/en/mcp: Claude Code. They show the header last, as here, and also say that
//   options come before the name;
// - in guides of others alone, as for `headers`: Cursor.
import { execFileSync } from 'node:child_process'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { listConnections, type ConnectionEntry } from './connections.ts'

// With everything that a shell, JSON and TOML give a meaning to.
const url = "https://challenges.example/mcp?user_email=o'brien+a%22b%5Cc@example.com&x=$HOME"
const token = 'cs_acc_0123456789'
const headers = { Authorization: `Bearer ${token}` }

const entriesOf = (assistant: string): readonly ConnectionEntry[] =>
  listConnections({ url, token }).find((one) => one.assistant === assistant)?.entries ?? []

const jsonOf = (assistant: string): unknown => {
  const [entry] = entriesOf(assistant)
  expect(entry?.language).toBe('json')
  return JSON.parse(entry?.text ?? '')
}

/** What a shell makes of the words behind the first. */
const wordsOf = (line: string): readonly string[] =>
  execFileSync('bash', ['-c', `claude() { printf '%s\\0' "$@"; }\n${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

describe('what is entered', () => {
  it('in Claude Code adds a server for every folder, by its transport, name, URL and header', () => {
    const [entry] = entriesOf('Claude Code')
    expect(wordsOf(entry?.text ?? '')).toEqual(
      ['mcp', 'add', '--scope', 'user', '--transport', 'http', 'challenges', url].concat([
        '--header',
        `Authorization: Bearer ${token}`,
      ]),
    )
  })

  it('in Claude Desktop starts the bridge, with the token in its environment', () => {
    expect(jsonOf('Claude Desktop')).toEqual({
      mcpServers: {
        challenges: {
          command: '/path/to/node',
          args: ['/path/to/challenge-service/bin/challenge-service', 'mcp', '--url', url],
          env: { CHALLENGE_SERVICE_TOKEN: token },
        },
      },
    })
  })

  it('in Cursor names URL and header', () => {
    expect(jsonOf('Cursor')).toEqual({ mcpServers: { challenges: { url, headers } } })
  })

  it('in VS Code asks for the token, which stands in no file', () => {
    expect(jsonOf('VS Code')).toEqual({
      inputs: [
        {
          type: 'promptString',
          id: 'challenge-service-token',
          description: 'Token of Challenge Service',
          password: true,
        },
      ],
      servers: {
        challenges: {
          type: 'http',
          url,
          headers: { Authorization: 'Bearer ${input:challenge-service-token}' },
        },
      },
    })
  })

  it('in Codex names the URL, and the variable that holds the token', () => {
    const [exported, config] = entriesOf('Codex')
    const printed = execFileSync('bash', ['-c', `${exported?.text}\nprintenv CHALLENGE_SERVICE_TOKEN`])
    expect(printed.toString().trim()).toBe(token)
    expect(parseToml(config?.text ?? '')).toEqual({
      mcp_servers: { challenges: { url, bearer_token_env_var: 'CHALLENGE_SERVICE_TOKEN' } },
    })
  })

  it('in Gemini CLI names the URL of a server that streams, and the header', () => {
    expect(jsonOf('Gemini CLI')).toEqual({ mcpServers: { challenges: { httpUrl: url, headers } } })
  })

  it('is one entry at least for each of the six', () => {
    expect(
      listConnections({ url, token }).map(({ assistant, entries }) => [assistant, entries.length]),
    ).toEqual([
      ['Claude Code', 1],
      ['Claude Desktop', 1],
      ['Cursor', 1],
      ['VS Code', 1],
      ['Codex', 2],
      ['Gemini CLI', 1],
    ])
  })
})
