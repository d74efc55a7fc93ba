// What has happened in a challenge, as a time line.
import type { ChallengeWithEvidence, Party } from '@challenge-service/contract'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { atTime, type Times } from '../../parts/times.ts'
import { sideOf } from './race.ts'
import { quotation } from '../../parts/quotation.ts'
import { listHappenings } from '../../../../wording/history.ts'
import { capital, nameOf } from '../../../../wording/names.ts'

/** The newest first. */
export const history = (challenge: ChallengeWithEvidence, times: Times): Html =>
  html`<section class="card" aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="rows">
      ${listHappenings(challenge).map(
        ({ at, did, became, reason }) =>
          html`<li>
            <p>
              ${did === null ? became : did.words({ name: partyName(challenge, did.by) })}${quoted(reason)}
            </p>
            <p class="quiet small">${atTime(Date.parse(at), times)}</p>
          </li>`,
      )}
    </ol>
  </section>`

const quoted = (text: string | null): Part => text !== null && text !== '' && html`: ${quotation(text)}`

/** A party by name, in its colour. */
export const partyName = (challenge: ChallengeWithEvidence, party: Party, isFirstWord = true): Html => {
  const name = nameOf(challenge, party)
  return html`<span class="${sideOf(challenge, party)}"
    ><bdi>${isFirstWord ? capital(name) : name}</bdi></span
  >`
}
