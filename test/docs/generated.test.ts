// The pages that are made of the code are what the code says.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { takeBlocks } from './runners.ts'

interface Generated {
  readonly path: string
}
const { generated, remake } = (await import(join(repository, 'tools/generated.mjs'))) as {
  readonly generated: readonly Generated[]
  readonly remake: (document: Generated) => Promise<{ readonly before: string; readonly text: string }>
}

const pages = [...new Set(takeBlocks('generated pages').map(({ document }) => document))]

it.each(pages)('%s is what the code says', { timeout: 120_000 }, async (page) => {
  const document = generated.find(({ path }) => path === page)
  if (!document) throw new Error(`${page} is not made by npm run generate`)
  const { before, text } = await remake(document)
  expect(before).toBe(text)
})
