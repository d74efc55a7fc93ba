// What `npm test` and `npm run test:rest` run, as Vitest itself finds it from their configurations, and the table of it in
// test/README.md. As a program it prints the list as JSON.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { table } from './markdown.mjs'
import { runsAtLength } from './runs-at-length.mjs'

// What someone chose for a run of their own is no part of the configuration.
delete process.env.TEST_ENGINES

const repository = join(import.meta.dirname, '..')

const MARKED = /(?<=<!-- what runs where -->\n).*?(?=<!-- end of what runs where -->)/s

const configurations = { 'npm test': 'vitest.config.ts', 'npm run test:rest': 'vitest.rest.config.ts' }

/** Each file of each run with its engines: `{ command, file, engines, isFast }`. */
const listRuns = async () => {
  const runs = []
  for (const [command, config] of Object.entries(configurations)) {
    const vitest = await createVitest('test', {
      root: repository,
      config: join(repository, config),
      watch: false,
    })
    try {
      for (const { moduleId, project } of await vitest.globTestSpecifications()) {
        const { engines, isFast } = project.config.provide
        runs.push({ command, file: relative(repository, moduleId), engines, isFast })
      }
    } finally {
      await vitest.close()
    }
  }
  return runs
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const folderOf = (file) =>
  file.startsWith('test/') ? `${file.split('/').slice(0, 2).join('/')}/` : 'packages/*/src/'

const asksForEngines = (file) =>
  /import \{[^}]*\bengines\b[^}]*\} from '[^']*\/engine\.ts'/.test(
    readFileSync(join(repository, file), 'utf8'),
  )

/** Such as `26 on SQLite, 3 once`. */
const describeFiles = (runs) => {
  const counts = new Map()
  for (const { file, engines } of runs) {
    const how = asksForEngines(file) ? `on ${engines.map((engine) => names[engine]).join(' and ')}` : 'once'
    counts.set(how, (counts.get(how) ?? 0) + 1)
  }
  if (counts.size === 0) return 'none'
  return [...counts]
    .toSorted(([a], [b]) => b.localeCompare(a, 'en'))
    .map(([how, count]) => `${count} ${how}`)
    .join(', ')
}

/** test/README.md with its table as it should be. */
export const refreshRunsTable = async (page) => {
  if (!MARKED.test(page)) throw new Error('test/README.md has no place for the table of what runs where')
  const runs = await listRuns()
  const folders = [...new Set(runs.map(({ file }) => folderOf(file)))].toSorted()
  const rows = folders.map((folder) => {
    const inFolder = runs.filter(({ file }) => folderOf(file) === folder)
    const cells = Object.keys(configurations).map((run) =>
      describeFiles(inFolder.filter(({ command }) => command === run)),
    )
    const longer = Object.entries(runsAtLength)
      .filter(([, { path }]) => folderOf(path) === folder)
      .map(([name]) => `\`test:${name}\``)
    return [
      `\`${folder}\``,
      String(new Set(inFolder.map(({ file }) => file)).size),
      ...cells,
      longer.join(', '),
    ]
  })
  const commands = Object.keys(configurations).map((command) => `\`${command}\``)
  const head = ['folder', 'files', ...commands, 'before a release']
  return page.replace(MARKED, () => `\n${table(head, rows)}\n\n`)
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await listRuns()))
