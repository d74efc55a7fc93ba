// The tools that a token may use: always in the same order.
import { tools, type Tool } from '@challenge-service/contract'
import type { Caller } from '../../features/access/actor.ts'

export const listUsableTools = ({ scopes }: Pick<Caller, 'scopes'>): readonly Tool[] =>
  tools.filter(({ endpoint: { scope } }) => scope === null || scopes.includes(scope))
