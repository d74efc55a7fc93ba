// Written by `npm run generate`: what each call takes, and what it gives.

import type { Profile, Token } from './profile.ts'

export interface ProfileCalls {
  /**
   * Read the profile, record, token and quota of the acting person.
   *
   * With a group token this is the membership of the person that `user_email` names: the names given when they were added, their record in that group, `plan` null, `created_at` the day they joined.
   *
   * Needs the scope `profile:read`.
   */
  getMe: {
    input: {}
    result: Profile
    paged: false
  }

  /**
   * Read what the token of the call is and may do.
   *
   * For a tool that wants to know whether a credential works. Any valid token will do, also one whose account is not on the Club plan: no scope is needed, and a group token need not name an acting person. A `user_email` that is sent is checked as everywhere.
   *
   * It says nothing of a person; that is [the profile](#getMe).
   *
   * Needs a valid token, and no scope.
   */
  getToken: {
    input: {}
    result: Token
    paged: false
  }
}
