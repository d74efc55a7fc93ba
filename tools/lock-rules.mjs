// What package-lock.json must say: a checksum for every package of a registry, no word of which registry it was, and
// that a package which brings its compiled files is not to be compiled.

export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whether an entry is of a registry and has no checksum; ours are links, and bundled ones are in another's. */
export const lacksChecksum = ([path, { link, inBundle, integrity }]) =>
  path.includes('node_modules/') && !link && !inBundle && !integrity?.startsWith('sha512-')

/**
 * better-sqlite3 says `"gypfile": false` from 13 on, and npm does not keep that in the lock. Without it, npm compiles the
 * package, and removes it where there is no compiler, with status 0.
 */
export const wouldCompile = ([path, { version, gypfile }]) =>
  nameOf(path) === 'better-sqlite3' && Number.parseInt(version, 10) >= 13 && gypfile !== false

export const markPrebuilt = ({ packages }) => {
  for (const [, entry] of Object.entries(packages).filter(wouldCompile)) entry.gypfile = false
}

const namesHost = ([, { resolved }]) => /^[a-z+]+:/.test(resolved ?? '')

/** What is wrong with a lock, in lines. */
export const findLockFaults = ({ packages }) => {
  const entries = Object.entries(packages)
  return [
    ...entries
      .filter(lacksChecksum)
      .map(([path]) => `lock-has-checksums: ${path} has none; run node tools/complete-lock.mjs`),
    ...entries
      .filter(wouldCompile)
      .map(([path]) => `lock-compiles-little: ${path} is compiled; run node tools/complete-lock.mjs`),
    ...entries.filter(namesHost).map(([path]) => `lock-names-no-host: ${path} names where it came from`),
  ]
}
