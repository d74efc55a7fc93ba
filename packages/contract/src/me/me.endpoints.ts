// Who the token acts for.
import { endpoint } from '../endpoint.ts'
import { ana } from '../examples/ana.ts'
import { Profile, Record } from './profile.schema.ts'

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
}

/** In the order in which documents show them. */
export const profileObjects = [Profile, Record]
