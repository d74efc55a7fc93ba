// JSON-RPC as it passes the bridge: of a message it reads only what it must know to carry it.

export type MessageId = string | number

export interface RpcMessage {
  /** The text as it came, which is passed on unchanged. */
  readonly text: string
  /** Undefined for what wants no answer. */
  readonly id: MessageId | undefined
  /** Undefined for an answer of the client's. */
  readonly method: string | undefined
  readonly params: Readonly<Record<string, unknown>>
}

/** Undefined where it is no JSON-RPC message. */
export const readMessage = (text: string): RpcMessage | undefined => {
  const value = parse(text)
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return undefined
  const { id, method, params } = value
  return {
    text,
    id: typeof method === 'string' && isId(id) ? id : undefined,
    method: typeof method === 'string' ? method : undefined,
    params: isRecord(params) ? params : {},
  }
}

/** What a text of the service is to a request: its answer, a message beside it, an answer to another, or no message. */
export type Relation = 'answer' | 'beside' | 'stray' | 'no message'

/** `id` is that of the request; undefined where it wants no answer. */
export const relationOf = (id: MessageId | undefined, text: string): Relation => {
  const value = parse(text)
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return 'no message'
  if ('method' in value) return 'result' in value || 'error' in value ? 'no message' : 'beside'
  return id !== undefined && value['id'] === id ? 'answer' : 'stray'
}

export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isId = (value: unknown): value is MessageId =>
  typeof value === 'string' || typeof value === 'number'

/** A text of JSON on one line: only the layout of JSON can hold a line break. */
export const onOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ')

/** What JSON-RPC calls these faults. */
export const faults = { unreadable: -32_700, unknownShape: -32_600, refused: -32_000 } as const

export interface RpcFault {
  readonly code: number
  readonly message: string
  readonly data?: object
}

export const writeFault = (id: MessageId | null, error: RpcFault): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error })
