// Storage that cannot do its work: no fault of the call, and none of the program. Both engines say it in these words.
import { Fault } from '../../kernel/refusal.ts'

export type TroubleKind = 'away' | 'busy' | 'full' | 'read-only' | 'damaged'

const words: Readonly<Record<TroubleKind, string>> = {
  away: 'the database does not answer',
  busy: 'another process has held the lock of the database for too long',
  full: 'the database has no room left',
  'read-only': 'the database cannot be written to',
  damaged: 'the database is damaged',
}

export class StorageTrouble extends Fault {
  readonly kind: TroubleKind

  constructor(kind: TroubleKind, cause: unknown) {
    super(words[kind], { cause })
    this.kind = kind
  }
}
