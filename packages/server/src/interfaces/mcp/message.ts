// What a message of the protocol asks for, as far as it has to be known before it is handed on.
import { tools, type Endpoint, type Tool } from '@challenge-service/contract'
import { needsOf, type Needs } from '../http/admit.ts'
import type { RawMembers } from '../../operations/prepare.ts'
import { findResource } from './resources/resource-uris.ts'

const byName = new Map<string, Tool>(tools.map((tool) => [tool.name, tool]))

export const findTool = (name: unknown): Tool | undefined =>
  typeof name === 'string' ? byName.get(name) : undefined

/** Messages of the protocol count as reads, and tell nobody anything of what is theirs. */
export const protocolNeeds: Needs = { rateClass: 'read', rights: { scope: null, isPersonal: false } }

/** What tells someone of what is theirs, and shows to each token what its scopes let it see. */
const ownNeeds: Needs = { rateClass: 'read', rights: { scope: null, isPersonal: true } }

/** A call of a tool counts as its endpoint does, and takes what its endpoint takes; a resource likewise. */
export const needsOfMessage = (message: RawMembers): Needs => {
  const params = message['params'] as RawMembers | undefined
  switch (message['method']) {
    case 'tools/call':
      return needsOfEndpoint(findTool(params?.['name'])?.endpoint)
    case 'resources/read':
      return needsOfEndpoint(findResource(params?.['uri'])?.endpoint)
    case 'resources/list':
    case 'subscriptions/listen':
      return ownNeeds
    default:
      return protocolNeeds
  }
}

/** What is not there takes no scope: it is refused for that alone. */
const needsOfEndpoint = (endpoint: Endpoint | undefined): Needs =>
  endpoint ? needsOf(endpoint) : protocolNeeds
