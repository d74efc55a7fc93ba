// The tools that could be called now, of those that a token may use.
import type { Challenge } from '@challenge-service/contract'
import { toolsOf } from '../../../wording/action.ts'
import { otherOf } from '../../../wording/names.ts'
import type { Addressee } from './addressee.ts'

/** `Allowed now: agree, concede.` `refused`: those that were just called in vain. */
export const writeAllowed = (
  { role, status, positions, allowed_actions: actions }: Challenge,
  { tools }: Pick<Addressee, 'tools'>,
  refused: readonly string[] = [],
): string => {
  const except = [
    ...refused,
    ...(status === 'proposed' ? ['propose_outcome'] : []),
    ...(positions[otherOf(role)] === null ? ['agree'] : []),
  ]
  const named = new Set(actions.flatMap((action) => toolsOf[action]))
  const allowed = [...named].filter((tool) => tools.has(tool) && !except.includes(tool))
  return `Allowed now: ${allowed.join(', ') || 'nothing'}.`
}
