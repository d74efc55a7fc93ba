// The guide: its commands are run against the built service, and its answers must be what came back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { requirement } from '../support/requirements.ts'
import { takeBlocks } from './runners.ts'

const { refreshGuide } = (await import(join(repository, 'tools/guide/refresh.mjs'))) as {
  readonly refreshGuide: (text: string) => Promise<string>
}
interface Generated {
  readonly path: string
}
const { guides } = (await import(join(repository, 'tools/generated-guides.mjs'))) as {
  readonly guides: readonly Generated[]
}
const { describeStale, remake } = (await import(join(repository, 'tools/generated.mjs'))) as {
  readonly describeStale: (document: Generated) => string
  readonly remake: (document: Generated) => Promise<{ readonly before: string; readonly text: string }>
}
const findGuide = (path: string): Generated => {
  const found = guides.find((one) => one.path === path)
  if (!found) throw new Error(`${path} is missing: add a line to tools/generated-guides.mjs`)
  return found
}
const GUIDE = 'docs/guide.md'
const guide = readFileSync(join(repository, GUIDE), 'utf8')

/** The guide with another text in it, which must have been there. */
const changed = (from: string, to: string): string => {
  expect(guide).toContain(from)
  return guide.replace(from, to)
}

describe.skipIf(requirement('curl') === undefined)('the guide', { timeout: 120_000 }, () => {
  it('shows what the service answers, whatever was written in its place', async () => {
    const wrong = changed('"status": "disputed",\n    "positions"', '"status": "resolved",\n    "positions"')
    expect(wrong).not.toBe(guide)
    expect(await refreshGuide(wrong), describeStale(findGuide(GUIDE))).toBe(guide)
  })

  it.each(
    [...new Set(takeBlocks('guides').map(({ document }) => document))].filter((path) => path !== GUIDE),
  )('is not the only one: %s shows what the service answers', async (path) => {
    const document = findGuide(path)
    const { before, text } = await remake(document)
    expect(before, describeStale(document)).toBe(text)
  })

  it('is another where a command is another', async () => {
    const fresh = await refreshGuide(changed('"amount": 4', '"amount": 5'))
    expect(fresh).toContain('"claimed": 5')
  })

  it.each([
    [
      'shows a member that the answer has not',
      'answer: data.first_name',
      'answer: data.nothing',
      'has no nothing',
    ],
    ['has a misspelt mark', 'answer: data.first_name', 'anser: data.first_name', 'a mark that nobody knows'],
    ['has a mark before no block', '<!-- answer -->\n', '<!-- answer -->\n\nSo:\n', 'stands before no block'],
    ['has a command that fails', 'ana "$API/me"', 'anna "$API/me"', 'anna: command not found'],
  ])('is not made where it %s', async (_, from, to, why) => {
    await expect(refreshGuide(changed(from, to))).rejects.toThrow(why)
  })
})
