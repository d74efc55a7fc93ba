// Written by `npm run generate`: the objects of the contract.

import type { Scope, Plan } from './words.ts'

/** The acting person. */
export interface Profile {
  /** The account, or the membership that a group token acts for. */
  id: string
  /** The first name: all that others ever see. */
  first_name: string
  /** The surname. Shown to the person alone. */
  last_name: string | null
  /** The address. Shown to the person alone. */
  email: string
  /** The plan of the account; null for a membership. */
  plan: Plan | null
  /** When the account was made, or the group joined. */
  created_at: string
  /** How the challenges of this person ended. */
  record: Record
  /** The token of this call. */
  token: {
    /** Whether it is bound to an account or to a group. */
    kind: 'account' | 'group'
    /** As it was named when it was made. */
    name: string | null
    /** What it may be used for. */
    scopes: Scope[]
    /** The group of a group token. */
    group_id: string | null
    /** When it ends; null if never. */
    expires_at: string | null
  }
  /** What may be created in this calendar month (UTC). */
  quota: {
    /** How much in the whole month. */
    limit: number
    /** How much is left. */
    remaining: number
    /** When the next month begins. */
    resets_at: string
  }
}

/** How the challenges of a person ended. */
export interface Record {
  /** Challenges won. */
  won: number
  /** Challenges lost. */
  lost: number
  /** Challenges that ended in a draw. */
  drawn: number
  /** Challenges that ended without a decision. */
  void: number
  /** Challenges that are not settled yet. */
  open: number
  /** Wins in a row, up to now. */
  current_streak: number
  /** The longest row of wins. */
  best_streak: number
}

/** The token of the call. */
export interface Token {
  /** Whether it is bound to an account or to a group. */
  kind: 'account' | 'group'
  /** As it was named when it was made. */
  name: string | null
  /** What it may be used for. */
  scopes: Scope[]
  /** The group of a group token. */
  group: {
    /** The group. */
    id: string
    /** Its name. */
    name: string
  } | null
  /** The account of an account token. */
  account: {
    /** Its plan. On `free` every other call is answered `plan_required`. */
    plan: Plan
  } | null
  /** When it ends; null if never. */
  expires_at: string | null
  /** The connected app that holds it; null for a token that was made by hand. */
  client: {
    /** The app. */
    id: string
    /** Its name. */
    name: string
  } | null
}
