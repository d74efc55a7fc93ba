// What a message of the protocol asks for, as far as it has to be known before it is handed on.
import { tools, type Tool } from '@challenge-service/contract'
import { needsOf, type Needs } from '../admit.ts'
import type { RawMembers } from '../prepare.ts'

const byName = new Map(tools.map((tool) => [tool.name, tool]))

export const findTool = (name: unknown): Tool | undefined =>
  typeof name === 'string' ? byName.get(name) : undefined

/** Messages of the protocol count as reads, and tell nobody anything of what is theirs. */
export const protocolNeeds: Needs = { rateClass: 'read', rights: { scope: null, isPersonal: false } }

/** A call of a tool counts as its endpoint does, and takes what its endpoint takes. */
export const needsOfMessage = (message: RawMembers): Needs => {
  if (message['method'] !== 'tools/call') return protocolNeeds
  const tool = findTool((message['params'] as RawMembers | undefined)?.['name'])
  return tool ? needsOf(tool.endpoint) : protocolNeeds
}
