// Where MCP is served, as someone types it.
import { parseUrl } from '@challenge-service/contract/plain'

const MCP_PATH = '/mcp'

/** A URL without a path means that of MCP. Undefined where it is no place to post to. */
export const readEndpointUrl = (text: string): URL | undefined => {
  const url = parseUrl(text)
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined
  // A fragment is never sent, and a token is the only way in.
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (url.pathname === '/') url.pathname = MCP_PATH
  return url
}
