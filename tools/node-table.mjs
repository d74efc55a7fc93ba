// The table of the README on the versions of Node. It is made from tools/node-versions.json, which .ci/run reads too.
import { readFile } from 'node:fs/promises'
import { table } from './markdown.mjs'

const MARKED = /(?<=<!-- versions of Node -->\n).*?(?=<!-- end of versions -->)/s

const { part, versions } = JSON.parse(await readFile(new URL('node-versions.json', import.meta.url), 'utf8'))

const folders = part.map((folder) => `\`${folder}\``).join(', ')

const partly = ({ needsCompiler }) =>
  `installing${needsCompiler ? '' : ' without a compiler'}, starting, ${folders}`

const tests = {
  everything: () => 'every test, by CI',
  part: (version) => `${partly(version)}, by CI`,
  'by hand': (version) => `${partly(version)}, by hand (\`.ci/on-node ${version.major}\`)`,
}

const describeVersion = (version) => [
  `${version.from} or newer`,
  version.needsCompiler ? 'yes, unless npm can get a binary for your system from GitHub' : 'no',
  tests[version.tested](version),
]

/** The README with its table as it should be. */
export const refreshNodeTable = (readme) => {
  if (!MARKED.test(readme)) throw new Error('README.md has no place for the table of the versions of Node')
  const rows = versions.map(describeVersion)
  return readme.replace(MARKED, () => `\n${table(['Node', 'needs a compiler', 'tested'], rows)}\n\n`)
}
