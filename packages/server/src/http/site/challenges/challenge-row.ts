// A challenge in a list: what it is about, how it stands, and until when.
import type { Challenge } from '@challenge-service/contract'
import { html, type Html, type Part } from '../../../kernel/html.ts'
import { atTime, fromNow, type Times } from '../parts/times.ts'
import { describeStanding, nameOf } from './standing.ts'

const challengePath = ({ id }: Pick<Challenge, 'id'>): string => `/challenges/${id}`

/** Loud: something is asked of them. */
export const challengeCard = (challenge: Challenge, times: Times): Html => {
  const { title, by, otherwise } = describeStanding(challenge)
  return html`<li class="card">
    <h3>${title}</h3>
    <p><q>${challenge.claim}</q></p>
    <p class="quiet">
      ${against(challenge)} ·
      ${stakeOf(challenge)}${by === null ? null : html` · until ${atTime(by, times)}, ${fromNow(by, times)}. ${otherwise}`}
    </p>
    <p class="buttons">
      <a class="button main" href="${challengePath(challenge)}">See and answer</a>
    </p>
  </li>`
}

/** `score`: what each has counted so far, where that is known. */
export const challengeRow = (challenge: Challenge, times: Times, score: Part = null): Html => {
  const { title, by } = describeStanding(challenge)
  return html`<li>
    <p><a href="${challengePath(challenge)}">${challenge.claim}</a></p>
    <p class="quiet small">
      ${title} · ${score ?? against(challenge)} ·
      ${stakeOf(challenge)}${by === null ? null : html` · ${fromNow(by, times)}`}
    </p>
  </li>`
}

/** Kept apart: signs of direction in it turn none of the words around it. */
const stakeOf = ({ stake }: Challenge): Html => html`<bdi>${stake}</bdi>`

const against = (challenge: Challenge): Html => {
  const { role } = challenge
  if (role === 'observer') {
    return html`${nameOf(challenge, 'creator')} against ${nameOf(challenge, 'opponent')}`
  }
  return role === 'creator'
    ? html`<span class="mine">You</span> against <span class="theirs">${nameOf(challenge, 'opponent')}</span>`
    : html`<span class="theirs">${nameOf(challenge, 'creator')}</span> against <span class="mine">you</span>`
}
