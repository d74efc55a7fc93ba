// The word to someone whose page was made before something else happened.
import { refuse, type Refusal } from '../../../kernel/refusal.ts'

export const changedSince = (): Refusal =>
  refuse(
    'invalid_state',
    'status_forbids',
    'Nothing was changed: something else had happened before. This is how things stand now.',
  )
