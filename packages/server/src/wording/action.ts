// The tools by which an assistant does what may be done with a challenge.
import type { Action } from '@challenge-service/contract'

/** None where it is done on the page alone. */
export const toolsOf: Readonly<Record<Action, readonly string[]>> = {
  accept: ['accept_challenge'],
  cancel: ['decline_or_cancel'],
  resolve: ['propose_outcome', 'agree', 'concede'],
  dispute: ['dispute_outcome'],
  evidence: ['add_evidence'],
  support: ['support_side'],
  tally: ['record_tally'],
  tally_review: ['review_tally'],
  tally_dispute: ['review_tally'],
  tally_resolve: [],
}
