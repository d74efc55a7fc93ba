// Who the token acts for, and the token itself.
import { endpoint } from '../endpoint.ts'
import { ana, anaToken } from '../examples/ana.ts'
import { Profile, Record } from './profile.schema.ts'
import { Token } from './token.schema.ts'

export const meEndpoints = {
  getMe: endpoint({
    method: 'GET',
    path: '/v1/me',
    scope: 'profile:read',
    summary: 'Read the profile, record, token and quota of the acting person',
    notes: [
      'With a group token this is the membership of the person that `user_email` names: the names given when they were added, their record in that group, `plan` null, `created_at` the day they joined.',
    ],
    result: Profile,
    example: { input: {}, result: ana },
  }),
  getToken: endpoint({
    method: 'GET',
    path: '/v1/token',
    scope: null,
    summary: 'Read what the token of the call is and may do',
    notes: [
      'For a tool that wants to know whether a credential works. Any valid token will do, also one whose account is not on the Club plan: no scope is needed, and a group token need not name an acting person. A `user_email` that is sent is checked as everywhere.',
      'It says nothing of a person; that is [the profile](#getMe).',
    ],
    result: Token,
    extension: true,
    example: { input: {}, result: anaToken },
  }),
}

/** In the order in which documents show them. */
export const profileObjects = [Profile, Record, Token]
