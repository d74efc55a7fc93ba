import { describe, expect, it } from 'vitest'
import { builtIns } from './built-in.rules.ts'

describe('the built-in questions', () => {
  it('are at least 60, each with a key and a text of its own', () => {
    expect(builtIns.length).toBeGreaterThanOrEqual(60)
    expect(new Set(builtIns.map(({ key }) => key)).size).toBe(builtIns.length)
    expect(new Set(builtIns.map(({ text }) => text)).size).toBe(builtIns.length)
  })

  it.each(builtIns)('$key has two to five options, each once, none too long', ({ key, text, options }) => {
    expect(key).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(text).toMatch(/^\S.{5,98}\?$/)
    expect(options.length).toBeGreaterThanOrEqual(2)
    expect(options.length).toBeLessThanOrEqual(5)
    expect(new Set(options).size).toBe(options.length)
    for (const option of options) expect(option).toMatch(/^\S(.{0,38}\S)?$/)
  })
})
