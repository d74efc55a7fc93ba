// What package-lock.json must say: a checksum for every package of a registry, and no word of which registry it was.

export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whether an entry is of a registry and has no checksum; ours are links, and bundled ones are in another's. */
export const lacksChecksum = ([path, { link, inBundle, integrity }]) =>
  path.includes('node_modules/') && !link && !inBundle && !integrity?.startsWith('sha512-')

const namesHost = ([, { resolved }]) => /^[a-z+]+:/.test(resolved ?? '')

/** What is wrong with a lock, in lines. */
export const findLockFaults = ({ packages }) => {
  const entries = Object.entries(packages)
  return [
    ...entries
      .filter(lacksChecksum)
      .map(([path]) => `lock-has-checksums: ${path} has none; run node tools/complete-lock.mjs`),
    ...entries.filter(namesHost).map(([path]) => `lock-names-no-host: ${path} names where it came from`),
  ]
}
