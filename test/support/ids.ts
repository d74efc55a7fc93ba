// Ids for tests: written by hand, or given by the service as text.
import type { Id, newId } from '../../packages/server/src/kernel/ids.ts'

/** A text as the id of such a thing, whether or not there is one. */
export const asId = <Kind extends Parameters<typeof newId>[0]>(_kind: Kind, text: string): Id<Kind> =>
  text as Id<Kind>
