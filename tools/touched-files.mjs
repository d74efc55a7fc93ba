// Holds the files that a commit touches against the table in CONTRIBUTING.md that says which files such a change touches.
//
//   node tools/touched-files.mjs endpoint|field|page|tool|event [commit]
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '..')

const headings = {
  endpoint: 'Add an endpoint',
  field: 'Add a field of a challenge',
  page: 'Add a page with a form',
  tool: 'Add a tool for assistants',
  event: 'Add an event kind',
}

/** Paths of the tables that do not begin with one of these are below the sources of the server. */
const fromRoot = /^(?:packages|test|docs|tools)\/|^[A-Z]+\.md$/

/**
 * The rows of a table: a path in which `<…>` stands for one name, `<slice>` also for a folder in it, whether every
 * such change touches it, and whether it is written by a command.
 */
export const readTable = (contributing, kind) => {
  const section = contributing.split(/^## /m).find((part) => part.startsWith(`${headings[kind]}\n`)) ?? ''
  const rows = [...section.matchAll(/^\| `([^`]+)` +\|(.*)\| ([^|]+?) +\|$/gm)]
  return rows.map(([, path, what, when]) => ({
    path: fromRoot.test(path) ? path : `packages/server/src/${path}`,
    isAlways: when === 'always',
    isGenerated: /written by `npm run generate(?::guides)?`/.test(what),
  }))
}

/** Whether a path of the table stands for a file. */
export const standsFor = (path, file) => {
  const pattern = path
    .split(/(<[^>]+>)/)
    .map((part) => {
      if (part === '<slice>') return '[^/]+(?:/[^/]+)?'
      if (part.startsWith('<')) return '[^/]+'
      return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    })
    .join('')
  return new RegExp(`^${pattern}$`).test(file)
}

/** What was touched and is not in the table, and what the table asks for and was not touched. */
export const compareFiles = (table, files) => ({
  strange: files.filter((file) => !table.some(({ path }) => standsFor(path, file))),
  missing: table
    .filter(({ path, isAlways }) => isAlways && !files.some((file) => standsFor(path, file)))
    .map(({ path }) => path),
})

export const readContributing = () => readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8')

const listTouched = (commit) =>
  execFileSync('git', ['diff-tree', '--no-commit-id', '--name-only', '-r', commit], {
    cwd: repository,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)

const main = ([kind, commit = 'HEAD']) => {
  if (!Object.hasOwn(headings, kind ?? '')) {
    console.error('usage: node tools/touched-files.mjs endpoint|field|page|tool|event [commit]')
    return 2
  }
  const files = listTouched(commit)
  const { strange, missing } = compareFiles(readTable(readContributing(), kind), files)
  for (const file of strange) console.error(`${file} is touched, and not in the table of CONTRIBUTING.md`)
  for (const path of missing) console.error(`${path} is in the table of CONTRIBUTING.md, and not touched`)
  console.log(`${kind}: ${files.length} files touched`)
  return strange.length + missing.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2))
