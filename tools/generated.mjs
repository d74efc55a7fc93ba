// The documents and the modules of the client that are made of the code without a running service, so in seconds, and how
// each is made. The packages must have been compiled.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { apiReference } from './api-reference.mjs'
import { clientModules } from './client/modules.mjs'
import { commandLineDocument } from './command-line-document.mjs'
import { refreshDeliveryStates } from './delivery-states.mjs'
import { challengeDiagram, entryDiagram } from './life-diagrams.mjs'
import { lifeDocument } from './life-document.mjs'
import { drawDiagram } from './life-picture.mjs'
import { refreshNodeLine } from './node-line.mjs'
import { refreshRunsTable } from './what-runs.mjs'

const repository = join(import.meta.dirname, '..')

const picture = (name, words, diagram) => ({
  path: `packages/server/assets/docs/diagrams/${name}.svg`,
  make: () => drawDiagram(diagram(), words),
  from: 'the rules say',
})

const pictures = [
  picture('challenge', 'The statuses of a challenge and what leads from one to another.', challengeDiagram),
  picture('tally-entry', 'The statuses of a tally entry and what leads from one to another.', entryDiagram),
]

export const generated = [
  { path: 'README.md', make: refreshNodeLine, from: 'tools/node-versions.json says' },
  { path: 'test/README.md', make: refreshRunsTable, from: 'the configurations of Vitest say' },
  {
    path: 'packages/server/src/delivery/README.md',
    make: refreshDeliveryStates,
    from: 'the rules of its states say',
  },
  ...clientModules,
  { path: 'docs/api.md', make: apiReference, from: 'the contract says' },
  { path: 'docs/life-of-a-challenge.md', make: lifeDocument, from: 'the rules say' },
  ...pictures,
  { path: 'docs/command-line.md', make: commandLineDocument, from: 'the command line prints' },
]

/** What is in the file, and what should be. */
export const remake = async ({ path, make }) => {
  const file = join(repository, path)
  const before = await readFile(file, 'utf8').catch(() => '')
  const made = await make(before)
  // Prettier has no layout for plain text and for pictures.
  const text = /\.(txt|svg)$/.test(path)
    ? made
    : await format(made, { ...(await resolveConfig(file)), filepath: file })
  return { file, before, text }
}

export const describeStale = ({ path, from, command = 'npm run generate' }) =>
  `${path} is not what ${from}: run \`${command}\` and commit it`
