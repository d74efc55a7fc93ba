// What the command line says where it refuses something, read from the sources: every sentence once.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = join(import.meta.dirname, '../packages/server/src')

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

/** The sentences of refusals (exit status 1) and of wrong uses (2), in the order of the alphabet. */
export const listErrors = async () => {
  const names = (await readdir(sources, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const found = { refusals: new Set(), wrongUses: new Set() }
  for (const name of names.toSorted()) {
    for (const [, kind, expression] of (await readFile(join(sources, name), 'utf8')).matchAll(refused)) {
      found[kind === 'UsageError' ? 'wrongUses' : 'refusals'].add(readWords(expression))
    }
  }
  const sorted = (words) => [...words].toSorted((a, b) => (a < b ? -1 : 1))
  return { refusals: sorted(found.refusals), wrongUses: sorted(found.wrongUses) }
}
