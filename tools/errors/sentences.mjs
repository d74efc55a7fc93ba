// The sentences with which the command line refuses something, read from the sources: each once, with … for whatever
// is filled in.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = join(import.meta.dirname, '../../packages/server/src')

const TEXT = String.raw`'(?:[^'\\]|\\.)*'|\`(?:[^\`\\$]|\\.|\$\{(?:[^{}\`]|\`[^\`]*\`)*\})*\``
const refused = new RegExp(
  String.raw`new (OperatorError|ConfigError|UsageError)\(\s*\[?\s*((?:${TEXT})(?:\s*\+\s*(?:${TEXT}))*)`,
  'g',
)

/** The words, with … for whatever is filled in. */
const readWords = (expression) =>
  [...expression.matchAll(new RegExp(TEXT, 'g'))]
    .map(([text]) => text.slice(1, -1))
    .join('')
    .replaceAll(/\$\{(?:[^{}`]|`[^`]*`)*\}/g, '…')
    .replaceAll(/\\(.)/g, '$1')

/** Every sentence that the sources refuse with, in the order of the alphabet. */
export const listSentences = async () => {
  const names = (await readdir(sources, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const found = new Set()
  for (const name of names) {
    for (const [, , expression] of (await readFile(join(sources, name), 'utf8')).matchAll(refused)) {
      found.add(readWords(expression))
    }
  }
  return [...found].toSorted((a, b) => (a < b ? -1 : 1))
}
