// No test is left out: each file is in one of the runs that CI makes, and what runs on an engine runs on both.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'

interface Run {
  readonly command: string
  readonly file: string
  readonly engines: readonly string[]
  readonly isFast: boolean
}

/** In a process of its own, since Vitest does not start inside of itself. */
const runs = JSON.parse(
  execFileSync(process.execPath, ['tools/what-runs.mjs'], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined },
  }),
) as readonly Run[]

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'], {
  cwd: repository,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

const enginesOf = (file: string): readonly string[] =>
  runs
    .filter((run) => run.file === file)
    .flatMap(({ engines }) => engines)
    .toSorted()

describe('what runs where', () => {
  it('leaves no file out', () => {
    const ran = new Set(runs.map(({ file }) => file))
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => !ran.has(file))).toEqual([])
  })

  it('runs nothing twice on one engine', () => {
    const twice = files.filter((file) => new Set(enginesOf(file)).size < enginesOf(file).length)
    expect(twice).toEqual([])
  })

  it('brings each test of storage to both engines', () => {
    const onEngines = files.filter((file) =>
      /\bengines\b[^.]*\.each|each\([^)]*\bengines\b|\bengines\.(map|filter)/.test(read(file)),
    )
    expect(onEngines.length).toBeGreaterThan(100)
    expect(onEngines.filter((file) => enginesOf(file).join(' ') !== 'postgres sqlite')).toEqual([])
  })

  it('runs what the fast part shortens once more in full', () => {
    const shortened = files.filter((file) => / from '[^']*\/(?:looks|is-fast)\.ts'/.test(read(file)))
    const inFull = new Set(runs.filter(({ isFast }) => !isFast).map(({ file }) => file))
    expect(shortened.length).toBeGreaterThan(4)
    expect(shortened.filter((file) => !inFull.has(file))).toEqual([])
  })

  it('is what CI runs, part by part', () => {
    const { scripts } = JSON.parse(read('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    expect(scripts['test:all']).toBe('npm test && npm run test:rest')
    for (const command of new Set(runs.map((run) => run.command))) {
      expect(read('.ci/run').split('\n')).toContain(`count_tests ${command}`)
    }
  })
})
