// Written by `npm run generate`: what each call takes, and what it gives.

import type { Tally, TallyChange } from './tally.ts'

export interface TallyCalls {
  /**
   * Read how the tally stands, and its entries.
   *
   * `next_cursor` stands beside `data` and pages through `entries`; the sums are always those of the whole tally.
   *
   * Needs the scope `challenges:read`.
   */
  getTally: {
    input: {
      /** The challenge. */
      id: string
    }
    result: Tally
    paged: true
  }

  /**
   * Add to the own count, for the other party to confirm.
   *
   * For the parties, while the challenge is `active` or `due`. The entry is `pending` until the other party confirms or disputes it. A negative amount takes back.
   *
   * Needs the scope `challenges:write`.
   */
  recordTally: {
    input: {
      /** The challenge. */
      id: string
      /**
       * How much is added to the own count.
       *
       * @default 1
       */
      amount?: number
      /** What for. */
      note?: string
    }
    result: TallyChange
    paged: false
  }

  /**
   * Confirm pending entries of the other party, all or none.
   *
   * All or none: if one entry cannot be confirmed, nothing is.
   *
   * Needs the scope `challenges:write`.
   */
  reviewTally: {
    input: {
      /** The challenge. */
      id: string
      /** Pending entries of the other party. */
      entry_ids: string[]
    }
    result: TallyChange
    paged: false
  }

  /**
   * Object to a pending entry of the other party.
   *
   * The entry is `disputed` until its author withdraws or amends it, or the one who objected accepts it after all.
   *
   * Needs the scope `challenges:write`.
   */
  disputeTally: {
    input: {
      /** The challenge. */
      id: string
      /** A pending entry of the other party. */
      entry_id: string
      /** What is wrong with it. */
      reason: string
    }
    result: TallyChange
    paged: false
  }

  /**
   * Withdraw or amend an entry of the own, or accept one after all.
   *
   * `withdraw`: the author takes back a pending or disputed entry. `amend`: the author gives a disputed entry another `amount`, and it is pending again; an entry is amended at most 10 times (`conflict`). `accept`: the one who disputed it confirms it.
   *
   * Needs the scope `challenges:write`.
   */
  resolveTally: {
    input: {
      /** The challenge. */
      id: string
      /** The entry. */
      entry_id: string
      /** What to do with it. */
      action: 'withdraw' | 'amend' | 'accept'
      /** The new amount. Required to amend, and only then. */
      amount?: number
    }
    result: TallyChange
    paged: false
  }
}
