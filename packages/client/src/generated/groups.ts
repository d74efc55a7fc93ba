// Written by `npm run generate`: the objects of the contract.

import type { MemberRole } from './words.ts'

/** A group. */
export interface Group {
  /** The group. */
  id: string
  /** Its name. */
  name: string
  /** What the acting person may do in it. */
  role: MemberRole
  /** How many members it has. */
  member_count: number
  /** When it was made. */
  created_at: string
}

/** A member of a group. */
export interface Member {
  /** The member. */
  id: string
  /** The first name: all that other members see. */
  first_name: string
  /** What they may do in the group. */
  role: MemberRole
  /** When they joined. */
  joined_at: string
  /** Whether this is the acting person. */
  is_me: boolean
}

/** How the challenges of a group go. */
export interface GroupStats {
  /** How many members the group has. */
  members: number
  /** How many challenges there are in each status. */
  challenges: {
    /** How many are `pending`. */
    pending: number
    /** How many are `active`. */
    active: number
    /** How many are `due`. */
    due: number
    /** How many are `proposed`. */
    proposed: number
    /** How many are `disputed`. */
    disputed: number
    /** How many are `resolved`. */
    resolved: number
    /** How many are `cancelled`. */
    cancelled: number
    /** How many are `declined`. */
    declined: number
    /** How many are `expired`. */
    expired: number
  }
  /** How many were resolved with each outcome. */
  outcomes: {
    /** How many are `creator_won`. */
    creator_won: number
    /** How many are `opponent_won`. */
    opponent_won: number
    /** How many are `draw`. */
    draw: number
    /** How many are `void`. */
    void: number
  }
  /** The share of resolved challenges that nobody disputed. */
  undisputed_share: number | null
  /** Half of all resolved challenges took no longer than this from acceptance to settlement; within 2 %. */
  median_hours_to_settle: number | null
  /** The five stakes that are played for most. */
  top_stakes: {
    /** The stake. */
    stake: string
    /** In how many challenges. */
    count: number
  }[]
  /** The ten present members with the most wins, of those who have won, lost or drawn. */
  leaderboard: {
    /** The first name. */
    first_name: string
    /** Challenges won. */
    won: number
    /** Challenges lost. */
    lost: number
    /** Challenges that ended in a draw. */
    drawn: number
  }[]
}

/** What is left of a removed member. */
export interface DeletedMember {
  /** The membership that is gone. */
  id: string
  /** Always true. */
  deleted: true
}
