// What is wrong with a message before anything is done for it, in a plain sentence.
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  PROTOCOL_VERSION_META_KEY,
  isJSONRPCRequest,
  specTypeSchemas,
} from '@modelcontextprotocol/server'
import type { RawMembers } from '../../operations/prepare.ts'

export interface Flaw {
  readonly status: number
  /** That of the message, or null where it cannot be repeated. */
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

/** It is held as long as its call, and repeated in all that a listener is told. */
const ID_MAX = 256

export const findFlaw = (message: RawMembers): Flaw | undefined =>
  findUnfitId(message) ?? findUnfitParameter(message)

const findUnfitId = ({ id }: RawMembers): Flaw | undefined => {
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

/** Those whose parameters the SDK would judge itself, in the words of its schemas. */
const schemas = new Map<string, (typeof specTypeSchemas)[keyof typeof specTypeSchemas]>([
  ['initialize', specTypeSchemas.InitializeRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
  ['tools/call', specTypeSchemas.CallToolRequest],
  ['resources/list', specTypeSchemas.ListResourcesRequest],
  ['resources/templates/list', specTypeSchemas.ListResourceTemplatesRequest],
  ['resources/read', specTypeSchemas.ReadResourceRequest],
])

const findUnfitParameter = (message: RawMembers): Flaw | undefined => {
  if (!isJSONRPCRequest(message)) return undefined
  const { id, method, params } = message
  // The newer revision has no such method, whatever its parameters are.
  if (method === 'initialize' && params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined) return undefined
  const judged = schemas.get(method)?.['~standard'].validate({ method, params: params ?? {} })
  const [, ...steps] = judged?.issues?.[0]?.path ?? []
  const names = steps.map((step) => String(typeof step === 'object' ? step.key : step))
  if (names.length === 0) return undefined
  const error = {
    code: INVALID_PARAMS,
    message: `The parameter ${names.join('.')} is missing, or not of the type that ${method} takes.`,
  }
  return { status: 200, id, error }
}
