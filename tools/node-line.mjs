// The line of the README on the versions of Node. It is made from tools/node-versions.json, which .ci/run reads too.
import { readFile } from 'node:fs/promises'

const MARKED = /(?<=<!-- versions of Node -->\n).*?(?=<!-- end of versions -->)/s

const { versions } = JSON.parse(await readFile(new URL('node-versions.json', import.meta.url), 'utf8'))

const listed = (words, last) => [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(last)

const describeVersion = ({ from }) => `${from.replace(/\.0$/, '')}+`

const describeCompiler = () => {
  const compiling = versions
    .filter(({ needsCompiler }) => needsCompiler)
    .map(({ major }) => `Node.js ${major}`)
  if (compiling.length === 0) return ''
  return ` ${listed(compiling, ' and ')} also needs a C++ compiler, \`make\` and Python.`
}

/** The README with its line as it should be. */
export const refreshNodeLine = (readme) => {
  if (!MARKED.test(readme)) throw new Error('README.md has no place for the versions of Node')
  const line = `You need Node.js ${listed(versions.map(describeVersion), ' or ')}, with npm.${describeCompiler()}`
  return readme.replace(MARKED, () => `\n${line}\n\n`)
}
