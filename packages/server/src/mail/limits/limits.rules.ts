// Whether a mail goes out now: decided when it is about to be sent, never when it is written, so that its causer gets
// the same response in the same time whatever becomes of it. What is over a limit waits for a free
// place, and goes out together with what else waited for the same one.
import type { CauserId, GroupId, MailId, PersonId } from '../../kernel/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'
import type { NoticeClass } from '../notice.rules.ts'
import type { Preferences } from '../preferences/preferences.rules.ts'

/** What is unasked: from one causer to one inbox, to one inbox, by one owner; each in any 24 hours. */
const UNASKED_FROM_CAUSER = 1
const UNASKED_TO_INBOX = 3
export const UNASKED_BY_OWNER = 50
/** Of everything else that has a limit: invitations of one acquaintance, what one group's token caused, news. */
const OTHERS = 10
/** How long what is over those ten is gathered, before it goes out as the one mail more of a day. */
const GATHERING_MS = HOUR_MS
/** News for someone who wants it once a day. */
const DAILY = 1
/** How long a withdrawal waits for an invitation that is being sent right now. */
const UNDER_WAY_MS = MINUTE_MS
/** After this, news is none any more. */
const STALE_MS = 3 * DAY_MS

/** Which limit a mail falls under. */
export type MailCategory = 'unasked' | 'acquainted' | 'group' | 'deadline' | 'news' | 'account'

export interface MailCandidate {
  readonly id: MailId
  readonly personId: PersonId
  /** Stands for the address without its +tag; null where there is no address any more. */
  readonly inbox: string | null
  readonly ownerId: PersonId | GroupId
  readonly causerId: CauserId
  readonly throughId: GroupId | null
  readonly class: NoticeClass
  readonly isAcquainted: boolean
  /** The first notice of a membership: it is told even to someone who wants no more invitations. */
  readonly isFirstMembership: boolean
  /** Of a withdrawal: what became of the invitation that it takes back. */
  readonly invitation: 'sent' | 'under_way' | 'unsent'
  readonly createdAt: number
  readonly answerBy: number | null
  /** It has been tried before, and so counted before. */
  readonly isCounted: boolean
  /** It has waited for a place before. */
  readonly isHeld: boolean
  readonly wants: Preferences
}

export const getCategory = (
  mail: Pick<MailCandidate, 'class' | 'isAcquainted' | 'causerId' | 'throughId'> & {
    readonly wants: Pick<Preferences, 'dailyNewsAt'>
  },
): MailCategory => {
  // What a group causes by itself, such as the end of its webhooks, has the limit of the group.
  if (mail.class === 'account' && mail.causerId !== mail.throughId) return 'account'
  if (mail.class === 'invitation') return mail.isAcquainted ? 'acquainted' : 'unasked'
  // Once a day means once a day, for all causers together.
  if (mail.class === 'news' && mail.wants.dailyNewsAt !== null) return 'news'
  return mail.throughId === null ? mail.class : 'group'
}

/** Whom a limit is counted for, beside the inbox: the causer, the group, or nobody. */
export const getSource = ({ causerId, throughId }: MailCandidate, category: MailCategory): string =>
  category === 'group'
    ? (throughId ?? '')
    : category === 'unasked' || category === 'acquainted'
      ? causerId
      : ''

/** A mail that went out, or several that went as one. */
export interface Went {
  readonly inbox: string
  readonly category: MailCategory
  readonly source: string
  readonly at: number
}

/** Everything limited that went out in the last day to the inboxes and by the owners of some candidates. */
export interface Ledger {
  readonly went: readonly Went[]
  /** Unasked ones by owner. */
  readonly byOwner: ReadonlyMap<PersonId | GroupId, readonly number[]>
}

export type DropReason = 'no_address' | 'stopped' | 'bounced' | 'stale' | 'uninvited'

export type MailDecision =
  | { readonly kind: 'send'; readonly category: MailCategory; readonly source: string }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  | { readonly kind: 'wait'; readonly until: number }

export const decideMail = (mail: MailCandidate, ledger: Ledger, now: number): MailDecision => {
  const reason = dropReason(mail, now)
  if (reason) return { kind: 'drop', reason }
  if (mail.invitation === 'under_way') return { kind: 'wait', until: now + UNDER_WAY_MS }
  const category = getCategory(mail)
  const source = getSource(mail, category)
  const until = mail.isCounted ? undefined : freeAt(mail, category, source, ledger, now)
  return until === undefined ? { kind: 'send', category, source } : { kind: 'wait', until }
}

const dropReason = (mail: MailCandidate, now: number): DropReason | undefined => {
  if (mail.inbox === null) return 'no_address'
  if (mail.class === 'account') return undefined
  if (mail.invitation === 'unsent') return 'uninvited'
  if (isUnwanted(mail)) return 'stopped'
  if (mail.wants.bouncedAt !== null) return 'bounced'
  return now >= staleAt(mail) ? 'stale' : undefined
}

const isUnwanted = ({ class: of, wants, isFirstMembership }: MailCandidate): boolean => {
  if (wants.nothingAt !== null || wants.stoppedAt !== null || wants.erasedAt !== null) return true
  if (of === 'invitation') return wants.noInvitationsAt !== null && !isFirstMembership
  return of === 'news' && wants.noNewsAt !== null
}

/** What someone is asked for is worth telling until it is over; a withdrawal, as long as it can have to wait. */
const staleAt = ({ class: of, answerBy, createdAt }: MailCandidate): number =>
  answerBy ?? (of === 'news' ? createdAt + STALE_MS : Number.POSITIVE_INFINITY)

/** When there is a free place for it; undefined where there is one now. */
const freeAt = (
  { inbox, ownerId, isHeld, wants }: MailCandidate,
  category: MailCategory,
  source: string,
  { went, byOwner }: Ledger,
  now: number,
): number | undefined => {
  if (category === 'deadline' || category === 'account') return undefined
  const toInbox = went.filter((one) => one.inbox === inbox && one.category === category)
  const fromSource = toInbox.filter((one) => one.source === source)
  const instants = (list: readonly Went[]): readonly number[] => list.map(({ at }) => at)
  const latest =
    category === 'unasked'
      ? Math.max(
          slotFreeAt(instants(fromSource), UNASKED_FROM_CAUSER, now),
          slotFreeAt(instants(toInbox), UNASKED_TO_INBOX, now),
          slotFreeAt(byOwner.get(ownerId) ?? [], UNASKED_BY_OWNER, now),
        )
      : category === 'news' && wants.dailyNewsAt !== null
        ? slotFreeAt(instants(fromSource), DAILY, now)
        : orGathered(instants(fromSource), isHeld, now)
  return latest > now ? latest : undefined
}

/** Beyond the first ten there is one place a day for what is gathered: for whatever has waited for it a while. */
const orGathered = (instants: readonly number[], isHeld: boolean, now: number): number => {
  const own = slotFreeAt(instants, OTHERS, now)
  if (own <= now) return own
  const gathered = slotFreeAt(instants, OTHERS + 1, now)
  return Math.min(own, isHeld ? gathered : Math.max(gathered, now + GATHERING_MS))
}

/** When fewer than so many went out in the 24 hours before. */
const slotFreeAt = (instants: readonly number[], most: number, now: number): number => {
  const recent = instants.filter((at) => at > now - DAY_MS).toSorted((a, b) => b - a)
  const nth = recent[most - 1]
  return nth === undefined ? now : nth + DAY_MS
}
