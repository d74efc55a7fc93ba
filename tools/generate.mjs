// Writes the documents and the modules of the client that are made of the code. With --check it writes nothing, and
// fails where a file is not what it would write. The packages must have been built.
import { writeFile } from 'node:fs/promises'
import { generated, remake } from './generated.mjs'

const isCheck = process.argv.includes('--check')

for (const document of generated) {
  const { path, from } = document
  const { file, before, text } = await remake(document)
  if (!isCheck) {
    await writeFile(file, text)
    console.log(`wrote ${path}`)
  } else if (before !== text) {
    console.error(`${path} is not what ${from}: run \`npm run generate\` and commit it`)
    process.exitCode = 1
  }
}
if (isCheck && !process.exitCode) console.log(`generated: ${generated.length} files, as the code says`)
