// The files that are made of the code are what the code says. Those that need no running service are checked by
// `npm run check`, and the answers in the guides by guide.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { runners, takeBlocks } from './runners.ts'

interface Generated {
  readonly path: string
}
const { describeStale, generated, remake } = (await import(join(repository, 'tools/generated.mjs'))) as {
  readonly generated: readonly Generated[]
  readonly describeStale: (document: Generated) => string
  readonly remake: (document: Generated) => Promise<{ readonly before: string; readonly text: string }>
}

const { guides } = (await import(join(repository, 'tools/generated-guides.mjs'))) as {
  readonly guides: readonly Generated[]
}

const played = guides.filter(({ path }) => !runners.guides.documents.test(path))

it.each(played)('$path is what a run gives', { timeout: 120_000 }, async (document) => {
  const { before, text } = await remake(document)
  expect(before, describeStale(document)).toBe(text)
})

it('every page that is shown as played is one of them', () => {
  const pages = new Set(takeBlocks('played pages').map(({ document }) => document))
  const documents = played.map(({ path }) => path).filter((path) => path.endsWith('.md'))
  expect([...pages].toSorted()).toEqual(documents.toSorted())
})

it('the other pages are made without a service, and `npm run check` compares them', () => {
  const paths = generated.map(({ path }) => path)
  for (const { document } of takeBlocks('generated pages')) expect(paths).toContain(document)
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  expect(scripts['check']).toContain('npm run check:generated:built')
  expect(scripts['check:generated:built']).toBe('node tools/generate.mjs --check')
})

it('a stale file names the command that writes it', () => {
  const [first, last] = [generated.at(0), guides.at(-1)]
  expect(first && describeStale(first)).toBe(
    'README.md is not what tools/node-versions.json says: run `npm run generate` and commit it',
  )
  expect(last && describeStale(last)).toBe(
    'docs/assistants.md is not what the service answers: run `npm run generate:guides` and commit it',
  )
})
