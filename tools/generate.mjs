// Writes the documents and the modules of the client that are made of the code; with --guides those that a running service
// is needed for. With --check it writes nothing, and fails where a file is not what it would write. The packages must have
// been compiled, and for --guides built.
import { writeFile } from 'node:fs/promises'
import { describeStale, generated, remake } from './generated.mjs'

const isCheck = process.argv.includes('--check')
const documents = process.argv.includes('--guides')
  ? (await import('./generated-guides.mjs')).guides
  : generated
let changed = 0

for (const document of documents) {
  const { file, before, text } = await remake(document)
  if (before === text) continue
  if (isCheck) {
    console.error(describeStale(document))
    process.exitCode = 1
  } else {
    await writeFile(file, text)
    changed += 1
    console.log(`wrote ${document.path}`)
  }
}
if (!process.exitCode) console.log(`generated: ${documents.length} files, ${changed} changed`)
