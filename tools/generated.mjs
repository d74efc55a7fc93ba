// The documents and the modules of the client that are made of the code, and how each is made. The packages must have been built.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { apiReference } from './api-reference.mjs'
import { refreshAssistants } from './assistants/refresh.mjs'
import { clientModules } from './client/modules.mjs'
import { commandLineDocument } from './command-line-document.mjs'
import { errorsDocument } from './errors/document.mjs'
import { refreshGuide } from './guide/refresh.mjs'
import { lifeDocument } from './life-document.mjs'
import { refreshNodeTable } from './node-table.mjs'
import { refreshRunsTable } from './what-runs.mjs'

const repository = join(import.meta.dirname, '..')

export const generated = [
  { path: 'README.md', make: refreshNodeTable, from: 'tools/node-versions.json says' },
  { path: 'test/README.md', make: refreshRunsTable, from: 'the configurations of Vitest say' },
  ...clientModules,
  { path: 'docs/api.md', make: apiReference, from: 'the contract says' },
  { path: 'docs/life-of-a-challenge.md', make: lifeDocument, from: 'the rules say' },
  { path: 'docs/command-line.md', make: commandLineDocument, from: 'the command line prints' },
  { path: 'docs/command-line-errors.md', make: errorsDocument, from: 'the command line prints' },
  { path: 'docs/guide.md', make: refreshGuide, from: 'the service answers' },
  { path: 'docs/guide-groups.md', make: refreshGuide, from: 'the service answers' },
  { path: 'docs/assistants.md', make: refreshAssistants, from: 'the service answers' },
]

/** What is in the file, and what should be. */
export const remake = async ({ path, make }) => {
  const file = join(repository, path)
  const before = await readFile(file, 'utf8').catch(() => '')
  const text = await format(await make(before), { ...(await resolveConfig(file)), filepath: file })
  return { file, before, text }
}
