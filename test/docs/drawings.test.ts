// The drawings of ARCHITECTURE.md and of the pages beside the code name files that are there.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { nameBlock, type Block } from './blocks.ts'
import { takeBlocks } from './runners.ts'

const sources = 'packages/server/src'
const FILE = /[\w./<>-]+\.ts\b/g

/** The folders in which a name of the drawing can be meant: the sources, the page's own, and that of the file before. */
const listFolders = ({ document }: Block, before: string): readonly string[] => [
  sources,
  dirname(document),
  dirname(before),
]

/** Files of a drawing that are nowhere. */
const findMissing = (block: Block): readonly string[] => {
  let before = sources
  return (
    block.code.match(FILE)?.flatMap((name) => {
      const found = listFolders(block, before)
        .map((folder) => join(folder, name))
        .find((path) => existsSync(join(repository, path)))
      if (found === undefined) return [`${nameBlock(block)}: ${name}`]
      before = found
      return []
    }) ?? []
  )
}

const drawings = takeBlocks('drawings')

it('the files that are named in drawings are there', () => {
  expect(drawings.flatMap(({ code }) => code.match(FILE) ?? []).length).toBeGreaterThan(20)
  expect(drawings.flatMap(findMissing)).toEqual([])
})

it('a file that is not there is found', () => {
  const [block] = drawings
  if (!block) throw new Error('there are no drawings')
  expect(
    findMissing({ ...block, code: 'interfaces/http/admit.ts, head.ts\ninterfaces/http/nothing.ts' }),
  ).toEqual([`${nameBlock(block)}: interfaces/http/nothing.ts`])
})
