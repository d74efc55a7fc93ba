// The tally as a race over time, drawn on the server: a stepped line for each party, confirmed and claimed. The same
// numbers stand in a table under it, for those who do not see it.
import type { Party } from '@challenge-service/contract'
import type { Race, ShownTally } from '../../../../features/tally/shown-tally.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { atTime, type Times } from '../../parts/times.ts'
import { capital, nameOf, ownParty, type SeenChallenge } from '../../../../wording/names.ts'

const WIDTH = 600
const HEIGHT = 220
const parties: readonly Party[] = ['creator', 'opponent']

/** How a count stood at the end of a step. */
interface RaceStanding {
  readonly step: number
  readonly confirmed: number
  readonly claimed: number
}

export const racePart = (challenge: SeenChallenge, { sums, race }: ShownTally, times: Times): Html => {
  const lines = { creator: sumUp(race, 'creator'), opponent: sumUp(race, 'opponent') }
  return html`<section class="card" aria-labelledby="race">
    <h2 id="race">The race</h2>
    <ul class="score">
      ${parties.map((party) => scoreLine(challenge, party, sums[party]))}
    </ul>
    ${chart(challenge, race, lines)}
    <details class="more">
      <summary>The race in numbers</summary>
      ${numbers(challenge, race, lines, times)}
    </details>
  </section>`
}

/** Whose colour a party has: an observer reads of the creator first. */
export const sideOf = (challenge: SeenChallenge, party: Party): 'mine' | 'theirs' =>
  party === ownParty(challenge) ? 'mine' : 'theirs'

const scoreLine = (
  challenge: SeenChallenge,
  party: Party,
  { claimed, confirmed }: { readonly claimed: number; readonly confirmed: number },
): Html =>
  html`<li>
    <span class="${sideOf(challenge, party)}"><bdi>${capital(nameOf(challenge, party))}</bdi></span>
    <strong>${show(claimed)}</strong>
    <span class="quiet small"
      >${confirmed === claimed ? 'all confirmed' : `${show(confirmed)} confirmed`}</span
    >
  </li>`

const show = (value: number): string => value.toLocaleString('en')

const sumUp = ({ sums }: Race, party: Party): readonly RaceStanding[] => {
  let [confirmed, claimed] = [0, 0]
  return sums
    .filter((sum) => sum.party === party)
    .map((sum) => {
      confirmed += sum.confirmed
      claimed += sum.claimed
      return { step: sum.step, confirmed, claimed }
    })
}

type Lines = Readonly<Record<Party, readonly RaceStanding[]>>

const chart = (challenge: SeenChallenge, { steps }: Race, lines: Lines): Html => {
  const values = Object.values(lines).flatMap((line) =>
    line.flatMap(({ confirmed, claimed }) => [confirmed, claimed]),
  )
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)]
  const toX = (step: number): number => Math.round((Math.min(step, steps) * WIDTH) / steps)
  const toY = (value: number): number => Math.round(HEIGHT - ((value - least) * HEIGHT) / (most - least))
  const line = (party: Party, kind: 'confirmed' | 'claimed'): Html => {
    const points = lines[party].map((standing) => `H${toX(standing.step)}V${toY(standing[kind])}`)
    return html`<path
      class="${sideOf(challenge, party)}${kind === 'claimed' && ' claimed'}"
      d="M0 ${toY(0)}${points.join('')}H${WIDTH}"
    />`
  }
  return html`<figure>
    <svg class="chart race" viewBox="0 -6 ${WIDTH} ${HEIGHT + 12}" aria-hidden="true">
      <path class="axis" d="M0 ${toY(0)}H${WIDTH}" />
      <path class="axis" d="M0 ${toY(most)}H${WIDTH}" />
      ${parties.map((party) => [line(party, 'claimed'), line(party, 'confirmed')])}
    </svg>
    <figcaption class="quiet small">
      From the start until now, up to ${show(most)}. Solid lines are confirmed, dashed ones only claimed.
    </figcaption>
  </figure>`
}

const numbers = (challenge: SeenChallenge, race: Race, lines: Lines, times: Times): Html => {
  const steps = [...new Set(race.sums.map(({ step }) => step))]
  const stepMs = Math.ceil((race.to - race.from + 1) / race.steps)
  return html`<div class="wide" tabindex="0" role="region" aria-label="The race in numbers">
    <table>
      <thead>
        <tr>
          <th scope="col">Until</th>
          ${parties.map((party) => html`<th scope="col"><bdi>${capital(nameOf(challenge, party))}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${steps.map(
          (step) =>
            html`<tr>
              <th scope="row">${atTime(Math.min(race.from + (step + 1) * stepMs, race.to), times)}</th>
              ${parties.map((party) => html`<td>${standingAt(lines[party], step)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const standingAt = (line: readonly RaceStanding[], step: number): Part => {
  const { claimed, confirmed } = line.findLast((standing) => standing.step <= step) ?? {
    claimed: 0,
    confirmed: 0,
  }
  return countWords({ claimed, confirmed })
}

/** `31`, or `31 (28 confirmed)`: what one has recorded, and what of it the other has confirmed. */
export const countWords = ({
  claimed,
  confirmed,
}: {
  readonly claimed: number
  readonly confirmed: number
}): string => (claimed === confirmed ? show(claimed) : `${show(claimed)} (${show(confirmed)} confirmed)`)
