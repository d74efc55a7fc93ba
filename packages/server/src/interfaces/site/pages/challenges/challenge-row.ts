// A challenge in a list: what it is about, how it stands, and until when.
import type { Challenge, Party } from '@challenge-service/contract'
import type { OpenChallenge } from '../../../../features/challenges/reading/open.service.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { atTime, fromNow, type Times } from '../../parts/times.ts'
import { countWords } from './race.ts'
import { quotation } from '../../parts/quotation.ts'
import { nameOf, otherOf, ownParty } from '../../../../wording/names.ts'
import { describeStanding, type Standing } from '../../../../wording/status.ts'

const challengePath = ({ id }: Pick<Challenge, 'id'>): string => `/challenges/${id}`

/** Loud: something is asked of them. */
export const challengeCard = (open: OpenChallenge, times: Times): Html => {
  const { challenge, settleBy } = open
  const { title, by, otherwise } = describeStanding(challenge, settleBy)
  return html`<li class="card">
    <h3>${title}</h3>
    <p>${quotation(challenge.claim)}</p>
    <p class="quiet">
      ${against(challenge)} ·
      ${stakeOf(challenge)}${by === null ? null : html` · until ${atTime(by, times)}, ${fromNow(by, times)}. ${otherwise}`}${toReview(open)}
    </p>
    <p class="buttons">
      <a class="button main" href="${challengePath(challenge)}">See and answer</a>
    </p>
  </li>`
}

/** `settleBy`: until when the two can say how it ended, where that is known. */
export const challengeRow = (challenge: Challenge, times: Times, settleBy: number | null = null): Html =>
  row(challenge, describeStanding(challenge, settleBy), against(challenge), times)

/** Of one that is open: with what each has counted, and what of it waits for a word. */
export const openRow = (open: OpenChallenge, times: Times): Html => {
  const { challenge, settleBy } = open
  const words = html`${scoreWords(open) ?? against(challenge)}${toReview(open)}`
  return row(challenge, describeStanding(challenge, settleBy), words, times)
}

const row = (challenge: Challenge, { title, by }: Standing, words: Part, times: Times): Html =>
  html`<li>
    <p><a href="${challengePath(challenge)}">${challenge.claim}</a></p>
    <p class="quiet small">
      ${title} · ${words} · ${stakeOf(challenge)}${by === null ? null : html` · ${fromNow(by, times)}`}
    </p>
  </li>`

const sidesOf = (challenge: Challenge): readonly [own: Party, other: Party] => {
  const own = ownParty(challenge)
  return [own, otherOf(own)]
}

/** `you 31 (28 confirmed) : 24 Cleo`: what each has counted so far. */
const scoreWords = ({ challenge, tally }: OpenChallenge): Part => {
  if (!tally) return null
  const [own, other] = sidesOf(challenge)
  return html`<span class="mine">you ${countWords(tally[own])}</span> :
    <span class="theirs">${countWords(tally[other])} <bdi>${nameOf(challenge, other)}</bdi></span>`
}

/** `1 entry waits for your review, 2 of yours are doubted`. Nobody is mailed about it. */
const toReview = ({ challenge, tally }: OpenChallenge): Part => {
  const isCounting = challenge.status === 'active' || challenge.status === 'due'
  if (!tally || !isCounting) return null
  const [own, other] = sidesOf(challenge)
  const { pending } = tally[other]
  const { disputed } = tally[own]
  return [
    pending > 0 &&
      html` ·
        <strong>${pending === 1 ? '1 entry waits' : `${pending} entries wait`} for your review</strong>`,
    disputed > 0 &&
      html` · <strong>${disputed} of your entries ${disputed === 1 ? 'is' : 'are'} doubted</strong>`,
  ]
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
