// What was said of a challenge: by each party of how it ended, and by the group.
import type { ChallengeWithEvidence, Party } from '@challenge-service/contract'
import type { ShownChallenge } from '../../../../features/challenges/play/shown.service.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { partyName } from './history.ts'
import { quotation } from '../../parts/quotation.ts'
import { claimedResult } from '../../../../wording/outcome.ts'

const parties: readonly Party[] = ['creator', 'opponent']

export const saidOfIt = ({ challenge, comments }: Pick<ShownChallenge, 'challenge' | 'comments'>): Part => {
  const lines = [
    ...parties.flatMap((party) => positionOf(challenge, party)),
    ...reasonOf(challenge),
    ...supportOf(challenge),
    ...comments.map(
      ({ side, comment }) =>
        html`Someone who supports ${partyName(challenge, side, false)}: ${quotation(comment)}`,
    ),
  ]
  return (
    lines.length > 0 &&
    html`<section class="card" aria-labelledby="said">
      <h2 id="said">What was said</h2>
      <ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>
    </section>`
  )
}

const positionOf = (challenge: ChallengeWithEvidence, party: Party): readonly Html[] => {
  const position = challenge.positions[party]
  return position === null ? [] : [html`${claimedResult(challenge, party, position)}.`]
}

/** Why the one who disputed did so. */
const reasonOf = (challenge: ChallengeWithEvidence): readonly Html[] => {
  const { dispute, role } = challenge
  return dispute === null
    ? []
    : [
        html`${partyName(challenge, dispute.opened_by)} ${role === dispute.opened_by ? 'do' : 'does'} not
        agree: ${quotation(dispute.reason)}`,
      ]
}

const supportOf = (challenge: ChallengeWithEvidence): readonly Html[] => {
  const { creator, opponent } = challenge.support
  return challenge.group_id === null || creator + opponent === 0
    ? []
    : [
        html`Support: ${creator} for ${partyName(challenge, 'creator', false)}, ${opponent} for
        ${partyName(challenge, 'opponent', false)}.`,
      ]
}
