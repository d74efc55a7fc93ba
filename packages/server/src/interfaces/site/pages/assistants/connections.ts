// What to enter where, so that an assistant reaches this service, in the format of each; connections.test.ts says what these
// were held against.
// Pure, and the only place of these formats: the site and docs/assistants.md show what it gives.

export interface ConnectionEntry {
  /** The file in which it belongs; null for a terminal. */
  readonly file: string | null
  readonly language: 'sh' | 'json' | 'toml'
  readonly text: string
}

export interface AssistantConnection {
  /** What people call the assistant. */
  readonly assistant: string
  readonly entries: readonly ConnectionEntry[]
  /** What must be known beyond the entries; plain text. */
  readonly note?: string
}

/** To see whether an assistant is connected. */
export const TRY_IT =
  'To see that it works, ask it: “What waits for me in my challenges?” In Claude Code, /mcp lists it.'

/** Of a file that is not new. */
export const FILE_EXISTS =
  'If a file exists already, add to it what stands inside mcpServers, servers, inputs or mcp_servers.'

/** Stands for a token where none is shown. */
export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN'

/** The variable that `challenge-service mcp` reads, and that Codex is told to read. */
const TOKEN_VARIABLE = 'CHALLENGE_SERVICE_TOKEN'

/** What the service is called there, and where the program stands that speaks for it, and what runs that. */
const NAME = 'challenges'
const NODE = '/path/to/node'
const PROGRAM = '/path/to/challenge-service/bin/challenge-service'
const VS_CODE_INPUT = 'challenge-service-token'

interface Reached {
  /** That of /mcp. */
  readonly url: string
  readonly token: string
}

export const listConnections = ({ url, token }: Reached): readonly AssistantConnection[] => {
  const headers = { Authorization: `Bearer ${token}` }
  return [
    {
      assistant: 'Claude Code',
      entries: [
        terminal(
          `claude mcp add --scope user --transport http ${NAME} ${quote(url)} --header ${quote(`Authorization: Bearer ${token}`)}`,
        ),
      ],
    },
    {
      assistant: 'Claude Desktop',
      entries: [
        json('claude_desktop_config.json', {
          mcpServers: {
            [NAME]: {
              command: NODE,
              args: [PROGRAM, 'mcp', '--url', url],
              env: { [TOKEN_VARIABLE]: token },
            },
          },
        }),
      ],
      note: 'It starts a program that speaks for it: the command line of Challenge Service, installed on your computer. Write the paths that they have there: the first is what “which node” prints, the second is where you installed it. The file opens from Settings, Developer, Edit Config. Then quit Claude Desktop, and start it again.',
    },
    {
      assistant: 'Cursor',
      entries: [json('~/.cursor/mcp.json', { mcpServers: { [NAME]: { url, headers } } })],
    },
    {
      assistant: 'VS Code',
      entries: [
        json('.vscode/mcp.json', {
          inputs: [
            {
              type: 'promptString',
              id: VS_CODE_INPUT,
              description: 'Token of Challenge Service',
              password: true,
            },
          ],
          servers: {
            [NAME]: {
              type: 'http',
              url,
              headers: { Authorization: `Bearer \${input:${VS_CODE_INPUT}}` },
            },
          },
        }),
      ],
      note: 'It asks for the token when it first connects, and keeps it out of the file.',
    },
    {
      assistant: 'Codex',
      entries: [
        terminal(`export ${TOKEN_VARIABLE}=${quote(token)}`),
        {
          file: '~/.codex/config.toml',
          language: 'toml',
          text: `[mcp_servers.${NAME}]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = ${JSON.stringify(TOKEN_VARIABLE)}`,
        },
      ],
      note: 'It reads the token from the environment that it is started in.',
    },
    {
      assistant: 'Gemini CLI',
      entries: [json('~/.gemini/settings.json', { mcpServers: { [NAME]: { httpUrl: url, headers } } })],
    },
  ]
}

const terminal = (text: string): ConnectionEntry => ({ file: null, language: 'sh', text })

const json = (file: string, content: object): ConnectionEntry => ({
  file,
  language: 'json',
  text: JSON.stringify(content, null, 2),
})

/** One word of a shell, whatever stands in it. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
