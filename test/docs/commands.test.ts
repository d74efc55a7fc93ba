// Commands of the documents that install, test, serve or measure for long are not run. Their syntax is checked, and
// that the scripts, options, files and tests that they name are there.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { nameBlock, type Block } from './blocks.ts'
import { takeBlocks } from './runners.ts'

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, [...args], { cwd: repository, encoding: 'utf8' })

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly workspaces?: readonly string[]
    readonly scripts?: Readonly<Record<string, string>>
  }

const { scripts = {}, workspaces = [] } = readManifest('.')

/** The words of each command, as the shell sees them: without comments, settings and quotes. */
const listCommands = (code: string): readonly (readonly string[])[] =>
  code
    .split(/\n|&&/)
    .map((line) => line.match(/(?<!\S)#.*|'[^']*'|"[^"]*"|\S+/g) ?? [])
    .map((words) =>
      words.filter((word) => !/^(#|[A-Z_]+=)/.test(word)).map((word) => word.replaceAll(/^['"]|['"]$/g, '')),
    )
    .filter((words) => words.length > 0)

const isOption = (word: string): boolean => word.startsWith('--') && word !== '--'

/** Of a file, or of all in a folder. */
const testSources = (place: string): string =>
  place.endsWith('.test.ts')
    ? readFileSync(join(repository, place), 'utf8')
    : readdirSync(join(repository, place), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.test.ts'))
        .map((path) => readFileSync(join(repository, place, path), 'utf8'))
        .join('')

/** The names that `npm pack` gives to the packages of this repository. */
const tarballs = workspaces.map((folder) => {
  const { name, version } = readManifest(folder)
  return `./${name.replace('@', '').replace('/', '-')}-${version}.tgz`
})

let benchHelp: string | undefined

/** It loads the whole service, so it is asked for once. */
const printBenchHelp = (): string => (benchHelp ??= run(process.execPath, 'bench/run.mjs', '--help'))

const checkHelp = (help: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => isOption(word) && !help.includes(word)).map((word) => `there is no option ${word}`)

const findMissingTests = (words: readonly string[]): readonly string[] => {
  const at = words.indexOf('-t')
  const [path = 'test'] = at === 0 ? [] : words
  if (!existsSync(join(repository, path))) return [`there is no ${path}`]
  const name = at < 0 ? '' : String(words[at + 1])
  return testSources(path).includes(name) ? [] : [`${path} has no test with ${name}`]
}

/** What is wrong with a command, by the words that it begins with. */
const checks: readonly (readonly [
  beginning: string,
  check: (rest: readonly string[]) => readonly string[],
])[] = [
  [
    'npm install',
    (files) => files.filter((file) => !tarballs.includes(file)).map((file) => `nothing packs ${file}`),
  ],
  [
    'npm pack',
    (words) =>
      words
        .filter((word) => word !== '-w' && !workspaces.includes(word))
        .map((word) => `there is no package ${word}`),
  ],
  ['npm start', () => ('start' in scripts ? [] : ['there is no script start'])],
  ['npm test', () => ('test' in scripts ? [] : ['there is no script test'])],
  [
    'npm run bench',
    (words) => {
      const help = printBenchHelp()
      const cases = words.filter((_, at) => words[at - 1] === '--case' || words[at - 1] === '--engine')
      const missing = cases.filter((name) => !new RegExp(`\\b${name}\\b`).test(help))
      return [...checkHelp(help, words), ...missing.map((name) => `there is no case or engine ${name}`)]
    },
  ],
  [
    'npm run',
    ([name = '', ...rest]) => (name in scripts && rest.length === 0 ? [] : [`there is no script ${name}`]),
  ],
  ['npx vitest run', (words) => findMissingTests(words)],
  ['npx vitest', (words) => findMissingTests(words)],
  [
    'bin/challenge-service',
    (words) =>
      checkHelp(
        run(join(repository, 'bin/challenge-service'), ...words.filter((word) => !isOption(word)), '--help'),
        words,
      ),
  ],
]

const findFaults = ({ code }: Pick<Block, 'code'>): readonly string[] => {
  run('bash', '-n', '-c', code)
  return listCommands(code).flatMap((words) => {
    const line = words.join(' ')
    const [beginning, check] = checks.find(([start]) => `${line} `.startsWith(`${start} `)) ?? []
    if (beginning === undefined || check === undefined) return [`nobody knows how to check: ${line}`]
    return check(words.slice(beginning.split(' ').length))
  })
}

describe('commands that are not run', { timeout: 180_000 }, () => {
  const blocks = [...takeBlocks('commands of contributors'), ...takeBlocks('start of the guide')]

  it.each(blocks.map((block) => [nameBlock(block), block] as const))('%s names what is there', (_, block) => {
    expect(findFaults(block)).toEqual([])
  })

  it.each([
    ['npm tset', 'nobody knows how to check: npm tset'],
    ['npx vitest run test/nowhere', 'there is no test/nowhere'],
    ["npx vitest run test/browser -t 'no such name'", 'test/browser has no test with no such name'],
    ['npm run bench -- --cases me', 'there is no option --cases'],
    ['npm run bench -- --case everywhere', 'there is no case or engine everywhere'],
    ['npm install ./client-9.tgz', 'nothing packs ./client-9.tgz'],
    ['PORT=1 bin/challenge-service serve --deno # soon', 'there is no option --deno'],
  ])('%s is found out', (code, fault) => {
    expect(findFaults({ code })).toEqual([fault])
  })

  it('that are no shell are found out', () => {
    expect(() => findFaults({ code: 'npm test &&& npm start' })).toThrow('syntax error')
  })
})
