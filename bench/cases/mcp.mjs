// The tools of assistants, each beside the call of the API that it comes to.

const REVISION = '2026-07-28'

const meta = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const bearer = ({ token }) => ({ authorization: `Bearer ${token}` })

const messageOf = (person, method, params, headers) => ({
  method: 'POST',
  path: '/mcp',
  headers: {
    ...bearer(person),
    ...headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

const callOf = (person, name, input) =>
  messageOf(
    person,
    'tools/call',
    { name, arguments: input, _meta: meta },
    { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': name },
  )

/** Of the revision before, which answers in a stream. */
const olderCallOf = (person, name, input) =>
  messageOf(person, 'tools/call', { name, arguments: input }, { 'mcp-protocol-version': '2025-11-25' })

const tool = (name, title, comparedTo, timesAtMost, requestOf) => ({
  name,
  title,
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: {},
  comparedTo,
  timesAtMost,
  // Ids, names and times are in words too.
  bytesApart: 0.1,
  worlds: ['everyday'],
  requests: ({ people, everyday }) =>
    people.map((person, index) => requestOf(person, everyday.challengeOf(index))),
})

export const mcp = [
  tool('mcp-read', 'the tool get_challenge', 'read', 6, (person, id) =>
    callOf(person, 'get_challenge', { challenge_id: id }),
  ),
  tool('mcp-read-older', 'the tool get_challenge, by the revision before', 'read', 6, (person, id) =>
    olderCallOf(person, 'get_challenge', { challenge_id: id }),
  ),
  tool('mcp-list', 'the tool list_challenges, 25', 'list', 6, (person) =>
    callOf(person, 'list_challenges', { limit: 25 }),
  ),
]
