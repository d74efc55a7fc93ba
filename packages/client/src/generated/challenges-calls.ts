// Written by `npm run generate`: what each call takes, and what it gives.

import type { Challenge, ChallengeWithEvidence, Evidence } from './challenges.ts'

import type { ChallengeStatus, Party, Position } from './words.ts'

export interface ChallengesCalls {
  /**
   * List the challenges in which the acting person is a party.
   *
   * Newest first. With a group token: those of that group alone. Filters can be combined.
   *
   * Needs the scope `challenges:read`.
   */
  listChallenges: {
    input: {
      /** Only those in one of these statuses. */
      status?: ChallengeStatus[]
      /** Only those in which the acting person is this party. */
      role?: Party
      /** Only those that were made with exactly this reference. */
      reference?: string
    }
    result: Challenge[]
    paged: true
  }

  /**
   * Make a claim against an opponent, with a stake and a due period.
   *
   * The opponent is told by mail, and needs neither a token nor a plan to answer. The answer never depends on what is known of the address, and the address is never returned.
   *
   * A challenge belongs to a group only if it is made with a token of that group, or on the site by a member who chose it; its members can then read it. Neither `claim` nor `stake` may hold an `opponent_email` that is sent.
   *
   * Where no address is known, a token of a group names a member of it with `opponent_member_id`, and any token plays again with `rematch_of`: the caller is the creator this time. Anything else is `not_found`: what the token cannot see, a member who has left, oneself, a challenge that was never accepted or is not over, and one whose other party was erased.
   *
   * Exactly one of `opponent_email`, `opponent_member_id` and `rematch_of` must be sent.
   *
   * Needs the scope `challenges:write`.
   */
  createChallenge: {
    input: {
      /** The statement that the creator makes. */
      claim: string
      /** The address of the other party, unless one of the next two stands in its place. It is never returned. */
      opponent_email?: string
      /** In place of the address, with a token of a group: another member of that group. */
      opponent_member_id?: string
      /** In place of the address: a challenge of the caller that was accepted and has ended. Its other party is the opponent. */
      rematch_of?: string
      /** What it is about. The operator may allow certain names only. */
      stake: string
      /** Days until the challenge is due, 24 hours each. */
      due_days: number
      /** A word of your own to find it again. Shown to the creator alone. */
      reference?: string
    }
    result: Challenge
    paged: false
  }

  /**
   * Read one challenge with its evidence.
   *
   * Parties see their own challenges, members of a group all of those made under it.
   *
   * Needs the scope `challenges:read`.
   */
  getChallenge: {
    input: {
      /** The challenge. */
      id: string
    }
    result: ChallengeWithEvidence
    paged: false
  }

  /**
   * Accept a pending challenge as its opponent.
   *
   * For the opponent, while the challenge is `pending`. It becomes `active`, and from now on the creator sees the opponent’s first name.
   *
   * Needs the scope `challenges:write`.
   */
  acceptChallenge: {
    input: {
      /** The challenge. */
      id: string
    }
    result: Challenge
    paged: false
  }

  /**
   * State who won: propose an outcome, agree to one, or concede.
   *
   * States the position of the caller. What it does depends on where things stand, and the first that fits decides:
   *
   * 1. It grants the other party the win: `resolved`, settled by `concession`.
   * 2. It equals the position of the other party: `resolved`, settled by `agreement`.
   * 3. The challenge is `active` or `due`: `proposed`. The other party has 72 hours to agree, concede or dispute. Their silence settles it if they were told in time; else the proposal lapses, and the position with it.
   * 4. The challenge is `proposed`: the proposer may only concede (`invalid_state`); an outcome that contradicts the proposal is a `conflict`: dispute it instead.
   * 5. The challenge is `disputed`: the new position replaces the old one, at most 10 times for each party (`conflict`); to repeat one’s own changes nothing. Agreeing and conceding are always possible.
   *
   * Needs the scope `challenges:write`.
   */
  resolveChallenge: {
    input: {
      /** The challenge. */
      id: string
      /** Who won, as the caller sees it. */
      outcome: Position
    }
    result: Challenge
    paged: false
  }

  /**
   * Take back or decline a pending challenge; ask for, or agree to, the end of an accepted one.
   *
   * While `pending`, the creator takes the challenge back (`cancelled`) and the opponent declines it (`declined`); a `reason` is then shown to both as `closed_reason`. While `active` or `due`, it takes both: the first call is noted in `cancellation` and lapses after 72 hours; when the other party cancels too, the challenge is `cancelled`.
   *
   * Needs the scope `challenges:write`.
   */
  cancelChallenge: {
    input: {
      /** The challenge. */
      id: string
      /** Why. Shown to the other party; not kept where that party has asked to cancel first. */
      reason?: string
    }
    result: Challenge
    paged: false
  }

  /**
   * Object to the outcome that the other party proposed.
   *
   * For the party that did not propose, while the challenge is `proposed`. After seven days the support of the group’s observers decides; without a majority the outcome is `void`.
   *
   * Needs the scope `challenges:write`.
   */
  disputeChallenge: {
    input: {
      /** The challenge. */
      id: string
      /** Why the proposed outcome is not right. */
      reason: string
    }
    result: Challenge
    paged: false
  }

  /**
   * Add a text, a link or both as evidence of a party.
   *
   * For the parties, while the challenge is `active`, `due`, `proposed` or `disputed`. A text, a link, or both. Links are shown as they are and never fetched. At most 50 for each party.
   *
   * Needs the scope `challenges:write`.
   */
  addEvidence: {
    input: {
      /** The challenge. */
      id: string
      /** What speaks for the caller. At least one of `text` and `url`. */
      text?: string
      /** Where it can be seen. It is never fetched. */
      url?: string
    }
    result: Evidence
    paged: false
  }

  /**
   * Take a side as an observer, or change it.
   *
   * For observers who were members of the group when the challenge was accepted. 201 the first time; a second call changes side or comment, answers 200 and does not count against the quota. A person changes it at most 10 times (`conflict`); giving the same again changes nothing. Support is shown as counts, never by name.
   *
   * Needs the scope `challenges:write`.
   */
  supportChallenge: {
    input: {
      /** The challenge. */
      id: string
      /** The party that the caller believes. */
      side: Party
      /** Shown in the event, without the name of its author. */
      comment?: string
    }
    result: Challenge
    paged: false
  }
}
