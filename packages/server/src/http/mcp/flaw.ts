// What is wrong with a message before anything is done for it, in a plain sentence.
import { INVALID_REQUEST } from '@modelcontextprotocol/server'
import type { RawMembers } from '../prepare.ts'

export interface Flaw {
  readonly status: number
  /** That of the message, or null where it cannot be repeated. */
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

/** It is held as long as its call, and repeated in all that a listener is told. */
const ID_MAX = 256

export const findFlaw = ({ id }: RawMembers): Flaw | undefined => {
  if (typeof id === 'string' && id.length > ID_MAX) {
    return unfitId(`The id of a message has at most ${ID_MAX} characters.`)
  }
  if (typeof id === 'number' && !Number.isFinite(id)) {
    return unfitId('The id of a message is too large a number.')
  }
  return undefined
}

const unfitId = (message: string): Flaw => ({
  status: 400,
  id: null,
  error: { code: INVALID_REQUEST, message },
})
