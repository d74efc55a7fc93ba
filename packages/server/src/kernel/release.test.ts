import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrations } from '../store/migrations/all.ts'
import { compareReleases, thisRelease } from './release.ts'

/** From the oldest to the newest; the pre-releases are the example of Semantic Versioning. */
const inOrder = [
  '0.1.0',
  '0.2.0',
  '0.2.9',
  '0.2.10',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1-a-b',
]

describe('of two releases', () => {
  it('the one that comes first by Semantic Versioning is the older one', () => {
    for (const [at, older] of inOrder.entries()) {
      for (const newer of inOrder.slice(at + 1)) {
        expect(compareReleases(older, newer), `${older} before ${newer}`).toBeLessThan(0)
        expect(compareReleases(newer, older), `${newer} after ${older}`).toBeGreaterThan(0)
      }
    }
  })

  it('neither is older where they differ in nothing, or only behind a +', () => {
    for (const release of inOrder) expect(compareReleases(release, release)).toBe(0)
    expect(compareReleases('1.0.0+one', '1.0.0+two')).toBe(0)
  })
})

describe('this release', () => {
  const packages = ['.', 'packages/contract', 'packages/server', 'packages/client']

  it.each(packages)('is that of the package in %s', (folder) => {
    const file = join(import.meta.dirname, '../../../..', folder, 'package.json')
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
    expect(version).toBe(thisRelease)
  })

  it('is no older than what any migration asks for', () => {
    for (const { oldestRelease } of migrations) {
      expect(compareReleases(thisRelease, oldestRelease)).toBeGreaterThanOrEqual(0)
    }
  })
})
