// docs/operating.md and docs/several-nodes.md: commands that change a machine are not run. Checked is that what they name
// is there.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { nameBlock } from './blocks.ts'
import { takeBlocks } from './runners.ts'

const PROGRAMS = [
  'bin/challenge-service',
  'cat',
  'certbot',
  'chmod',
  'curl',
  'docker',
  'git',
  'install',
  'mkdir',
  'nginx',
]
const OTHERS = [
  'createdb',
  'echo',
  'npm',
  'openssl',
  'pg_dump',
  'pg_restore',
  'systemctl',
  'umask',
  'useradd',
]

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }

/** The lines that are commands: what stands between << END and END is a file. */
const listCommands = (code: string): readonly string[] =>
  code
    .replaceAll(/<<END\n.*?^END$/gms, '')
    .split('\n')
    .filter((line) => line !== '')

const findFaults = (code: string): readonly string[] => {
  execFileSync('bash', ['-n', '-c', code])
  return listCommands(code).flatMap((line) => {
    const words = line.split(/\s+/)
    const [program = '', first = '', second = ''] = words
    if (![...PROGRAMS, ...OTHERS].includes(program)) return [`nobody knows ${program}`]
    const script = program === 'npm' && first === 'run' ? second : undefined
    if (script !== undefined && !(script in scripts)) return [`there is no script ${script}`]
    const help =
      program === 'bin/challenge-service'
        ? execFileSync(
            join(repository, program),
            [first, second, '--help'].filter((word) => word === '--help' || !word.startsWith('-')),
            { encoding: 'utf8' },
          )
        : undefined
    return words
      .filter((word) => word.startsWith('deploy/') && !existsSync(join(repository, word)))
      .map((word) => `there is no ${word}`)
      .concat(
        words
          .filter((word) => help !== undefined && word.startsWith('--') && !help.includes(word))
          .map((word) => `there is no option ${word}`),
      )
  })
}

describe('installing as the pages say', () => {
  const blocks = [...takeBlocks('commands of installing'), ...takeBlocks('timer of backups')]

  it.each(blocks.map((block) => [nameBlock(block), block] as const))('%s names what is there', (_, block) => {
    expect(findFaults(block.code)).toEqual([])
  })

  it.each([
    ['npm run clusters', 'there is no script clusters'],
    ['install deploy/nginx/other.conf /etc', 'there is no deploy/nginx/other.conf'],
    ['bin/challenge-service account create --mail x', 'there is no option --mail'],
    ['reboot now', 'nobody knows reboot'],
  ])('%s is found out', (code, fault) => {
    expect(findFaults(code)).toEqual([fault])
  })

  it('has the settings of .env reach the nodes, but for those that compose.yaml sets itself', () => {
    const [, node = ''] = /^x-node: &node\n((?: .*\n)+)/m.exec(read('compose.yaml')) ?? []
    expect(node).toContain('\n  env_file: [.env]\n')
    const [, environment = ''] = /\n  environment:\n((?: {4}.*\n)+)/.exec(node) ?? []
    const set = [...environment.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name)
    const known = [...read('docs/settings.md').matchAll(/^\| `(\w+)` /gm)].map(([, name = '']) => name)
    expect(set.filter((name) => !known.includes(name))).toEqual([])
    expect(set).toContain('HOST')
    for (const name of ['SITE_NAME', 'MAIL_FROM', 'SMTP_URL', 'METRICS_PORT']) expect(set).not.toContain(name)
  })

  it('keeps of each container so much of its log', () => {
    const text = read('compose.yaml')
    const services = [...text.matchAll(/^    image: /gm)].length
    expect([...text.matchAll(/^    logging: \*logging$/gm)]).toHaveLength(services)
    expect(text).toMatch(/^ {2}logging: \*logging$/m)
  })

  it('has the nodes read secrets from the files that compose hands them', () => {
    const text = read('deploy/compose.secrets.yaml')
    const files = [...text.matchAll(/^ {4}(\w+)_FILE: \/run\/secrets\/(\w+)$/gm)]
    expect(files.map(([, name = '']) => name)).toEqual(['SECRET_KEY', 'SMTP_URL'])
    const handed = [...text.matchAll(/^ {2}(\w+): \{ file: \.\/secrets\/(\w+) \}$/gm)]
    for (const [, setting = '', name] of files) {
      expect(name).toBe(setting.toLowerCase())
      expect(read('docs/settings.md')).toContain(`| \`${setting}_FILE\``)
      // Set in both ways, they would stop the start.
      expect(read('compose.yaml')).not.toContain(`${setting}:`)
    }
    expect(handed.map(([, name, file]) => [name, file])).toEqual(files.map(([, , name]) => [name, name]))
    expect(text).toContain(`\n  secrets: [${handed.map(([, name]) => name).join(', ')}]\n`)
    for (const node of text.matchAll(/^ {2}(node-\w): \*node$/gm))
      expect(read('compose.yaml')).toContain(node[0])
  })

  it('names for compose what compose.yaml asks for', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+):/g)].map(([, name]) => name)
    const given = blocks.map(({ code }) => code).join('\n')
    expect([...new Set(asked)].filter((name) => !given.includes(`${name}=`))).toEqual([])
  })
})
