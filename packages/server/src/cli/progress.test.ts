import { describe, expect, it } from 'vitest'
import { drawBar } from './progress.ts'

describe('a progress bar', () => {
  it.each([
    [0, 4, `[${'-'.repeat(30)}] 0/4`],
    [2, 4, `[${'#'.repeat(15)}${'-'.repeat(15)}] 2/4`],
    [4, 4, `[${'#'.repeat(30)}] 4/4`],
    [0, 0, `[${'#'.repeat(30)}] 0/0`],
  ])('after %s of %s', (done, total, text) => {
    expect(drawBar(done, total)).toBe(text)
  })
})
