// The profile of the acting person: who they are, their record, what the token may do, what is left of the quota.
import type { Static } from 'typebox'
import { describeAs } from '../described.ts'
import { namedObject, object } from '../object.ts'
import { count, id, instant, list, nullable, oneOf, string } from '../schema.ts'
import { allScopes } from '../scopes.ts'
import { plans } from './plans.ts'

export const tokenKinds = ['account', 'group'] as const

export const Record = namedObject('Record', 'How the challenges of a person ended.', {
  won: count('Challenges won.'),
  lost: count('Challenges lost.'),
  drawn: count('Challenges that ended in a draw.'),
  void: count('Challenges that ended without a decision.'),
  open: count('Challenges that are not settled yet.'),
  current_streak: count('Wins in a row, up to now.'),
  best_streak: count('The longest row of wins.'),
})

export const Profile = namedObject('Profile', 'The acting person.', {
  id: string('The account, or the membership that a group token acts for.'),
  first_name: string('The first name: all that others ever see.'),
  last_name: nullable(string(), 'The surname. Shown to the person alone.'),
  email: string('The address. Shown to the person alone.'),
  plan: nullable(oneOf(plans), 'The plan of the account; null for a membership.'),
  created_at: instant('When the account was made, or the group joined.'),
  record: describeAs(Record, 'How the challenges of this person ended.'),
  token: object('The token of this call.', {
    kind: oneOf(tokenKinds, 'Whether it is bound to an account or to a group.'),
    name: nullable(string(), 'As it was named when it was made.'),
    scopes: list(oneOf(allScopes), 'What it may be used for.'),
    group_id: nullable(id('group'), 'The group of a group token.'),
    expires_at: nullable(instant(), 'When it ends; null if never.'),
  }),
  quota: object('What may be created in this calendar month (UTC).', {
    limit: count('How much in the whole month.'),
    remaining: count('How much is left.'),
    resets_at: instant('When the next month begins.'),
  }),
})
export type Profile = Static<typeof Profile>
