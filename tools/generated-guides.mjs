// The files that hold what a running service or the command line prints, and how each is made. The packages must have
// been built.
import { refreshAssistants } from './assistants/refresh.mjs'
import { errorsSnapshot } from './errors/snapshot.mjs'
import { refreshGuide } from './guide/refresh.mjs'

export const guides = [
  { path: 'tools/errors/errors.txt', make: errorsSnapshot, from: 'the command line prints' },
  { path: 'docs/guide.md', make: refreshGuide, from: 'the service answers' },
  { path: 'docs/guide-groups.md', make: refreshGuide, from: 'the service answers' },
  { path: 'docs/assistants.md', make: refreshAssistants, from: 'the service answers' },
].map((document) => ({ ...document, command: 'npm run generate:guides' }))
