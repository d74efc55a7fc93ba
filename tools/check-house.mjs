// Checks the house: who imports whom, where the current time is read, who sets the hooks of tests, that a type has a name of
// its own and no name is vague, that texts use plain words, that the linter sees what it must, and that the lock of the
// packages holds a checksum of each.
// Each check has to find its planted faults at every run; one that sees too few files fails as well.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allExtensions, cruise } from 'dependency-cruiser'
import { forbidden } from './dependency-rules.mjs'
import { findLockFaults } from './lock-rules.mjs'
import { findAwkwardPhrases, findSharedNames, findVagueNames } from './name-rules.mjs'
import { CATALOGUE_FILE, findUnusedMessages } from './words/unused.mjs'
import {
  lawful,
  lawfulLint,
  plantedClocks,
  plantedEndings,
  plantedHooks,
  plantedImports,
  plantedLint,
  plantedLocks,
  plantedNames,
  plantedPackages,
  plantedPhrases,
  plantedTransactions,
  plantedUnusedMessages,
  plantedVagueNames,
} from './planted.mjs'

const repository = dirname(dirname(fileURLToPath(import.meta.url)))

/** The files of packages/*\/src, as paths from `base`. */
const listFiles = async (base) => {
  const packages = await readdir(join(base, 'packages'))
  const found = await Promise.all(
    packages.map(async (name) => {
      const src = join(base, 'packages', name, 'src')
      const entries = await readdir(src, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name: file }) => relative(base, join(parentPath, file)))
    }),
  )
  return found.flat().toSorted()
}

const listSources = async (base) => (await listFiles(base)).filter((path) => path.endsWith('.ts'))

/** Whether the rules would not see it. */
const hasOtherEnding = (path) => !/(?<![.]d)[.]ts$|[.]md$/.test(path)

const checkEndings = async () => [
  ...plantedEndings.caught
    .filter((path) => !hasOtherEnding(path))
    .map((path) => `planted ending not reported: ${path}`),
  ...plantedEndings.passed.filter(hasOtherEnding).map((path) => `lawful, but reported: ${path}`),
  ...(await listFiles(repository))
    .filter(hasOtherEnding)
    .map((path) => `sources-end-in-ts: ${path} would be seen by no rule`),
]

/** Runs dependency-cruiser over the sources of `base`; TypeScript 7 has no parser for it, so swc reads them. */
const cruiseSources = async (base, sources) => {
  const { output } = await cruise(
    sources,
    {
      baseDir: base,
      validate: true,
      ruleSet: { forbidden },
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      conditionNames: ['source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
      bustTheCache: true,
    },
  )
  return output
}

/** What the cruise overlooked: a file, or an import that stands in a file's text. */
const findOverlooked = async (base, sources, { modules }) => {
  const seen = new Map(modules.map((module) => [module.source, module.dependencies.map((to) => to.module)]))
  const overlooked = []
  for (const source of sources) {
    const text = await readFile(join(base, source), 'utf8')
    const stated = [...text.matchAll(/^(?:import|export|\})[^'"\n]*?\bfrom '(?:node:)?([^'\n]+)'/gm)].map(
      (match) => match[1],
    )
    const cruised = seen.get(source)
    if (cruised === undefined) overlooked.push(`${source} was not read`)
    else
      overlooked.push(
        ...stated
          .filter((name) => !cruised.includes(name))
          .map((name) => `${source}: import of ${name} was not seen`),
      )
  }
  return overlooked
}

const withTemporaryTree = async (files, body) => {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'planted-')))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(base, path)), { recursive: true })
      await writeFile(join(base, path), text)
    }
    return await body(base)
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

const importing = (targets) =>
  targets
    .map((target, index) => `import type * as i${index} from '${target}'\nexport type { i${index} }\n`)
    .join('')

const importingLate = (target) => `export const load = async () => await import('${target}')\n`

