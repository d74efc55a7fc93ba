// /challenges/{id}: a challenge to read.
import { endpoints, type ChallengeWithEvidence, type Party } from '@challenge-service/contract'
import { findLinkOwner } from '../../../features/challenges/link/link.store.ts'
import { html, type Html, type Part } from '../../../kernel/html.ts'
import type { ChallengeId } from '../../../kernel/ids.ts'
import { notVisible } from '../../../kernel/refusal.ts'
import { challengeUrl } from '../../../mail/links.ts'
import { follow } from '../live/live-page.ts'
import { fact } from '../parts/facts.ts'
import { atTime, fromNow, timesFor, type Times } from '../parts/times.ts'
import { leadTo, ownPage, show, type SiteAnswer, type SiteRequest } from '../page.ts'
import type { SiteRoom } from '../room.ts'
import type { SignedInVisit } from '../visit.ts'
import { answerPath } from './challenge-row.ts'
import { capital, describeStanding, nameOf, outcomeWords } from './standing.ts'

const challengePage = async (
  room: SiteRoom,
  { visit, params }: SiteRequest<SignedInVisit>,
): Promise<SiteAnswer> => {
  const { data } = await room.call(endpoints.getChallenge, visit.signedIn.actor, {
    params: { id: params['id'] ?? '' },
  })
  const times = timesFor(room, visit)
  const { title, by, otherwise, isMyTurn } = describeStanding(data)
  return show({
    title: data.claim.length > 60 ? `${data.claim.slice(0, 57)}…` : data.claim,
    place: 'challenges',
    live: follow(visit, { kind: 'challenge', challenge: data }, `${title}.`),
    main: html`<article>
      <h1>${data.claim}</h1>
      <div class="notice">
        <p>
          <strong>${title}.</strong>
          ${by === null ? null : html`Until ${atTime(by, times)}, ${fromNow(by, times)}. ${otherwise}`}
        </p>
        ${canAct(data) && html`<p class="buttons">${actLink(data.id, isMyTurn)}</p>`}
      </div>
      <div class="columns">
        <div>${facts(data, times)} ${evidence(data, times)}</div>
        <div>${said(data)}</div>
      </div>
    </article>`,
  })
}

const canAct = ({ role, allowed_actions }: ChallengeWithEvidence): boolean =>
  role !== 'observer' && allowed_actions.length > 0

const actLink = (id: string, isMyTurn: boolean): Html =>
  isMyTurn
    ? html`<a class="button main" href="${answerPath(id)}">Answer</a>`
    : html`<a class="button" href="${answerPath(id)}">What you can do</a>`

/** The page behind the links of its mails, which is where they act. */
const answerPage = async (
  { floor: { store, keys }, call }: SiteRoom,
  { visit, params }: SiteRequest<SignedInVisit>,
): Promise<SiteAnswer> => {
  const { data } = await call(endpoints.getChallenge, visit.signedIn.actor, {
    params: { id: params['id'] ?? '' },
  })
  if (data.role === 'observer') throw notVisible()
  const challengeId = data.id as ChallengeId
  const owner = await findLinkOwner(store, challengeId, data.role)
  if (!owner) throw notVisible()
  return leadTo(challengeUrl(keys, '', { challengeId, party: data.role, number: owner.number }))
}

const facts = (challenge: ChallengeWithEvidence, times: Times): Html =>
  html`<dl class="facts card">
    ${fact('Claimed by', who(challenge, 'creator'))} ${fact('Against', who(challenge, 'opponent'))}
    ${fact('At stake', challenge.stake)} ${fact('Due', atTime(Date.parse(challenge.due_at), times))}
    ${fact('Made', atTime(Date.parse(challenge.created_at), times))}
    ${challenge.accepted_at !== null && fact('Accepted', atTime(Date.parse(challenge.accepted_at), times))}
    ${challenge.closed_at !== null && fact('Ended', atTime(Date.parse(challenge.closed_at), times))}
    ${challenge.group_name !== null && fact('Group', `${challenge.group_name}. Its members can read this challenge.`)}
    ${challenge.reference !== undefined && fact('Your word for it', challenge.reference)}
    ${challenge.closed_reason !== null && fact('Reason', html`<q>${challenge.closed_reason}</q>`)}
  </dl>`

const who = (challenge: ChallengeWithEvidence, party: Party): Html => {
  const isMine = challenge.role === party || (challenge.role === 'observer' && party === 'creator')
  return html`<span class="${isMine ? 'mine' : 'theirs'}">${capital(nameOf(challenge, party))}</span>`
}

const parties = ['creator', 'opponent'] as const

/** What each has said of how it ended. */
const said = (challenge: ChallengeWithEvidence): Part => {
  const { positions, dispute, cancellation, support, group_id } = challenge
  const lines = [
    ...parties.flatMap((party) => {
      const position = positions[party]
      return position === null
        ? []
        : [html`<li>${who(challenge, party)}: ${outcomeWords(challenge, position)}.</li>`]
    }),
    ...(dispute ? [html`<li>${who(challenge, dispute.opened_by)}: <q>${dispute.reason}</q></li>`] : []),
    ...(cancellation?.reason
      ? [
          html`<li>
            ${who(challenge, cancellation.requested_by)}, to cancel: <q>${cancellation.reason}</q>
          </li>`,
        ]
      : []),
    ...(group_id !== null && support.creator + support.opponent > 0
      ? [
          html`<li>
            Support: ${support.creator} for ${nameOf(challenge, 'creator')}, ${support.opponent} for
            ${nameOf(challenge, 'opponent')}.
          </li>`,
        ]
      : []),
  ]
  return (
    lines.length > 0 &&
    html`<section class="card">
      <h2>What was said</h2>
      <ul>
        ${lines}
      </ul>
    </section>`
  )
}

const evidence = (challenge: ChallengeWithEvidence, times: Times): Part =>
  challenge.evidence.length > 0 &&
  html`<section class="card">
    <h2>Evidence (${challenge.evidence.length})</h2>
    <ul class="rows">
      ${challenge.evidence.map(
        (piece) =>
          html`<li>
            <p class="quiet small">
              ${capital(nameOf(challenge, piece.by))} · ${atTime(Date.parse(piece.created_at), times)}
            </p>
            ${piece.text !== null && html`<p>${piece.text}</p>`}
            ${
              piece.url !== null &&
              html`<p><a href="${piece.url}" rel="noopener noreferrer nofollow">${piece.url}</a></p>`
            }
          </li>`,
      )}
    </ul>
  </section>`

export const challengePages = [
  ownPage('/challenges/:id', challengePage),
  ownPage('/challenges/:id/answer', answerPage),
]
