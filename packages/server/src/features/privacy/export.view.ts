// What a person is given of what is kept about them. Of others there is the first name, as everywhere; of
// secrets, that they exist.
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import type { StoredMail } from '../../mail/outbox/kept-mails.store.ts'
import type { Preferences } from '../../mail/preferences/preferences.rules.ts'
import { draftMail } from '../../mail/messages/wording.ts'
import type { TokenRow } from '../access/tokens.store.ts'
import type { CalendarRow } from '../calendar/calendar.store.ts'
import type { ListedPasskey } from '../passkeys/passkey.store.ts'
import type { SecurityEntry } from '../security/security-log.store.ts'
import type { ListedSession } from '../sessions/session.store.ts'
import type { AccountRow, ExportedBlockRow, MembershipRow, SupportRow, VoteRow } from './export.store.ts'

export const viewAccount = ({ created_at, links_sign_in, ...account }: AccountRow) => ({
  ...account,
  links_sign_in: links_sign_in === 1,
  created_at: toRfc3339(created_at),
})

export const viewSession = ({ id, browser, created_at, used_at }: ListedSession) => ({
  id,
  browser,
  created_at: toRfc3339(created_at),
  last_used_at: toRfc3339(used_at),
})

export const viewPasskey = ({ id, name, host, created_at, used_at }: ListedPasskey) => ({
  id,
  name,
  host,
  created_at: toRfc3339(created_at),
  last_used_at: toRfc3339OrNull(used_at),
})

/** That there is one: its address is known to nobody but who has it. */
export const viewCalendar = (calendar: CalendarRow | undefined) =>
  calendar
    ? { created_at: toRfc3339(calendar.created_at), last_read_at: toRfc3339OrNull(calendar.used_at) }
    : null

export const viewSecurityEntry = ({ id, kind, facts, createdAt }: SecurityEntry) => ({
  id,
  kind,
  ...facts,
  created_at: toRfc3339(createdAt),
})

export const viewToken = (token: TokenRow) => ({
  id: token.id,
  name: token.name,
  start: token.start,
  scopes: token.scopes.split(' '),
  created_at: toRfc3339(token.created_at),
  expires_at: toRfc3339OrNull(token.expires_at),
  revoked_at: toRfc3339OrNull(token.revoked_at),
  last_used_at: toRfc3339OrNull(token.last_used_at),
})

export const viewMembership = ({ joined_at, left_at, ...membership }: MembershipRow) => ({
  ...membership,
  joined_at: toRfc3339(joined_at),
  left_at: toRfc3339OrNull(left_at),
})

export const viewSupport = ({ created_at, ...support }: SupportRow) => ({
  ...support,
  created_at: toRfc3339(created_at),
})

/** `through`: the account or the membership whose vote it is. */
export const viewVote = ({ day, text, options, option_index, created_at }: VoteRow, through: string) => ({
  date: day,
  question: text,
  option: (JSON.parse(options) as readonly string[])[option_index] ?? null,
  through,
  voted_at: toRfc3339(created_at),
})

/** As it was worded, without its links, which would let a reader of the export act. */
export const viewMail = (mail: StoredMail) => {
  const { subject, lead, quoted, notes } = draftMail(mail, 'UTC')
  return {
    id: mail.id,
    kind: mail.kind,
    challenge_id: mail.challengeId,
    subject,
    text: [...lead, ...quoted.map(([label, text]) => `${label}: ${text}`), ...notes].join('\n'),
    status: mail.state,
    created_at: toRfc3339(mail.createdAt),
    settled_at: toRfc3339OrNull(mail.settledAt),
  }
}

export const viewKey = ({ key, created_at }: { readonly key: string; readonly created_at: number }) => ({
  key,
  created_at: toRfc3339(created_at),
})

/** Since when each holds. */
export const viewPreferences = (preferences: Preferences) => ({
  no_invitations_since: toRfc3339OrNull(preferences.noInvitationsAt),
  no_news_since: toRfc3339OrNull(preferences.noNewsAt),
  daily_news_since: toRfc3339OrNull(preferences.dailyNewsAt),
  nothing_since: toRfc3339OrNull(preferences.nothingAt),
  stopped_since: toRfc3339OrNull(preferences.stoppedAt),
  erased_at: toRfc3339OrNull(preferences.erasedAt),
  bounced_at: toRfc3339OrNull(preferences.bouncedAt),
})

export const viewBlock = ({ blocked_at, ...block }: ExportedBlockRow) => ({
  ...block,
  blocked_at: toRfc3339(blocked_at),
})
