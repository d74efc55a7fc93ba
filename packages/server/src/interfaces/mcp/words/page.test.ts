// A list is written as far as a model can read it, and says how the rest is read.
import { describe, expect, it } from 'vitest'
import { writeChanged, writePage } from './page.ts'

const items = Array.from({ length: 100 }, (_, at) => at)

describe('a page of a list in words', () => {
  it('is whole, and leads to the next, where it is short', () => {
    const text = writePage(items, 'c1', (at) => `No. ${at}`)
    expect(text.split('\n')).toHaveLength(101)
    expect(text).toMatch(/^No\. 0\n[^]*\nNo\. 99\nThere is more: call again with cursor c1$/)
    expect(writePage(items, null, (at) => `No. ${at}`)).toMatch(/No\. 99$/)
  })

  it('ends before it is too long, writes no more than that, and names no cursor that would leave some out', () => {
    const written: number[] = []
    const text = writePage(items, 'c1', (at) => {
      written.push(at)
      return 'x'.repeat(1_999)
    })
    expect(text.length).toBeLessThan(60_500)
    expect(written).toHaveLength(31)
    expect(text).toMatch(
      /x\n70 more are left out here, since this would be too long\. Call again with limit 30, and then with the cursor of that answer\.$/,
    )
    expect(text).not.toContain('c1')
  })

  it('has one in any case', () => {
    expect(writePage([1, 2], null, () => 'x'.repeat(70_000))).toContain('1 more is left out')
  })

  it('leads to the structured content where there is no second page', () => {
    const text = writeChanged(items, () => 'x'.repeat(1_999))
    expect(text).toMatch(/x\n70 more are in the structured content alone\.$/)
  })
})
