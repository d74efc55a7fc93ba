// The buttons of a page. One form, one button for each choice; to dispute takes a reason, in a form of its own
// that opens without any script.
import { html, type Html } from '../../kernel/html.ts'
import type { Choice } from '../../features/challenges/link/reply.rules.ts'
import type { LinkedChallenge } from '../../features/challenges/link/reply.service.ts'
import { getOtherName, outcomeWords } from './challenge-card.ts'
import type { FormField, FormProblem } from './form.ts'

const NAME_MAX = 40
const REASON_MAX = 1000

/** `path`: where they are sent, also from the page that one is led on to. */
export const replyForms = (linked: LinkedChallenge, path: string, problem: FormProblem | undefined): Html => {
  const simple = linked.choices.filter((choice) => choice !== 'dispute')
  const asksName = linked.choices.includes('accept') && linked.isNameless
  return html`<form method="post" action="${path}">
      ${linked.choices.includes('agree') ? html`<input type="hidden" name="seen" value="${linked.challenge.proposal?.outcome}" />` : null}
      ${asksName ? nameField(linked, renderProblem(problem, 'first_name')) : null}
      <div class="choices">
        ${simple.map(
          (choice, index) =>
            html`<button
              class="${isLoud(choice, index) ? 'primary' : 'second'}"
              name="choice"
              value="${choice}"
            >
              ${getLabel(choice, linked)}
            </button>`,
        )}
      </div>
    </form>
    ${linked.choices.includes('dispute') ? disputeForm(path, renderProblem(problem, 'reason')) : null}`
}

/** To give something up is never the loud one. */
const isLoud = (choice: Choice, index: number): boolean =>
  index === 0 && choice !== 'concede' && choice !== 'cancel'

/** What has nothing to do with the outcome, in a corner that opens without any script. */
export const asideForms = (linked: LinkedChallenge, path: string): Html => {
  const name = getOtherName(linked)
  return html`<details class="evidence">
    <summary>More</summary>
    <form method="post" action="${path}">
      ${
        linked.hasBlocked
          ? html`<p class="quiet">
                You have blocked ${name}: later challenges from ${name} do not reach you.
              </p>
              <div class="choices">
                <button class="second" name="choice" value="unblock">Unblock ${name}</button>
              </div>`
          : html`<p class="quiet">
                To block ${name} changes nothing here: only later challenges from ${name} will not reach you.
                ${name} is not told.
              </p>
              <div class="choices">
                <button class="second" name="choice" value="block">Block ${name}</button>
              </div>`
      }
    </form>
    <form method="post" action="${path}">
      <p class="quiet">
        Did you pass a mail on? Then its reader can act for you, until you end the earlier links.
      </p>
      <div class="choices">
        <button class="second" name="choice" value="renew">I passed this mail on: end earlier links</button>
      </div>
    </form>
  </details>`
}

const renderProblem = (problem: FormProblem | undefined, field: FormField): FormProblem | undefined =>
  problem?.field === field ? problem : undefined

const nameField = (linked: LinkedChallenge, problem: FormProblem | undefined): Html =>
  html`<p class="field">
    <label for="first_name">Your first name <span class="quiet">(optional)</span></label>
    <input
      id="first_name"
      name="first_name"
      autocomplete="given-name"
      maxlength="${NAME_MAX}"
      value="${problem?.typed}"
      aria-describedby="first_name_hint"
      ${problem ? html`aria-invalid="true"` : null}
    />
    <span class="quiet" id="first_name_hint">${getOtherName(linked)} will see it once you accept.</span>
  </p>`

const disputeForm = (path: string, problem: FormProblem | undefined): Html =>
  html`<details class="dispute" ${problem ? html`open` : null}>
    <summary>No, I dispute it</summary>
    <form method="post" action="${path}">
      <p class="field">
        <label for="reason">Why?</label>
        <textarea
          id="reason"
          name="reason"
          rows="4"
          maxlength="${REASON_MAX}"
          required
          aria-describedby="reason_hint"
          ${problem ? html`aria-invalid="true"` : null}
        >
${problem?.typed}</textarea>
        <span class="quiet" id="reason_hint">Everyone who sees the challenge can read it.</span>
      </p>
      <div class="choices">
        <button class="primary" name="choice" value="dispute">Dispute the outcome</button>
      </div>
    </form>
  </details>`

const getLabel = (choice: Exclude<Choice, 'dispute'>, linked: LinkedChallenge): string => {
  const { challenge, party } = linked
  const other = party === 'creator' ? 'opponent' : 'creator'
  switch (choice) {
    case 'accept':
      return 'Accept the challenge'
    case 'decline':
      return 'Decline'
    case 'agree':
      return challenge.proposal ? `Yes, ${outcomeWords(linked, challenge.proposal.outcome)}` : 'Agree'
    case 'concede':
      return challenge.proposal
        ? `I concede: ${getOtherName(linked)} won`
        : `${getOtherName(linked)} won`.replace(/^your/, 'Your')
    case 'win':
      return 'I won'
    case 'draw':
      if (challenge.status !== 'disputed') return 'It was a draw'
      return challenge.positions[other] === 'draw' ? 'Yes, it was a draw' : 'Offer a draw'
    case 'cancel':
      if (challenge.status === 'pending') return 'Take the challenge back'
      return challenge.cancellation ? 'Agree to cancel' : 'Ask to cancel'
  }
}
