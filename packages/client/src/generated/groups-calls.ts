// Written by `npm run generate`: what each call takes, and what it gives.

import type { Challenge } from './challenges.ts'
import type { Group, Member, GroupStats, DeletedMember } from './groups.ts'

import type { ChallengeStatus, MemberRole } from './words.ts'

export interface GroupsCalls {
  /**
   * List the groups of the acting person.
   *
   * With a group token: that group alone.
   *
   * Needs the scope `group:read`.
   */
  listGroups: {
    input: {}
    result: Group[]
    paged: true
  }

  /**
   * List the members of a group.
   *
   * First names alone, newest first. `is_me` marks the acting person.
   *
   * Needs the scope `group:read`.
   */
  listMembers: {
    input: {
      /** The group. */
      id: string
    }
    result: Member[]
    paged: true
  }

  /**
   * Add a person to a group as one of its admins.
   *
   * For admins of the group. The person is told by mail, with a way to leave. Someone who has left is added again by the operator alone; this call then answers as for a member.
   *
   * Needs the scope `group:manage`.
   */
  addMember: {
    input: {
      /** The group. */
      id: string
      /** The address of the person. It is never returned. */
      email: string
      /** What other members see. */
      first_name: string
      /** Shown to nobody but the person. */
      last_name?: string
      /**
       * An admin manages members and webhooks.
       *
       * @default "member"
       */
      role?: MemberRole
    }
    result: Member
    paged: false
  }

  /**
   * Remove a member as an admin, or leave a group.
   *
   * For admins of the group, and for oneself. The last admin can neither leave nor be removed.
   *
   * Needs the scope `group:manage`.
   */
  removeMember: {
    input: {
      /** The group. */
      id: string
      /** The member. */
      member_id: string
    }
    result: DeletedMember
    paged: false
  }

  /**
   * Make a member an admin, or an admin a member.
   *
   * For admins of the group, who may step down themselves. The last admin stays one. Giving the role that the member has already changes nothing, and makes no event.
   *
   * The role of a member changes at most 10 times in a day. What is over is a `conflict` with `Retry-After`.
   *
   * Needs the scope `group:manage`.
   */
  changeMember: {
    input: {
      /** The group. */
      id: string
      /** The member. */
      member_id: string
      /** An admin manages members and webhooks. */
      role: MemberRole
    }
    result: Member
    paged: false
  }

  /**
   * List all challenges made under a group.
   *
   * Every challenge made under the group, also those between other members.
   *
   * Needs the scope `group:read`.
   */
  listGroupChallenges: {
    input: {
      /** The group. */
      id: string
      /** Only those in one of these statuses. */
      status?: ChallengeStatus[]
    }
    result: Challenge[]
    paged: true
  }

  /**
   * Read the statistics and the leaderboard of a group.
   *
   * Shares and medians are null where there is nothing to count.
   *
   * Needs the scope `group:read`.
   */
  getGroupStats: {
    input: {
      /** The group. */
      id: string
    }
    result: GroupStats
    paged: false
  }
}
