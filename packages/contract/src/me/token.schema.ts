// The token of a call, as a tool that was given it sees it: nothing of a person.
import type { Static } from 'typebox'
import { namedObject, object } from '../object.ts'
import { id, instant, list, nullable, oneOf, string } from '../schema.ts'
import { allScopes } from '../scopes.ts'
import { plans } from './plans.ts'
import { tokenKinds } from './profile.schema.ts'

const group = object('The group of a group token.', {
  id: id('group', 'The group.'),
  name: string('Its name.'),
})

const account = object('The account of an account token.', {
  plan: oneOf(plans, 'Its plan. On `free` every other call is answered `plan_required`.'),
})

const client = object('The app that the token was given to.', {
  id: string('The app.'),
  name: string('Its name.'),
})

export const Token = namedObject('Token', 'The token of the call.', {
  kind: oneOf(tokenKinds, 'Whether it is bound to an account or to a group.'),
  name: nullable(string(), 'As it was named when it was made.'),
  scopes: list(oneOf(allScopes), 'What it may be used for.'),
  group: nullable(group, 'The group of a group token.'),
  account: nullable(account, 'The account of an account token.'),
  expires_at: nullable(instant(), 'When it ends; null if never.'),
  client: nullable(client, 'The connected app that holds it; null for a token that was made by hand.'),
})
export type Token = Static<typeof Token>
