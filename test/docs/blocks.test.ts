// No block of code in a document goes untested: each has one line in runners.ts, and each line has one test.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { listBlocks, nameBlock, readBlocks } from './blocks.ts'
import { listRunners, runners } from './runners.ts'

const blocks = listBlocks()

/** What is wrong with the blocks of these documents. */
const findFaults = (found: typeof blocks): readonly string[] =>
  found
    .map((block) => ({ block, names: listRunners(block) }))
    .filter(({ names }) => names.length !== 1)
    .map(
      ({ block, names }) =>
        `${nameBlock(block)} (${block.language || 'no language'}, under "${block.heading}") is run by ${names.join(' and ') || 'no test: give it a line in test/docs/runners.ts'}`,
    )

describe('the blocks of the documents', () => {
  it('are run by one test each', () => {
    expect(blocks.length).toBeGreaterThan(250)
    expect(findFaults(blocks)).toEqual([])
  })

  it('would be found out without one', () => {
    const text = '# Operating\n\n## New part\n\n```sh\nrm -rf data\n```\n\n```\nno language\n```\n'
    const faults = findFaults(readBlocks('docs/operating.md', text))
    expect(faults).toHaveLength(2)
    expect(faults[0]).toMatch(/^docs\/operating\.md:5 \(sh, under "New part"\) is run by no test/)
  })

  it('have a test behind each line of the list, and a block for each', () => {
    const sources = readdirSync(join(repository, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(repository, 'test', path), 'utf8'))
    for (const name of Object.keys(runners)) {
      const taking = sources.filter((source) => source.includes(`takeBlocks('${name}')`))
      expect([name, taking.length]).toEqual([name, 1])
      expect([name, blocks.some((block) => listRunners(block).includes(name))]).toEqual([name, true])
    }
  })
})

describe('a block', () => {
  it('is read with its place, language, heading, comment and text, out of a list too', () => {
    const text =
      '# One\n\ntext\n\n<!-- not run -->\n\n```sh\n# no heading\n\nls\n```\n\n- item\n\n  ```js\n  f()\n    .g()\n  ```\n'
    expect(readBlocks('a.md', text)).toEqual([
      {
        document: 'a.md',
        line: 7,
        language: 'sh',
        heading: 'One',
        mark: 'not run',
        code: '# no heading\n\nls\n',
      },
      { document: 'a.md', line: 15, language: 'js', heading: 'One', mark: '', code: 'f()\n  .g()\n' },
    ])
  })

  it('that does not end is a fault', () => {
    expect(() => readBlocks('a.md', '```sh\nls\n')).toThrow('a.md:1 begins a block that does not end')
  })
})
