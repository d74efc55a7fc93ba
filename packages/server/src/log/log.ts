// The log: one short line a call, and one for each fault. No line ever holds a token, an address, a body, a
// query string or a header's value; so of a foreign error only its kind and place are told, not its words.
import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '../config/config.ts'
import { Fault } from '../kernel/refusal.ts'

export type Log = Logger

export const createLog = (level: LogLevel, destination: DestinationStream): Log =>
  pino(
    { level, base: null, serializers: { err: describeError }, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  )

/** Written when the event loop has time, 4 KiB or a moment at a time; `flush` it before leaving. */
export const standardOutput = () => {
  const output = pino.destination({ dest: 1, sync: false, minLength: 0 })
  // Nobody reads it any more, or its disk is full. Without a listener the process would end.
  output.on('error', () => undefined)
  return output
}

interface ErrorLine {
  readonly type: string
  readonly code?: string
  readonly message?: string
  readonly at: readonly string[]
  readonly cause?: ErrorLine
}

const FRAMES = 8

const describeError = (error: unknown): ErrorLine => {
  if (!(error instanceof Error)) return { type: typeof error, at: [] }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return {
    type: error.name,
    ...code,
    ...(error instanceof Fault ? { message: error.message } : {}),
    at: readFrames(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** The places of a stack, without the message before them, which might pass for one. */
const readFrames = ({ stack = '', message }: Error): readonly string[] =>
  stack
    .slice(message === '' ? 0 : stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim())
