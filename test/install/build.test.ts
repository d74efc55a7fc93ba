// `npm run build` and `npm start` build when they must, and only then. What builds here is something that counts its runs.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repository } from '../support/planted.ts'

const { buildWhatChanged } = (await import(join(repository, 'tools/build-stamp.mjs'))) as {
  readonly buildWhatChanged: (root: string, build: () => boolean) => Promise<boolean>
}

const { describeStaleClient } = (await import(join(repository, 'tools/client/stale.mjs'))) as {
  readonly describeStaleClient: (root: string) => string | undefined
}

const NOTE = 'packages/server/dist/.tsbuildinfo'
const BUNDLED = 'packages/server/dist/bundle/written.json'
const PACKAGES = 'node_modules/.package-lock.json'
const SOURCE = 'packages/server/src/deep/main.ts'

describe('the build', () => {
  let root: string

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }

  const compile = vi.fn<() => boolean>(() => {
    write(NOTE, 'as of the sources')
    write(BUNDLED, '[]')
    return true
  })

  const build = async (): Promise<number> => {
    compile.mockClear()
    expect(await buildWhatChanged(root, compile)).toBe(true)
    return compile.mock.calls.length
  }

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'build-'))
    write('package.json', '{}')
    write('tsconfig.base.json', '{}')
    write('tools/bundle.mjs', 'export {}')
    write(PACKAGES, '{ "typescript": "7.0.2" }')
    write('packages/server/package.json', '{}')
    write('packages/server/tsconfig.json', '{}')
    write('packages/client/src/index.ts', 'export {}')
    write(SOURCE, 'export const a = 1')
    await build()
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('leaves the compiler alone where nothing has changed', async () => {
    expect(await build()).toBe(0)
  })

  it('does not take a new time or a test for a change', async () => {
    utimesSync(join(root, SOURCE), 1, 1)
    write('packages/server/src/deep/main.test.ts', 'test')
    expect(await build()).toBe(0)
  })

  it.each([
    ['a source is another', () => write(SOURCE, 'export const a = 2')],
    ['a source is new', () => write('packages/client/src/more.ts', '')],
    ['a source is gone', () => rmSync(join(root, 'packages/client/src/index.ts'))],
    ['a package has other settings', () => write('packages/server/tsconfig.json', '{ "include": [] }')],
    ['all have other settings', () => write('tsconfig.base.json', '{ "compilerOptions": {} }')],
    ['a package is another', () => write(PACKAGES, '{ "typescript": "7.1.0" }')],
    ['the bundle is made otherwise', () => write('tools/bundle.mjs', '')],
    ['the bundle is gone', () => rmSync(join(root, BUNDLED))],
    ['dist is gone', () => rmSync(join(root, 'packages/server/dist'), { recursive: true })],
    ['the stamp was cut short', () => write('packages/server/dist/.built', 'x')],
    ['someone else compiled since', () => write(NOTE, 'as of other sources')],
  ])('compiles, once, where %s', async (_, change) => {
    change()
    expect([await build(), await build()]).toEqual([1, 0])
  })

  it('compiles for another Node', async () => {
    const version = vi.spyOn(process, 'version', 'get').mockReturnValue('v99.0.0')
    expect(await build()).toBe(1)
    version.mockRestore()
    expect(await build()).toBe(1)
  })

  it('fails with the compiler, and compiles the next time, also where the sources are as they were', async () => {
    write(SOURCE, 'export const a = broken')
    expect(await buildWhatChanged(root, () => false)).toBe(false)
    write(SOURCE, 'export const a = 1')
    expect(await build()).toBe(1)
  })

  it('compiles once more what was changed while the compiler ran', async () => {
    write(SOURCE, 'export const a = 2')
    const compileSlowly = (): boolean => {
      write(SOURCE, 'export const a = 3')
      return compile()
    }
    expect(await buildWhatChanged(root, compileSlowly)).toBe(true)
    expect([await build(), await build()]).toEqual([1, 0])
  })
})

describe('a client that is not what the contract says', () => {
  const GENERATED = 'packages/client/src/generated'
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'client-'))
    cpSync(join(repository, GENERATED), join(root, GENERATED), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('is told from one that is what the contract says, whatever its layout', () => {
    const file = join(root, GENERATED, 'routes.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\n\n').replaceAll("'", '"'))
    expect(describeStaleClient(root)).toBeUndefined()
  })

  it.each([
    ['lacks an endpoint', 'routes.ts', /acceptChallenge: /],
    ['demands what may be left out', 'calls.ts', /\?(?=: )/],
    ['lacks a module', 'limits.ts', /.*/s],
  ])('fails the build where it %s, and says what to run', (_, module, taken) => {
    const file = join(root, GENERATED, module)
    const text = readFileSync(file, 'utf8')
    const left = text.replace(taken, '')
    expect(left).not.toBe(text)
    if (left === '') rmSync(file)
    else writeFileSync(file, left)
    expect(describeStaleClient(root)).toBe(
      'packages/client is not what the contract says: run `npm run generate`',
    )
  })
})
