// A challenge on its page, the same for whoever is signed in and for whoever has the link of a mail: whose turn it is, what
// they can do, the race, the evidence, and what has happened.
import type { ChallengeWithEvidence } from '@challenge-service/contract'
import type { ActionObstacle } from '../../../../features/challenges/play/shown.service.ts'
import { isClosed } from '../../../../features/challenges/rules/life.rules.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { fact } from '../../parts/facts.ts'
import { confirmedOnce } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { atTime, fromNow, type Times } from '../../parts/times.ts'
import { additionForms } from './additions.ts'
import { choiceForms } from './choices.ts'
import { history, partyName } from './history.ts'
import { racePart } from './race.ts'
import { saidOfIt } from './said-of-it.ts'
import { CHOICE, failedFieldId, pressed, seatForm, type Seat } from './challenge-context.ts'
import { entryList, openEntries } from './tally-part.ts'
import { otherName } from '../../../../wording/names.ts'
import { describeStanding } from '../../../../wording/status.ts'
import { words } from '../../../../wording/words.ts'

const labels = {
  first_name: 'Your first name',
  reason: 'Your reason',
  text: 'What speaks for you',
  url: 'Where it can be seen',
  amount: 'How much',
  note: 'What for',
  side: 'Your side',
  comment: 'Why',
}

export const challengeBody = (seat: Seat, said: Part): Html => {
  const { shown, tally, times, failed } = seat
  const { challenge } = shown
  return html`<article class="challenge">
    ${said} ${failure(failed, labels, (name) => (failed ? failedFieldId(failed, name) : name))}
    ${standing(seat)}
    <h1 class="claim">${challenge.claim}</h1>
    <p class="lead">
      ${partyName(challenge, 'creator')} against ${partyName(challenge, 'opponent', false)} ·
      <bdi>${challenge.stake}</bdi>
    </p>
    <div class="play">
      ${actions(seat)}
      <div class="matter">
        ${tally && racePart(challenge, tally, times)} ${tally && openEntries(seat, tally)} ${facts(seat)}
        ${saidOfIt(shown)} ${evidence(challenge, times)} ${tally && entryList(seat, tally)}
        ${history(challenge, times)}
      </div>
    </div>
    ${seat.isByLink && html`<p class="quiet small">As of ${atTime(times.now, times)}.</p>`}
  </article>`
}

const standing = ({ shown, times }: Seat): Html => {
  const { title, by, otherwise, isMyTurn } = describeStanding(shown.challenge, shown.settleBy)
  return html`<div class="notice${isMyTurn && ' turn'}">
    <p>
      <strong class="standing">${title}.</strong>
      ${by === null ? null : html`Until ${atTime(by, times)}, ${fromNow(by, times)}. ${otherwise}`}
    </p>
  </div>`
}

const actions = (seat: Seat): Html => {
  const { shown } = seat
  return html`<section class="card actions" aria-labelledby="actions">
    <h2 id="actions">${shown.isTheirTurn ? 'Your answer' : 'What you can do'}</h2>
    ${nothingToDo(seat)} ${choiceForms(seat)} ${additionForms(seat)} ${seat.again} ${whyNot(shown.obstacles)}
    ${more(seat)}
  </section>`
}

/** Said only where nothing else stands there. */
const nothingToDo = ({ shown, again }: Seat): Part => {
  const { challenge, choices, obstacles } = shown
  if (choices.length > 0 || challenge.allowed_actions.length > 0 || again) return null
  if (isClosed(challenge)) return html`<p class="quiet">It is over.</p>`
  const support = obstacles.find(({ action }) => action === 'support')
  return html`<p class="quiet">There is nothing for you to do here. ${support?.why}</p>`
}

const whyNot = (obstacles: readonly ActionObstacle[]): Part =>
  obstacles.length > 0 &&
  confirmedOnce(
    'What cannot be done now, and why',
    html`<dl class="facts">${obstacles.map(({ action, why }) => fact(words.action[action], why))}</dl>`,
  )

/** What has nothing to do with the outcome. */
const more = (seat: Seat): Part => {
  if (seat.hasBlocked === null && !seat.isByLink) return null
  const name = otherName(seat.shown.challenge)
  return confirmedOnce(
    'More',
    html`${
      seat.hasBlocked !== null &&
      seatForm(
        seat,
        seat.hasBlocked
          ? html`<p class="quiet small">
                You have blocked ${name}: later challenges from ${name} do not reach you.
              </p>
              ${pressed(CHOICE, 'unblock', `Unblock ${name}`)}`
          : html`<p class="quiet small">
                To block ${name} changes nothing here: only later challenges from ${name} will not reach you.
                ${name} is not told.
              </p>
              ${pressed(CHOICE, 'block', `Block ${name}`)}`,
      )
    }
    ${
      seat.isByLink &&
      seatForm(
        seat,
        html`<p class="quiet small">
            Did you pass a mail on? Then its reader can act for you, until you end the earlier links.
          </p>
          ${pressed(CHOICE, 'renew', 'I passed this mail on: end earlier links')}`,
      )
    }`,
  )
}

/** For its members, the way to its page. */
const groupName = (name: string, path: string | null): Html =>
  path === null ? html`<bdi>${name}</bdi>` : html`<a href="${path}"><bdi>${name}</bdi></a>`

const facts = ({ shown: { challenge }, times, groupPath }: Seat): Html =>
  html`<dl class="facts card">
    ${fact('Claimed by', partyName(challenge, 'creator'))}
    ${fact('Against', partyName(challenge, 'opponent'))} ${fact('At stake', challenge.stake)}
    ${fact('Due', atTime(Date.parse(challenge.due_at), times))}
    ${challenge.group_name !== null && fact('Group', html`${groupName(challenge.group_name, groupPath)}. Its members can read this challenge.`)}
    ${challenge.reference !== undefined && fact('Your name for them', html`<bdi>${challenge.reference}</bdi>`)}
  </dl>`

const evidence = (challenge: ChallengeWithEvidence, times: Times): Part =>
  challenge.evidence.length > 0 &&
  html`<section class="card" aria-labelledby="evidence">
    <h2 id="evidence">Evidence (${challenge.evidence.length})</h2>
    <ul class="rows">
      ${challenge.evidence.map(
        (piece) =>
          html`<li>
            <p class="quiet small">
              ${partyName(challenge, piece.by)} · ${atTime(Date.parse(piece.created_at), times)}
            </p>
            ${piece.text !== null && html`<p class="typed">${piece.text}</p>`}
            ${
              piece.url !== null &&
              html`<p><a href="${piece.url}" rel="noopener noreferrer nofollow">${piece.url}</a></p>`
            }
          </li>`,
      )}
    </ul>
  </section>`
