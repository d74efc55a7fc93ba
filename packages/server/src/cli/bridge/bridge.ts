// Carries MCP between a client that writes lines and a service that takes POSTs. Each message is posted by itself, and
// several at once, so that a call that takes long holds up no other; its answers are written as lines, each when the one
// before was taken.
import { piecesOf, readWhole } from './response-body.ts'
import { readEvents } from './event-stream.ts'
import {
  brokenOff,
  explainBreak,
  explainFailure,
  explainRedirect,
  explainResponse,
  isRedirect,
  neverSent,
} from './explain.ts'
import { makeLane } from './lane.ts'
import {
  faults,
  isId,
  isRecord,
  onOneLine,
  parse,
  readMessage,
  relationOf,
  writeFault,
  type RpcFault,
  type RpcMessage,
} from './message.ts'
import { LINE_MAX } from './lines.ts'

export interface Ends {
  readonly host: string
  /** The variable or the file that holds the token. */
  readonly tokenFrom: string
  /** Undefined stands for a line of more than LINE_MAX bytes. */
  readonly lines: AsyncIterable<string | undefined>
  /** Settles once there is room for more. */
  readonly write: (line: string) => Promise<void>
  /** For the person who looks: nothing that an assistant reads. */
  readonly log: (line: string) => void
  readonly post: (message: RpcMessage, agreed: string | undefined, signal: AbortSignal) => Promise<Response>
}

const LISTEN = 'subscriptions/listen'
/** So many messages are posted at once, and so many more listen: a thousand lines must not flood a small service. */
const AT_ONCE = 16
/** How long calls may go on after the client has ended its input. */
const FINISH_WITHIN_MS = 10_000
/** Why a call is given up of which the client still wants to hear. */
const TOO_LATE = Symbol('too late')

interface Flight {
  readonly message: RpcMessage
  readonly abort: AbortController
  readonly landed: Promise<Landing>
}

type Landing = 'settled' | 'given up'

/** Runs until the client has ended its input, and what was called by then has been answered, or was given up. */
export const runBridge = async (ends: Ends): Promise<Landing> => {
  const flights = new Set<Flight>()
  const carrier = makeCarrier(ends)
  const [calls, listeners] = [makeLane(AT_ONCE), makeLane(AT_ONCE)]
  for await (const line of ends.lines) {
    if (line?.trim() === '') continue
    const message = line === undefined ? undefined : readMessage(line)
    if (message === undefined) {
      await ends.write(writeFault(null, explainLine(line)))
    } else if (message.method === 'notifications/cancelled') {
      // A service learns of it by the connection that is closed.
      cancel(flights, message.params['requestId'])
    } else {
      const abort = new AbortController()
      const inLane = message.method === LISTEN ? listeners : calls
      const landed = inLane(() => carrier.carry(message, abort.signal))
      const flight = { message, abort, landed }
      flights.add(flight)
      void flight.landed.finally(() => flights.delete(flight))
    }
  }
  const landing = await finish(flights)
  if (landing === 'given up') ends.log('not all calls were answered soon enough after the input had ended')
  return landing
}

const explainLine = (line: string | undefined): RpcFault => {
  if (line === undefined) {
    return { code: faults.unknownShape, message: `this line has more than ${LINE_MAX} bytes` }
  }
  return parse(line) === undefined
    ? { code: faults.unreadable, message: 'this line is not JSON' }
    : { code: faults.unknownShape, message: 'this line is not one message of JSON-RPC 2.0' }
}

const cancel = (flights: ReadonlySet<Flight>, id: unknown): void => {
  if (!isId(id)) return
  for (const { message, abort } of flights) if (message.id === id) abort.abort()
}

const finish = async (flights: ReadonlySet<Flight>): Promise<Landing> => {
  // What listens has no end of its own.
  for (const { message, abort } of flights) if (message.method === LISTEN) abort.abort()
  const late = setTimeout(() => {
    for (const { abort } of flights) abort.abort(TOO_LATE)
  }, FINISH_WITHIN_MS)
  const landings = await Promise.all([...flights].map(({ landed }) => landed))
  clearTimeout(late)
  return landings.includes('given up') ? 'given up' : 'settled'
}

const makeCarrier = ({ host, tokenFrom, write, log, post }: Ends) => {
  /** The revision that `initialize` settled. */
  let agreed: string | undefined

  const tell = async (message: RpcMessage, fault: RpcFault): Promise<void> => {
    if (message.id === undefined) log(fault.message)
    else await write(writeFault(message.id, fault))
  }

  const deliver = async (message: RpcMessage, text: string): Promise<void> => {
    if (message.method === 'initialize') agreed = readAgreed(text) ?? agreed
    await write(onOneLine(text))
  }

  const deliverEvents = async (message: RpcMessage, response: Response): Promise<void> => {
    /** Undefined from its answer on: a second one is as stray as one to another message. */
    let awaited = message.id
    try {
      for await (const text of readEvents(piecesOf(response))) {
        const relation = relationOf(awaited, text)
        if (relation === 'stray' || relation === 'no message') {
          log(`the service sent ${leftOut[relation]}, which was left out`)
          continue
        }
        if (relation === 'answer') awaited = undefined
        await deliver(message, text)
      }
    } catch (error) {
      // Whatever ends it behind the answer, a second one would be wrong.
      if (awaited !== undefined) throw error
    }
    if (awaited !== undefined) await tell(message, brokenOff)
  }

  const deliverResponse = async (message: RpcMessage, response: Response): Promise<void> => {
    if (isRedirect(response)) {
      await response.body?.cancel()
      return tell(message, explainRedirect(response))
    }
    if (isEventStream(response)) return deliverEvents(message, response)
    const text = await readWhole(response)
    if (relationOf(message.id, text) === 'answer') return deliver(message, text)
    if (message.id !== undefined || !response.ok) {
      await tell(message, explainResponse(response.status, text, tokenFrom))
    }
  }

  return {
    /** Never rejects: what goes wrong is told to the client, unless it wants to hear no more of it. */
    carry: async (message: RpcMessage, signal: AbortSignal): Promise<Landing> => {
      let response: Response | undefined
      let isSent = false
      try {
        // It may have waited until now.
        signal.throwIfAborted()
        isSent = true
        response = await post(message, agreed, signal)
        await deliverResponse(message, response)
        return 'settled'
      } catch (error) {
        const isTooLate = signal.reason === TOO_LATE
        if (isTooLate) await tell(message, isSent ? brokenOff : neverSent)
        else if (!signal.aborted)
          await tell(message, response ? explainBreak(error) : explainFailure(host, error))
        return isTooLate ? 'given up' : 'settled'
      }
    },
  }
}

const leftOut = {
  stray: 'an answer that this call did not wait for',
  'no message': 'an event that is no message',
} as const

const isEventStream = ({ headers, body }: Response): boolean =>
  body !== null && headers.get('content-type')?.split(';')[0]?.trim() === 'text/event-stream'

/** It becomes a header of every later message. */
const REVISION = /^\d{4}-\d{2}-\d{2}$/

const readAgreed = (text: string): string | undefined => {
  const answer = parse(text)
  const result = isRecord(answer) ? answer['result'] : undefined
  const version = isRecord(result) ? result['protocolVersion'] : undefined
  return typeof version === 'string' && REVISION.test(version) ? version : undefined
}
