// Posts a message to the service. The only call to the outside of the command line.
import type { RpcMessage } from './message.ts'
import { headersOf } from './headers.ts'

export interface ServiceAddress {
  readonly url: URL
  readonly token: string
}

/** `agreed` is the revision that `initialize` settled. */
export const postMessage = (
  { url, token }: ServiceAddress,
  message: RpcMessage,
  agreed: string | undefined,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      ...headersOf(message, agreed),
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: message.text,
    signal,
    // A token goes nowhere but where it was meant to go.
    redirect: 'manual',
  })