const checkImports = async () => {
  const files = { 'package.json': '{}', 'packages/contract/package.json': '' }
  files['packages/contract/package.json'] = await readFile(
    join(repository, 'packages/contract/package.json'),
    'utf8',
  )
  for (const name of plantedPackages) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, main: 'index.js' })
    files[`node_modules/${name}/index.js`] = ''
  }
  for (const [file, targets] of Object.entries(lawful)) files[file] = importing(targets)
  for (const { file, target, late } of plantedImports)
    files[file] = late ? importingLate(target) : importing([target])

  const faults = await withTemporaryTree(files, async (base) => {
    await mkdir(join(base, 'node_modules/@challenge-service'))
    await symlink(join(base, 'packages/contract'), join(base, 'node_modules/@challenge-service/contract'))
    const output = await cruiseSources(base, await listSources(base))
    const reported = output.summary.violations.map((violation) => ({
      rule: violation.rule.name,
      file: violation.from,
    }))
    const missed = plantedImports
      .filter((plant) => !reported.some(({ rule, file }) => rule === plant.rule && file === plant.file))
      .map((plant) => `planted fault not reported: ${plant.rule}, ${plant.file} -> ${plant.target}`)
    const unplanted = forbidden
      .filter((rule) => !plantedImports.some((plant) => plant.rule === rule.name))
      .map((rule) => `no fault is planted for the rule ${rule.name}`)
    const wronged = reported
      .filter(({ file }) => file in lawful)
      .map(({ rule, file }) => `lawful, but reported: ${rule}, ${file}`)
    return [...missed, ...unplanted, ...wronged]
  })

  if (!allExtensions.some(({ extension, available }) => extension === '.ts' && available))
    faults.push('dependency-cruiser cannot read TypeScript: @swc/core is missing')
  const sources = await listSources(repository)
  if (sources.length === 0) faults.push('no source file was found')
  const output = await cruiseSources(repository, sources)
  faults.push(...(await findOverlooked(repository, sources, output)))
  for (const { rule, from, to } of output.summary.violations) {
    const why = forbidden.find(({ name }) => name === rule.name)?.comment
    faults.push(`${rule.name}: ${from} -> ${to} (${why})`)
  }
  return { faults, sources }
}

/** Whether a text asks for the current time; `Date.now` is the linter's. Lines of comment are left aside. */
const readsClock = (text) =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .some((line) => /\bnew Date(?!\w)(?!\s*\(\s*[^\s)])|(?<!new )(?<![\w.])Date\(/.test(line))

const checkClock = async (sources) => {
  const faults = [
    ...plantedClocks.caught
      .filter((text) => !readsClock(text))
      .map((text) => `planted clock not reported: ${text}`),
    ...plantedClocks.passed.filter(readsClock).map((text) => `lawful, but reported: ${text}`),
  ]
  const home = 'packages/server/src/kernel/clock.ts'
  for (const source of sources.filter((path) => path !== home && !path.endsWith('.test.ts'))) {
    if (readsClock(await readFile(join(repository, source), 'utf8')))
      faults.push(
        ...(await checkEndings()),
        `clock-has-one-home: ${source} reads the current time; take it as an argument, from ${home}`,
      )
  }
  return faults
}

/** Whether a text opens a transaction. Lines of comment are left aside. */
const opensTransaction = (text) =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .some((line) => /\bstore\??\.write\b|\bstore\[/.test(line))

const checkTransactions = async (sources) => {
  const faults = [
    ...plantedTransactions.caught
      .filter((text) => !opensTransaction(text))
      .map((text) => `planted transaction not reported: ${text}`),
    ...plantedTransactions.passed.filter(opensTransaction).map((text) => `lawful, but reported: ${text}`),
  ]
  for (const source of sources.filter((path) => path.startsWith('packages/server/src/interfaces/'))) {
    if (opensTransaction(await readFile(join(repository, source), 'utf8')))
      faults.push(
        `interfaces-open-no-transaction: ${source} opens one; declare an operation beside the slice, and run that`,
      )
  }
  return faults
}

/** Whether loading a module sets a hook. Test files share processes, so it would be that of the first file alone. */
const setsHook = (text) => /^(?:(?:before|after)(?:All|Each)|vi\.setConfig)\(/m.test(text)

const checkHooks = async () => {
  const entries = await readdir(join(repository, 'test'), { recursive: true })
  const shared = entries.filter((entry) => entry.endsWith('.ts') && !entry.endsWith('.test.ts'))
  const faults = [
    ...plantedHooks.caught
      .filter((text) => !setsHook(text))
      .map((text) => `planted hook not reported: ${text}`),
    ...plantedHooks.passed.filter(setsHook).map((text) => `lawful, but reported: ${text}`),
  ]
  if (shared.length === 0) faults.push('no module that test files share was found')
  for (const entry of shared) {
    if (setsHook(await readFile(join(repository, 'test', entry), 'utf8')))
      faults.push(`hooks-are-set-by-test-files: test/${entry} sets one when it is loaded; export a function`)
  }
  return faults
}

const checkNames = async (sources) => {
  const checks = [
    [findSharedNames, plantedNames],
    [findVagueNames, plantedVagueNames],
    [findUnusedMessages, plantedUnusedMessages],
  ]
  const faults = checks.flatMap(([find, { caught, passed }]) => [
    ...caught
      .filter((files) => find(files).length !== 1)
      .map((files) => `planted name not reported once: ${JSON.stringify(files)}`),
    ...passed
      .filter((files) => find(files).length > 0)
      .map((files) => `lawful, but reported: ${JSON.stringify(files)}`),
  ])
  const files = {}
  for (const source of sources.filter((path) => !path.endsWith('.test.ts'))) {
    files[source] = await readFile(join(repository, source), 'utf8')
  }
  const catalogue = { [CATALOGUE_FILE]: await readFile(join(repository, CATALOGUE_FILE), 'utf8') }
  return [
    ...faults,
    ...findSharedNames(files),
    ...findVagueNames(files),
    ...findUnusedMessages({ ...files, ...catalogue }),
  ]
}

/** Sources, tests, tools and documents that are written by hand; those of these rules name the phrases. */
const listTexts = () => {
  const options = ['ls-files', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', options, { cwd: repository, encoding: 'utf8' }).split('\n')
  return paths.filter(
    (path) =>
      /^(?:packages\/[^/]+\/(?:src\/|README)|(?:test|tools|bench|docs)\/|[A-Z]+\.md$)/.test(path) &&
      /\.(?:[cm]?[jt]s|md|sh|py)$/.test(path) &&
      !/\/generated\/|^docs\/(?:api|life-of-a-challenge|command-line)\.md$/.test(path) &&
      !/^tools\/(?:name-rules|planted)\.mjs$/.test(path) &&
      existsSync(join(repository, path)),
  )
}

const checkPhrases = async () => {
  const faults = [
    ...plantedPhrases.caught
      .filter(([files, left]) => findAwkwardPhrases(files, left).length !== 1)
      .map(([files]) => `planted phrase not reported once: ${JSON.stringify(files)}`),
    ...plantedPhrases.passed
      .filter(([files, left]) => findAwkwardPhrases(files, left).length > 0)
      .map(([files]) => `lawful, but reported: ${JSON.stringify(files)}`),
  ]
  const files = {}
  for (const path of listTexts()) files[path] = await readFile(join(repository, path), 'utf8')
  if (Object.keys(files).length === 0) faults.push('no text was found')
  return [...faults, ...findAwkwardPhrases(files)]
}

const runLinter = (base) =>
  new Promise((resolve, reject) => {
    const oxlint = join(repository, 'node_modules/.bin/oxlint')
    const options = { cwd: base, maxBuffer: 2 ** 24 }
    execFile(
      oxlint,
      ['--type-aware', '--format', 'json', 'packages', 'vitest.config.ts'],
      options,
      (error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout).diagnostics)
        } catch {
          reject(new Error(`oxlint gave no report: ${stderr}${stdout.slice(0, 1000)}`, { cause: error }))
        }
      },
    )
  })

const checkLinter = async () => {
  const files = {
    'tsconfig.json': JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: { types: ['node'] },
      include: ['packages', 'vitest.config.ts'],
    }),
  }
  for (const { file, text } of plantedLint) files[file] = text
  return await withTemporaryTree({ ...files, ...lawfulLint }, async (base) => {
    for (const name of ['.oxlintrc.json', 'tsconfig.base.json'])
      await copyFile(join(repository, name), join(base, name))
    await symlink(join(repository, 'node_modules'), join(base, 'node_modules'))
    const reported = (await runLinter(base)).map(({ code, filename }) => ({ code, filename }))
    const missed = plantedLint
      .filter(({ rule, file }) => !reported.some(({ code, filename }) => code === rule && filename === file))
      .map(({ rule, file }) => `planted fault not reported: ${rule}, ${file}`)
    const wronged = reported.filter(({ filename }) => filename in lawfulLint)
    return [...missed, ...wronged.map(({ code, filename }) => `lawful, but reported: ${code}, ${filename}`)]
  })
}

