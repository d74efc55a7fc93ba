// The tables of CONTRIBUTING.md that say which files a change touches: every path leads to a file, and a commit can be
// held against them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { takeBlocks } from './runners.ts'

interface Row {
  readonly path: string
  readonly isAlways: boolean
  readonly isGenerated: boolean
}

const { compareFiles, readContributing, readTable, standsFor } = (await import(
  join(repository, 'tools/touched-files.mjs')
)) as {
  readonly readContributing: () => string
  readonly readTable: (contributing: string, kind: string) => readonly Row[]
  readonly standsFor: (path: string, file: string) => boolean
  readonly compareFiles: (
    table: readonly Row[],
    files: readonly string[],
  ) => { readonly strange: readonly string[]; readonly missing: readonly string[] }
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: repository,
  encoding: 'utf8',
}).split('\n')

describe.each([
  ['endpoint', 5],
  ['field', 9],
  ['page', 4],
  ['tool', 2],
  ['event', 5],
])('the files of a new %s', (kind, most) => {
  const table = readTable(readContributing(), kind)
  const always = table.filter(({ isAlways, isGenerated }) => isAlways && !isGenerated)

  it(`are at most ${most} to write by hand, where nothing special is needed`, () => {
    expect(always.length).toBeGreaterThan(1)
    expect(always.length).toBeLessThanOrEqual(most)
    expect(table.length).toBeGreaterThan(always.length)
  })

  it('are there', () => {
    const astray = table.filter(({ path }) => !files.some((file) => standsFor(path, file)))
    expect(astray.map(({ path }) => path)).toEqual([])
  })
})

it('the first test that is shown is one that runs', () => {
  const shown = takeBlocks('a first test').map(({ code }) => code.trim())
  const fixtures = readFileSync(join(repository, 'test/support/fixtures.test.ts'), 'utf8')
  expect(shown).toEqual([fixtures.slice(fixtures.indexOf('import')).trim()])
})

describe('a commit held against a table', () => {
  const table = [
    { path: 'src/<slice>/<noun>.routes.ts', isAlways: true, isGenerated: false },
    { path: 'docs/api.md', isAlways: true, isGenerated: true },
    { path: 'src/codes.ts', isAlways: false, isGenerated: false },
  ]

  it('is as the table says', () => {
    const touched = ['src/groups/group.routes.ts', 'docs/api.md']
    expect(compareFiles(table, touched)).toEqual({ strange: [], missing: [] })
    expect(compareFiles(table, [...touched, 'src/codes.ts'])).toEqual({ strange: [], missing: [] })
  })

  it('is found to touch what the table does not name, and to leave out what it asks for', () => {
    const touched = ['src/groups/group.routes.ts', 'src/groups/deep/deeper/group.routes.ts', 'docs/apixmd']
    expect(compareFiles(table, touched)).toEqual({
      strange: ['src/groups/deep/deeper/group.routes.ts', 'docs/apixmd'],
      missing: ['docs/api.md'],
    })
  })
})
