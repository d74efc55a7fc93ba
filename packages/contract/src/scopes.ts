// The nine scopes a token can hold, with the sentence that explains each to the person who grants it.

export const scopes = {
  'profile:read': 'Read the profile and the record',
  'challenges:read': 'Read challenges',
  'challenges:write': 'Create and answer challenges',
  'events:read': 'Read the event feed',
  'group:read': 'Read a group and its members',
  'group:manage': 'Manage the members of a group',
  'webhooks:manage': 'Manage webhook subscriptions',
  'questions:read': 'Read the daily question',
  'questions:vote': 'Vote on the daily question',
} as const

export type Scope = keyof typeof scopes

export const allScopes = Object.keys(scopes) as readonly Scope[]

export const isScope = (text: string): text is Scope => Object.hasOwn(scopes, text)