const checkLock = async () => [
  ...plantedLocks.caught
    .filter((entries) => findLockFaults({ packages: entries }).length !== 1)
    .map((entries) => `planted lock not reported once: ${JSON.stringify(entries)}`),
  ...plantedLocks.passed
    .filter((entries) => findLockFaults({ packages: entries }).length > 0)
    .map((entries) => `lawful, but reported: ${JSON.stringify(entries)}`),
  ...findLockFaults(JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8'))),
]

const { faults, sources } = await checkImports()
faults.push(
  ...(await checkClock(sources)),
  ...(await checkTransactions(sources)),
  ...(await checkHooks()),
  ...(await checkNames(sources)),
  ...(await checkPhrases()),
  ...(await checkLinter()),
  ...(await checkLock()),
)
for (const fault of faults) console.error(fault)
const planted = [
  plantedImports,
  plantedClocks.caught,
  plantedEndings.caught,
  plantedTransactions.caught,
  plantedHooks.caught,
  plantedNames.caught,
  plantedVagueNames.caught,
  plantedPhrases.caught,
  plantedUnusedMessages.caught,
  plantedLint,
  plantedLocks.caught,
].flat().length
console.log(
  `house: ${sources.length} modules, ${forbidden.length} import rules, ${planted} planted faults, ` +
    (faults.length === 0 ? 'all in order' : `${faults.length} found wrong`),
)
if (faults.length > 0) process.exitCode = 1
