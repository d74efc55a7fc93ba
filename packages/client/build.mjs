// What `npm pack` puts into the package: the client as modules, and as CommonJS for programs that still use that.
// Everything is built from scratch, so that no removed module is left in it.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const here = import.meta.dirname
const compilerPackage = createRequire(import.meta.url).resolve('typescript/package.json')
const compiler = join(dirname(compilerPackage), 'bin/tsc')

rmSync(join(here, 'dist'), { recursive: true, force: true })
for (const project of ['tsconfig.json', 'tsconfig.cjs.json']) {
  execFileSync(process.execPath, [compiler, '-p', join(here, project)], { stdio: 'inherit' })
}
// The compiler leaves the extension of the sources in declarations, and older compilers do not look behind it.
for (const name of readdirSync(join(here, 'dist'), { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const file = join(here, 'dist', name)
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'),
  )
}
// The package says that its files are modules; these are not.
writeFileSync(join(here, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
