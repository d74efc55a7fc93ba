// One HTTP call over a real socket.
import { request } from 'undici'

export interface CallOptions {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is. */
  readonly raw?: string | Buffer
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  readonly body: ReplyBody
}

/** Every body of /v1 is one of these, as far as tests look into it. */
export interface ReplyBody {
  readonly data?: unknown
  readonly next_cursor?: string | null
  readonly error?: {
    readonly code: string
    readonly reason: string
    readonly message: string
    readonly fields?: readonly { readonly field: string; readonly message: string }[]
    readonly retry_after?: number
    readonly allowed_actions?: readonly string[]
  }
  readonly request_id?: string
}

export const call = async (
  url: string,
  method: string,
  path: string,
  { token, headers = {}, body, raw }: CallOptions = {},
): Promise<Reply> => {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await request(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const text = await response.body.text()
  return {
    status: response.statusCode,
    headers: response.headers as Readonly<Record<string, string | undefined>>,
    text,
    body: text === '' ? {} : (JSON.parse(text) as ReplyBody),
  }
}
