// What has happened in a challenge, as a time line. It is told by the challenge itself, so it needs nothing of a feed.
import type { ChallengeWithEvidence, Party } from '@challenge-service/contract'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { atTime, type Times } from '../../parts/times.ts'
import { sideOf } from './race.ts'
import { quotation } from '../../parts/quotation.ts'
import { capital, nameOf } from '../../../../wording/names.ts'
import { wordsOf } from '../../../../wording/outcome.ts'
import { describeStanding } from '../../../../wording/status.ts'

interface Happening {
  readonly at: string
  readonly what: Part
}

/** The newest first. */
export const history = (challenge: ChallengeWithEvidence, times: Times): Html =>
  html`<section class="card" aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="rows">
      ${listHappenings(challenge).map(
        ({ at, what }) =>
          html`<li>
            <p>${what}</p>
            <p class="quiet small">${atTime(Date.parse(at), times)}</p>
          </li>`,
      )}
    </ol>
  </section>`

const listHappenings = (challenge: ChallengeWithEvidence): readonly Happening[] => {
  const { created_at, accepted_at, proposal, dispute, cancellation, resolution, closed_at } = challenge
  const by = (party: Party): Html => partyName(challenge, party)
  const all: readonly (Happening | false | null)[] = [
    { at: created_at, what: html`${by('creator')} made the challenge` },
    accepted_at !== null && { at: accepted_at, what: html`${by('opponent')} accepted it` },
    ...challenge.evidence.map((piece) => ({
      at: piece.created_at,
      what: html`${by(piece.by)} added evidence`,
    })),
    cancellation && {
      at: cancellation.requested_at,
      what: html`${by(cancellation.requested_by)} asked to cancel${quoted(cancellation.reason)}`,
    },
    proposal && {
      at: proposal.proposed_at,
      what: html`${by(proposal.by)} said that ${wordsOf(challenge, proposal.by, proposal.outcome)}`,
    },
    dispute && {
      at: dispute.opened_at,
      what: html`${by(dispute.opened_by)} did not agree${quoted(dispute.reason)}`,
    },
    (resolution !== null || closed_at !== null) && {
      at: resolution?.settled_at ?? closed_at ?? created_at,
      what: html`${describeStanding(challenge).title}${quoted(challenge.closed_reason)}`,
    },
  ]
  return all
    .filter((one): one is Happening => one !== false && one !== null)
    .map((one, index) => ({ ...one, index }))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.index - a.index)
}

const quoted = (text: string | null): Part => text !== null && text !== '' && html`: ${quotation(text)}`

/** A party by name, in its colour. */
export const partyName = (challenge: ChallengeWithEvidence, party: Party, isFirstWord = true): Html => {
  const name = nameOf(challenge, party)
  return html`<span class="${sideOf(challenge, party)}"
    ><bdi>${isFirstWord ? capital(name) : name}</bdi></span
  >`
}
