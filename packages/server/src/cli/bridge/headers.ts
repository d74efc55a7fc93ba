// The headers of a message on its way by HTTP: what it says itself, once more where proxies look for it (MCP 2026-07-28).
import { isRecord, type RpcMessage } from './message.ts'

const VERSION_MEMBER = 'io.modelcontextprotocol/protocolVersion'

/** Which member of the parameters is named in a header. */
const named = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** `agreed` is the revision that `initialize` settled; newer clients say theirs in each message. */
export const headersOf = (
  { method, params }: RpcMessage,
  agreed: string | undefined,
): Readonly<Record<string, string>> => {
  const own = versionOf(params)
  if (own === undefined || method === undefined) return agreed ? { 'MCP-Protocol-Version': agreed } : {}
  const name = params[named.get(method) ?? '']
  return {
    'MCP-Protocol-Version': own,
    'Mcp-Method': encode(method),
    ...(typeof name === 'string' ? { 'Mcp-Name': encode(name) } : {}),
  }
}

const versionOf = ({ _meta: meta }: RpcMessage['params']): string | undefined => {
  const version = isRecord(meta) ? meta[VERSION_MEMBER] : undefined
  return typeof version === 'string' && isPlain(version) ? version : undefined
}

/** What a header cannot hold as it is goes in base64, between marks. */
const encode = (text: string): string =>
  isPlain(text) && !MARKED.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

const MARKED = /^=\?base64\?.*\?=$/

const isPlain = (text: string): boolean => /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text)
