// test/README.md tells of every folder of tests and of every special run, and of none that is not there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../support/planted.ts'

const page = readFileSync(join(repository, 'test/README.md'), 'utf8')

/** What the first column of a table holds, where it has this form. */
const listRows = (form: RegExp): readonly string[] =>
  [...page.matchAll(form)].map(([, name = '']) => name).toSorted()

it('each folder of tests has a line on its page', () => {
  const folders = readdirSync(join(repository, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(listRows(/^\| `([\w-]+)\/`/gm)).toEqual(folders.toSorted())
})

it('each run before a release has a line on the page of tests', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const runs = Object.keys(scripts).filter((name) =>
    /^(test:(?!rest$|all$).*|story|bench(?::.*)?)$/.test(name),
  )
  expect(listRows(/^\| `npm run ([\w:-]+)/gm)).toEqual(runs.toSorted())
})
