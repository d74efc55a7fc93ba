// The versions of Node that are supported stand in tools/node-versions.json; what else speaks of them says the same.
// (The table of the README is held to it by `npm run check:generated`.)
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'

interface SupportedNode {
  readonly major: number
  readonly from: string
  readonly needsCompiler: boolean
  readonly tested: 'everything' | 'part' | 'by hand'
}

interface Manifest {
  readonly engines: { readonly node: string }
}

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

const { versions, part } = JSON.parse(read('tools/node-versions.json')) as {
  readonly versions: readonly SupportedNode[]
  readonly part: readonly string[]
}
const readEngines = (path: string): string => (JSON.parse(read(path)) as Manifest).engines.node

const toPair = (version: string): readonly [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}

const isBelow = (version: string, bound: string): boolean => {
  const [[major, minor], [boundMajor, boundMinor]] = [toPair(version), toPair(bound)]
  return major < boundMajor || (major === boundMajor && minor < boundMinor)
}

/** Whether one of the alternatives, `^20.19` or `>=24`, holds a version. */
const admits = (engines: string, version: string): boolean =>
  engines.split(' || ').some((range) => {
    const [, form, bound = ''] = /^(\^|>=)([\d.]+)$/.exec(range) ?? []
    return !isBelow(version, bound) && (form === '>=' || toPair(version)[0] === toPair(bound)[0])
  })

describe('the versions of Node', () => {
  it('are from the oldest to the newest', () => {
    const majors = versions.map(({ major }) => major)
    expect(majors).toEqual(majors.toSorted((a, b) => a - b))
    expect(versions.map(({ from }) => toPair(from)[0])).toEqual(majors)
  })

  it('are all admitted by package.json, which refuses what is older', () => {
    const engines = readEngines('package.json')
    expect(versions.filter(({ from }) => !admits(engines, from))).toEqual([])
    expect(['18.20', '20.18', '22.11'].filter((version) => admits(engines, version))).toEqual([])
  })

  it('need a compiler where the binding is the one that is compiled', () => {
    const bound = readEngines('packages/sqlite-for-older-node/package.json').replace('<', '')
    expect(versions.map(({ from }) => isBelow(from, bound))).toEqual(
      versions.map(({ needsCompiler }) => needsCompiler),
    )
  })

  it('are tested in CI: everything with that of .nvmrc and the container, a part with the oldest and the newest', () => {
    const everything = versions.filter(({ tested }) => tested === 'everything')
    expect(everything.map(({ major }) => String(major))).toEqual([read('.nvmrc').trim()])
    expect(read('Dockerfile')).toMatch(new RegExp(`^FROM node:${read('.nvmrc').trim()}-slim$`, 'm'))
    expect([versions[0]?.tested, versions.at(-1)?.tested]).toEqual(['part', 'part'])
    expect(part.length).toBeGreaterThan(0)
  })

  it('hold the Node that runs this', () => {
    const running = versions.find(({ major }) => major === toPair(process.versions.node)[0])
    expect(running && isBelow(process.versions.node, running.from)).toBe(false)
  })
})
