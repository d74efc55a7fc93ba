// What may be done with a challenge: its name on a page, and the tools by which an assistant does it.
import type { Action } from '@challenge-service/contract'

interface ActionWords {
  readonly page: string
  /** None where it is done on the page alone. */
  readonly tools: readonly string[]
}

export const actionWords: Readonly<Record<Action, ActionWords>> = {
  accept: { page: 'Accept', tools: ['accept_challenge'] },
  cancel: { page: 'Cancel', tools: ['decline_or_cancel'] },
  resolve: { page: 'Say how it ended', tools: ['propose_outcome', 'agree', 'concede'] },
  dispute: { page: 'Dispute', tools: ['dispute_outcome'] },
  evidence: { page: 'Add evidence', tools: ['add_evidence'] },
  support: { page: 'Support a side', tools: ['support_side'] },
  tally: { page: 'Record progress', tools: ['record_tally'] },
  tally_review: { page: 'Confirm progress', tools: ['review_tally'] },
  tally_dispute: { page: 'Doubt progress', tools: ['review_tally'] },
  tally_resolve: { page: 'Settle a doubt', tools: [] },
}
