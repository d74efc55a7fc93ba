// Does what the Dockerfile says, in a folder: there is no container engine where the tests run. A path of the container
// is one below the folder of its stage. `npm ci` is left to CI: what it gives is what is installed and built here.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { repository } from '../support/planted.ts'

export interface Image {
  /** Where it is, in place of `/`. */
  readonly root: string
  readonly folder: string
  readonly user: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}

interface Stage {
  readonly root: string
  folder: string
  user: string
  readonly env: Record<string, string>
  command: readonly string[]
  healthCheck: readonly string[]
}

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** The last stage, made below `base`; what it gives to the user `node` belongs to the owner. */
export const makeImage = (base: string, owner: Owner): Image => {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const [word, rest] of readSteps()) {
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? `stage${stages.size}`
      const root = join(base, name)
      mkdirSync(root, { recursive: true })
      stage = { root, folder: root, user: 'root', env: {}, command: [], healthCheck: [] }
      stages.set(name, stage)
    } else {
      if (!stage) throw new Error(`${word} before FROM`)
      follow(stage, stages, word, rest, owner)
    }
  }
  if (!stage) throw new Error('the Dockerfile has no stage')
  return stage
}

const readSteps = (): readonly (readonly [word: string, rest: string])[] =>
  readFileSync(join(repository, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])

const follow = (
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  word: string,
  rest: string,
  owner: Owner,
): void => {
  const { root } = stage
  switch (word) {
    case 'WORKDIR':
      stage.folder = join(root, rest)
      mkdirSync(stage.folder, { recursive: true })
      break
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
        stage.env[name] = value.replace('sqlite:/data', `sqlite:${root}/data`)
      break
    case 'USER':
      stage.user = rest
      break
    case 'COPY':
      copy(stage, stages, rest)
      break
    case 'RUN':
      run(stage, rest, owner)
      break
    case 'CMD':
      stage.command = JSON.parse(rest) as readonly string[]
      break
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)) as readonly string[]
      break
    case 'VOLUME':
    case 'EXPOSE':
      break
    default:
      throw new Error(`this test does not know what ${word} does`)
  }
}

const copy = ({ folder }: Stage, stages: ReadonlyMap<string, Stage>, rest: string): void => {
  const [, from, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? []
  if (from === undefined) return copyCheckout(folder)
  const path = join(stages.get(from)?.root ?? '', source)
  mkdirSync(dirname(join(folder, target)), { recursive: true })
  cpSync(path, join(folder, target), { recursive: true, verbatimSymlinks: true })
}

/** All but what .dockerignore names. */
const copyCheckout = (folder: string): void => {
  const lines = readFileSync(join(repository, '.dockerignore'), 'utf8').trim().split('\n')
  const anywhere = lines.filter((line) => line.startsWith('**/')).map((line) => line.slice(3))
  const isIgnored = (path: string): boolean =>
    lines.includes(path) || anywhere.some((name) => path === name || path.endsWith(`/${name}`))
  cpSync(repository, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !isIgnored(relative(repository, path)),
  })
}

const run = ({ root, folder }: Stage, rest: string, { uid, gid }: Owner): void => {
  const env = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' }
  const text =
    rest === 'npm ci'
      ? `cd '${repository}' && cp -a --parents node_modules packages/*/node_modules packages/*/dist '${folder}'`
      : rest.replaceAll('/data', `'${root}/data'`).replaceAll('node:node', `${uid}:${gid}`)
  execFileSync('sh', ['-ec', text], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
}
