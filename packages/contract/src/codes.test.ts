import { expect, test } from 'vitest'
import { codes } from './codes.ts'

test('there are the eleven codes of the specification, each with its one status', () => {
  expect(Object.fromEntries(Object.entries(codes).map(([code, { status }]) => [code, status]))).toEqual({
    invalid_token: 401,
    insufficient_scope: 403,
    plan_required: 402,
    quota_exceeded: 429,
    rate_limited: 429,
    not_found: 404,
    invalid_request: 400,
    invalid_state: 409,
    conflict: 409,
    forbidden: 403,
    internal_error: 500,
  })
})

test('a reason belongs to one code alone', () => {
  const reasons = Object.values(codes).flatMap((code) => Object.keys(code.reasons))
  expect(new Set(reasons).size).toBe(reasons.length)
})
