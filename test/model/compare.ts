// What was seen against what was expected.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Reply as HttpReply } from '../support/call.ts'
import type { Command } from './commands.ts'
import type { Reply } from './step.ts'

// Vitest's own comparison takes most of the time of a long run, so it is asked only for its words.
export const expectSame = (seen: unknown, expected: unknown, message?: string): void => {
  if (!isDeepStrictEqual(seen, expected)) expect(seen, message).toEqual(expected)
}

export const expectLike = (seen: unknown, expected: object): void => {
  if (!isLike(seen, expected)) expect(seen).toMatchObject(expected)
}

/** Whether everything that is expected is there; there may be more. */
const isLike = (seen: unknown, expected: unknown): boolean => {
  if (typeof expected !== 'object' || expected === null) return Object.is(seen, expected)
  if (typeof seen !== 'object' || seen === null) return false
  if (Array.isArray(expected) && (!Array.isArray(seen) || seen.length !== expected.length)) return false
  return Object.entries(expected).every(([name, value]) => isLike(Reflect.get(seen, name), value))
}

export const expectReply = ({ status, body, text }: HttpReply, reply: Reply, command: Command): void => {
  const { allowed, ...expected } = reply
  const seen = { status, ...(body.error ? { refused: `${body.error.code}/${body.error.reason}` } : {}) }
  expect(seen, `${JSON.stringify(command)} was answered ${text}`).toEqual(expected)
  if (allowed) expect(body.error?.allowed_actions, text).toEqual(allowed)
}
