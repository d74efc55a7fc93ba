// The peers of a bridge: servers of the test, which answer as they please.
import { afterEach } from 'vitest'
import { startBridge, type StartedBridge } from './bridge.ts'
import { startReceiver, type Behaviour, type Receiver } from './receivers.ts'

export const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })

export const reply = (status: number, body: string, type = 'application/json', more = ''): string =>
  `HTTP/1.1 ${status} Said\r\nContent-Type: ${type}\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

export const streamHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n'

export const idOf = (body: string): unknown => (JSON.parse(body) as { readonly id?: unknown }).id
export const resultOf = (body: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: idOf(body), result: {} })

interface Started {
  receiver?: Receiver
  bridge?: StartedBridge
}

interface Bridges {
  /** Ended after each test. */
  readonly started: Started
  readonly bridgeTo: (
    behave: Behaviour,
    path?: string,
    args?: readonly string[],
  ) => Promise<readonly [StartedBridge, Receiver]>
}

/** Called within a `describe`. */
export const bridges = (): Bridges => {
  const started: Started = {}
  afterEach(async () => {
    await started.bridge?.end()
    await started.receiver?.close()
    delete started.bridge
    delete started.receiver
  })
  return {
    started,
    bridgeTo: async (behave, path = '/mcp', args = []) => {
      const receiver = await startReceiver(behave)
      const bridge = startBridge(`http://127.0.0.1:${receiver.port}${path}`, 'cs_acc_token', args)
      Object.assign(started, { receiver, bridge })
      return [bridge, receiver]
    },
  }
}
