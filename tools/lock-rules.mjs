// What package-lock.json must say: a checksum for every package of a registry, and no word of which registry it was.

/**
 * Families of packages for other platforms, in the one version whose checksums no registry within reach has shown yet.
 * `node tools/complete-lock.mjs` fills them in where one does; a family that is complete must leave this list.
 */
const awaited = [
  '@oxc-parser/binding-*@0.155.0',
  '@oxlint-tsgolint/*@7.0.2006',
  '@oxlint/binding-*@1.93.0',
  '@rolldown/binding-*@1.2.18',
  '@swc/core-*@1.16.22',
]

export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whether an entry is of a registry and has no checksum; ours are links, and bundled ones are in another's. */
export const lacksChecksum = ([path, { link, inBundle, integrity }]) =>
  path.includes('node_modules/') && !link && !inBundle && !integrity?.startsWith('sha512-')

const familyOf = ([path, { version, optional, os }], families) => {
  if (!optional || !os) return undefined
  return families.find((family) => {
    const [start, end] = family.split('*')
    const full = `${nameOf(path)}@${version}`
    return full.startsWith(start) && full.endsWith(end)
  })
}

const namesHost = ([, { resolved }]) => /^[a-z+]+:/.test(resolved ?? '')

/** What is wrong with a lock, in lines. */
export const findLockFaults = ({ packages }, families = awaited) => {
  const entries = Object.entries(packages)
  const bare = entries.filter(lacksChecksum)
  const met = new Set(bare.map((entry) => familyOf(entry, families)))
  return [
    ...bare
      .filter((entry) => familyOf(entry, families) === undefined)
      .map(([path]) => `lock-has-checksums: ${path} has none; run node tools/complete-lock.mjs`),
    ...families
      .filter((family) => !met.has(family))
      .map(
        (family) => `lock-has-checksums: ${family} is awaited no more; take it out of tools/lock-rules.mjs`,
      ),
    ...entries.filter(namesHost).map(([path]) => `lock-names-no-host: ${path} names where it came from`),
  ]
}
