// The pictures of the documents are those that `npm run tour` takes: none is shown that it does not take, and none
// is left over. What is on them is not compared.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../support/planted.ts'

interface Picture {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
}

const { pictures } = (await import(join(repository, 'tools/tour/pictures.mjs'))) as {
  readonly pictures: readonly Picture[]
}

const FOLDER = 'docs/pictures'
const MAX_BYTES = 150 * 1024

const documents = ['README.md', ...readdirSync(join(repository, 'docs')).map((name) => join('docs', name))]
/** Charts of measurements are drawn by the benchmarks. */
const BENCHMARKS = /^bench\/results\/[\w-]+\.svg$/
const shown = documents
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) =>
    [...readFileSync(join(repository, path), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(
      ([, words = '', target = '']) => ({ path, words, file: relative('.', join(dirname(path), target)) }),
    ),
  )
  .filter(({ file }) => !BENCHMARKS.test(file))

const filesOf = (names: readonly string[]): readonly string[] =>
  [...new Set(names.map((name) => join(FOLDER, name)))].toSorted()

it('every picture that a document shows is taken by the tour, and every one that it takes is shown', () => {
  const taken = filesOf(pictures.map(({ name }) => `${name}.png`))
  expect([...new Set(shown.map(({ file }) => file))].toSorted()).toEqual(taken)
  expect(filesOf(readdirSync(join(repository, FOLDER)))).toEqual(taken)
})

it('every picture is told in words to those who cannot see it', () => {
  expect(shown.filter(({ words }) => words.length < 30 || !words.endsWith('.'))).toEqual([])
})

it.each(pictures)(
  'the picture $name is as large as the tour takes it, and small to load',
  ({ name, size }) => {
    const path = join(repository, FOLDER, `${name}.png`)
    const bytes = readFileSync(path)
    expect({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }).toEqual(size)
    expect(statSync(path).size).toBeLessThanOrEqual(MAX_BYTES)
  },
)

it('there are few of them', () => {
  expect(pictures.length).toBeLessThanOrEqual(8)
})
