// The official clients with the bridge between them and a service: they start `challenge-service mcp` themselves.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { bin } from './bridge.ts'
import { info, type Assistant, type AssistantResult, type Revision } from './mcp.ts'

const programFor = (url: string, token: string) => ({
  command: bin,
  args: ['mcp', '--url', url],
  env: { PATH: process.env['PATH'] ?? '', CHALLENGE_SERVICE_TOKEN: token },
})

/** The revision of 2026. */
export const connectClient = async (url: string, token: string): Promise<Client> => {
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StdioClientTransport(programFor(url, token)))
  return client
}

export const connectByStdio = async (
  revision: Revision,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<Assistant> => {
  if (revision === '2026-07-28') {
    const client = await connectClient(url, token)
    return {
      revision: client.getNegotiatedProtocolVersion(),
      listTools: async () => (await client.listTools()).tools,
      callTool: (name, input = {}) => client.callTool({ name, arguments: input }),
      close: () => client.close(),
    }
  }
  const client = new OlderClient(info)
  await client.connect(new OlderTransport(programFor(url, token)))
  return {
    revision,
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, input = {}) =>
      (await client.callTool({ name, arguments: input })) as AssistantResult,
    close: () => client.close(),
  }
}
