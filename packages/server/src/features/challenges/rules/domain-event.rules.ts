// Something that happened to a challenge. Feeds, deliveries and mails all follow from it.
import type { Event, EventKind, Role } from '@challenge-service/contract'
import type { PersonId } from '../../../kernel/ids.ts'
import type { Challenge } from './life.rules.ts'

export interface DomainEvent {
  readonly type: EventKind
  readonly actor: Role | 'system'
  /** Of what the clock does, the deadline. */
  readonly at: number
  /** The challenge as it was then. */
  readonly challenge: Challenge
  /** What came with it, as anyone may see it. */
  readonly extra?: Pick<Event['data'], 'entries' | 'evidence' | 'support'>
  /** Whose words came with it, where the role does not tell. */
  readonly authorId?: PersonId
}
