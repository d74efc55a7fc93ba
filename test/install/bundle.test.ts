// What is built is put into few files: with the packages it uses, told where it lay, and kept for who still runs it.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'

const { bundle } = (await import(join(repository, 'tools/bundle.mjs'))) as {
  readonly bundle: (root: string) => Promise<void>
}

const SERVER = 'packages/server'
const MAIN = `${SERVER}/dist/cli/main.js`
const LATE = `${SERVER}/dist/cli/late.js`

describe('the bundle', () => {
  let root: string

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const list = (): readonly string[] => readdirSync(join(root, SERVER, 'dist/bundle'))
  const findLate = (): string => list().find((name) => name.startsWith('late-')) ?? 'none'
  const run = async (): Promise<string> =>
    (await promisify(execFile)(process.execPath, [join(root, SERVER, 'dist/bundle/main.js')])).stdout

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'bundle-'))
    write('package.json', '{ "type": "module" }')
    write(LATE, 'export const late = 1')
    write(MAIN, "const { late } = await import('./late.js')\nconsole.log(late)")
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('holds packages of either kind, and leaves a file for later where it is imported later', async () => {
    write('node_modules/older/package.json', '{ "type": "commonjs" }')
    write('node_modules/older/index.js', "module.exports = require('node:path').posix.join('a', 'b')")
    write(
      MAIN,
      "import path from 'older'\nconst { late } = await import('./late.js')\nconsole.log(path, late)",
    )
    await bundle(root)
    rmSync(join(root, 'node_modules'), { recursive: true })
    rmSync(join(root, MAIN))
    expect(await run()).toBe('a/b 1\n')
    expect(findLate()).not.toBe('none')
  })

  it('tells a module where it lay before', async () => {
    write(`${SERVER}/assets/word.txt`, 'found')
    write(
      MAIN,
      "import { readFileSync } from 'node:fs'\n" +
        "console.log(readFileSync(new URL('../../assets/word.txt', import.meta.url), 'utf8'))",
    )
    await bundle(root)
    expect(await run()).toBe('found\n')
  })

  it('keeps the files of the build before, which may still run, and none that are older', async () => {
    await bundle(root)
    const first = findLate()
    write(LATE, 'export const late = 2')
    await bundle(root)
    expect(await run()).toBe('2\n')
    const second = list().find((name) => name.startsWith('late-') && name !== first)
    expect(list()).toEqual(expect.arrayContaining([first, second]))
    write(LATE, 'export const late = 3')
    await bundle(root)
    expect(list()).toContain(second)
    expect(list()).not.toContain(first)
  })
})

it('what the operator traces with finds the package of the whole process', () => {
  const folder = join(repository, SERVER, 'dist/bundle')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(texts.some((text) => text.includes('from "@opentelemetry/api"'))).toBe(true)
  expect(texts.some((text) => text.includes('// node_modules/@opentelemetry/api/'))).toBe(false)
})
