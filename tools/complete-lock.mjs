// Adds to package-lock.json the packages of other platforms that a partial registry could not show to npm.
// Without them `npm ci` refuses the lock that `npm install` has just written (npm/cli#9846). Then asks the registry
// for the checksum of every package that has none: without it, `npm ci` would take whatever it is given. Last, it marks
// which package is not to be compiled.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { lacksChecksum, markPrebuilt, nameOf } from './lock-rules.mjs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))

const systems = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const processors = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ')
const libraries = { glibc: 'gnu', musl: 'musl' }

/** What a platform package's name says of where it runs: `@swc/core-linux-x64-musl`. */
const platformOf = (name) => {
  const words = name.split(/[/-]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = Object.keys(libraries).filter((key) => words.some((word) => word.startsWith(libraries[key])))
  return {
    cpu: cpu.length > 0 ? cpu : undefined,
    libc: os.includes('linux') && libc.length > 0 ? libc : undefined,
    os: os.length > 0 ? os : undefined,
  }
}

/** The entry that a package at `from` finds under `name`, as Node looks it up. */
const lookUp = (from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]
    if (found !== undefined || folder === '') return found
  }
}

let added = 0
for (const [from, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (lookUp(from, name) !== undefined) continue
    if (!/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`${from} wants ${name} ${version}, which is no exact version`)
    const { cpu, libc, os } = platformOf(name)
    lock.packages[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os } // npm's own order
    added += 1
  }
}
const ask = promisify(execFile)

/** Undefined where the registry does not know this version. */
const findChecksum = async (entry, version) => {
  try {
    const { stdout } = await ask('npm', ['view', `${nameOf(entry)}@${version}`, 'dist.integrity', '--json'])
    return JSON.parse(stdout)
  } catch (error) {
    if (String(error.stdout).includes('E404')) return undefined
    throw error
  }
}

const AT_ONCE = 8
const bare = Object.entries(lock.packages).filter(lacksChecksum)
for (let from = 0; from < bare.length; from += AT_ONCE) {
  await Promise.all(
    bare.slice(from, from + AT_ONCE).map(async ([at, { version, ...rest }]) => {
      const integrity = await findChecksum(at, version)
      // After the version, as npm writes it.
      if (integrity !== undefined) lock.packages[at] = { version, integrity, ...rest }
    }),
  )
}
markPrebuilt(lock)
const left = Object.entries(lock.packages).filter(lacksChecksum).length

const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')) // npm's own order
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
console.log(
  `package-lock.json: ${added} platform packages and ${bare.length - left} checksums added, ${left} still without`,
)
