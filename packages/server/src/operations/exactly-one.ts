// Members of which exactly one must be sent. A schema that says so (`oneOf` of what is required) is beyond many tools
// that read OpenAPI documents, so the rule is told in words there and checked here.
import type { FieldProblem } from '../kernel/refusal.ts'
import type { RawMembers } from './prepare.ts'

const none: readonly FieldProblem[] = []

/** What is wrong unless exactly one of the names is there; nothing where there are no names. */
export const findUnlessOne = (names: readonly string[], sent: RawMembers): readonly FieldProblem[] => {
  const [first, ...others] = names
  if (first === undefined) return none
  const [given, ...beside] = names.filter((name) => Object.hasOwn(sent, name))
  if (given === undefined) {
    return [{ field: first, message: `is required, or ${others.join(' or ')} in its place` }]
  }
  return beside.map((field) => ({
    field,
    message: `cannot be sent together with ${given}: send exactly one of ${names.join(', ')}`,
  }))
}
