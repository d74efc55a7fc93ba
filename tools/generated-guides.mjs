// The documents that hold what a running service answers, and how each is played. The packages must have been built.
import { refreshAssistants } from './assistants/refresh.mjs'
import { errorsDocument } from './errors/document.mjs'
import { refreshGuide } from './guide/refresh.mjs'

export const guides = [
  { path: 'docs/command-line-errors.md', make: errorsDocument, from: 'the command line prints' },
  { path: 'docs/guide.md', make: refreshGuide, from: 'the service answers' },
  { path: 'docs/guide-groups.md', make: refreshGuide, from: 'the service answers' },
  { path: 'docs/assistants.md', make: refreshAssistants, from: 'the service answers' },
].map((document) => ({ ...document, command: 'npm run generate:guides' }))
