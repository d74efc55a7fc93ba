// Packs a release as it runs, so that tests can start it beside the present one without the history of the repository,
// which a checkout need not have. Run by hand, once for a release:
//
//   node tools/last-release/pack.mjs COMMIT
//
// It builds the commit with the packages that are installed here, and writes tools/last-release/release.tar.gz.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { linkPackages, makeFolder, packedFile } from './unpack.mjs'

const [commit] = process.argv.slice(2)
if (commit === undefined) throw new Error('usage: pack.mjs COMMIT')

const repository = resolve(import.meta.dirname, '../..')

/** What a running service reads: no types, no tests. */
const listFiles = (folder) =>
  ['bin', 'package.json', 'packages/contract', 'packages/server']
    .flatMap((path) =>
      statSync(join(folder, path)).isDirectory()
        ? readdirSync(join(folder, path), { recursive: true }).map((name) => join(path, name))
        : [path],
    )
    .filter((path) => statSync(join(folder, path)).isFile())
    .filter((path) =>
      /^(bin\/|package\.json|packages\/\w+\/(package\.json|assets\/|dist\/.*(?<!\.test)\.js$))/.test(path),
    )
    .toSorted()

const folder = makeFolder()
try {
  const archive = execFileSync('git', ['archive', commit], { cwd: repository, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  const compiler = join(repository, 'node_modules/.bin/tsc')
  execFileSync(compiler, ['-b', 'packages/contract', 'packages/server'], { cwd: folder, stdio: 'inherit' })
  // The same commit gives the same bytes.
  const steady = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  const packed = execFileSync('tar', ['-c', ...steady, '-C', folder, ...listFiles(folder)], {
    maxBuffer: 2 ** 28,
  })
  execFileSync('sh', ['-c', `gzip -9n > "$1"`, 'sh', packedFile], { input: packed })
  console.log(`${packedFile}: ${statSync(packedFile).size} bytes`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
