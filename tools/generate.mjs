// Writes the documents and the modules of the client that are made of the code. With --check it writes nothing, and fails where a file is not
// what it would write. The packages must have been built.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { apiReference } from './api-reference.mjs'
import { clientModules } from './client/modules.mjs'
import { commandLineDocument } from './command-line-document.mjs'
import { refreshGuide } from './guide/refresh.mjs'
import { lifeDocument } from './life-document.mjs'
import { refreshNodeTable } from './node-table.mjs'

const repository = join(import.meta.dirname, '..')

const generated = [
  { path: 'README.md', make: refreshNodeTable, from: 'tools/node-versions.json says' },
  ...clientModules,
  { path: 'docs/api.md', make: apiReference, from: 'the contract says' },
  { path: 'docs/life-of-a-challenge.md', make: lifeDocument, from: 'the rules say' },
  { path: 'docs/command-line.md', make: commandLineDocument, from: 'the command line prints' },
  { path: 'docs/guide.md', make: refreshGuide, from: 'the service answers' },
  { path: 'docs/guide-groups.md', make: refreshGuide, from: 'the service answers' },
]

const isCheck = process.argv.includes('--check')

for (const { path, make, from } of generated) {
  const file = join(repository, path)
  const before = await readFile(file, 'utf8').catch(() => '')
  const text = await format(await make(before), { ...(await resolveConfig(file)), filepath: file })
  if (!isCheck) {
    await writeFile(file, text)
    console.log(`wrote ${path}`)
  } else if (before !== text) {
    console.error(`${path} is not what ${from}: run \`npm run generate\` and commit it`)
    process.exitCode = 1
  }
}
if (isCheck && !process.exitCode) console.log(`generated: ${generated.length} files, as the code says`)
