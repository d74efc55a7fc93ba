// How a page becomes live: `show({ …, live: follow(visit, { kind: 'own' }, 'Nothing waits for you.') })`. That is all. The
// frame then adds the script, when the page was made, and where the script listens; the page itself is marked nowhere. The
// script asks for the whole page anew when something came, and puts what differs in its place: so what is to stay where it
// is, a form above all, must stand in the new page too, at the same `action`.
import type { Challenge } from '@challenge-service/contract'
import type { UncheckedId } from '../../../kernel/ids.ts'
import type { SignedInVisit } from '../engine/visit.ts'

/** What makes the page out of date. */
export type Followed =
  /** Whatever happens in challenges of theirs. */
  | { readonly kind: 'own' }
  /** What happens to one challenge, which they play or look at. */
  | { readonly kind: 'challenge'; readonly challenge: Pick<Challenge, 'id' | 'role'> }
  /** What happens in a group. */
  | { readonly kind: 'group'; readonly id: UncheckedId<'group'> }

export interface LivePage {
  /** Where the script listens; it says how far the page goes. */
  readonly url: string
  /** How it stands, in one short sentence: read aloud when something on it has changed. */
  readonly says: string
}

export const LIVE_PATH = '/live'

export const follow = ({ signedIn, now }: SignedInVisit, followed: Followed, says: string): LivePage => {
  // Their own feed was read before the page; of a feed of others only the instant is known.
  const seen = isOwn(followed) ? { after: String(signedIn.feedPosition) } : { since: String(now) }
  return { url: `${LIVE_PATH}?${new URLSearchParams({ ...whatOf(followed), ...seen }).toString()}`, says }
}

const isOwn = (followed: Followed): boolean =>
  followed.kind === 'own' || (followed.kind === 'challenge' && followed.challenge.role !== 'observer')

const whatOf = (followed: Followed): Readonly<Record<string, string>> => {
  switch (followed.kind) {
    case 'own':
      return {}
    case 'challenge':
      return { challenge: followed.challenge.id }
    case 'group':
      return { group: followed.id }
  }
}
