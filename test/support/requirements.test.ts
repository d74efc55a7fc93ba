// An absent program is never passed over in silence.
import { describe, expect, test, vi } from 'vitest'
import { requirement } from './requirements.ts'

const withEnvironment = (values: Record<string, string>, body: () => void) => {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  try {
    body()
  } finally {
    vi.unstubAllEnvs()
  }
}

describe('a program that a test needs', () => {
  test('is taken from its variable before the PATH', () => {
    withEnvironment({ STRACE_BIN: process.execPath }, () => {
      expect(requirement('strace')).toBe(process.execPath)
    })
  })

  test('is an error where everything is required and it is absent', () => {
    withEnvironment({ STRACE_BIN: '/nowhere/strace', REQUIRE_ALL: '1' }, () => {
      expect(() => requirement('strace')).toThrow('REQUIRE_ALL: strace is not here')
    })
  })

  test('is undefined, and said aloud, where it is absent', () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    withEnvironment({ PATH: '/nowhere', STRACE_BIN: '', REQUIRE_ALL: '' }, () => {
      expect(requirement('strace')).toBeUndefined()
    })
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/^NOT RUN: tests that need strace/))
    said.mockRestore()
  })
})
