// Unpacks the last release, to be started beside the present one.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')

export const packedFile = join(import.meta.dirname, 'release.tar.gz')

/** Below the repository, so that what stands in it finds the packages that are installed here. */
export const makeFolder = () => {
  const base = join(repository, '.planted')
  mkdirSync(base, { recursive: true })
  return mkdtempSync(join(base, 'last-release-'))
}

/** Its contract is its own. What is not found by going up from its folder is linked to where it is installed. */
export const linkPackages = (folder) => {
  const own = join(folder, 'node_modules')
  mkdirSync(join(own, '@challenge-service'), { recursive: true })
  symlinkSync(join(folder, 'packages/contract'), join(own, '@challenge-service/contract'))
  linkWhereThere('packages/server/node_modules', join(folder, 'packages/server/node_modules'))
  linkWhereThere('packages/sqlite-for-older-node/node_modules/better-sqlite3', join(own, 'better-sqlite3'))
}

const linkWhereThere = (installed, path) => {
  if (existsSync(join(repository, installed))) symlinkSync(join(repository, installed), path)
}

/** Gives `{ folder, bin, version, remove }`. */
export const unpackLastRelease = () => {
  const folder = makeFolder()
  execFileSync('tar', ['-xzf', packedFile, '-C', folder])
  linkPackages(folder)
  return {
    folder,
    bin: join(folder, 'bin/challenge-service'),
    version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
