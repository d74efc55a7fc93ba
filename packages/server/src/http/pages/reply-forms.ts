// What can be answered on a page. What one press is enough for is a button of one form. What gives something up or
// takes words has a form of its own, which opens without any script and asks once more.
import { html, type Html } from '../../kernel/html.ts'
import type { Choice } from '../../features/challenges/link/reply.rules.ts'
import type { LinkedChallenge } from '../../features/challenges/link/reply.service.ts'
import { findQuestion, type AskedReason, type Question } from './asked-once-more.ts'
import { getOtherName, outcomeWords } from './challenge-card.ts'
import type { FormField, FormProblem } from './form.ts'
import { nameField, reasonField } from './form-field.ts'

const NAME_MAX = 40

/** `path`: where they are sent, also from the page that one is led on to. */
export const replyForms = (linked: LinkedChallenge, path: string, problem: FormProblem | undefined): Html => {
  const asked = linked.choices.map((choice) => ({ choice, question: findQuestion(choice, linked) }))
  const plain = asked.flatMap(({ choice, question }) => (question === null ? [choice] : []))
  return html`${plain.length > 0 ? plainForm(linked, plain, path, problem) : null}
  ${asked.map(({ choice, question }) =>
    question === null ? null : questionForm(linked, choice, question, path, problem),
  )}`
}

const plainForm = (
  linked: LinkedChallenge,
  choices: readonly Choice[],
  path: string,
  problem: FormProblem | undefined,
): Html =>
  html`<form method="post" action="${path}">
    ${choices.includes('agree') ? seenOutcome(linked) : null}
    ${choices.includes('accept') && linked.isNameless ? firstName(linked, problem) : null}
    <div class="choices">
      ${choices.map(
        (choice, index) =>
          html`<button
            class="${index === 0 && choice !== 'cancel' ? 'primary' : 'second'}"
            name="choice"
            value="${choice}"
          >
            ${getLabel(choice, linked)}
          </button>`,
      )}
    </div>
  </form>`

/** The outcome that they agree to, as they read it. */
const seenOutcome = ({ challenge }: LinkedChallenge): Html =>
  html`<input type="hidden" name="seen" value="${challenge.proposal?.outcome}" />`

/** Enter presses the first button of a form. That one is disabled, so that Enter after a name accepts nothing. */
const firstName = (linked: LinkedChallenge, problem: FormProblem | undefined): Html =>
  html`<button disabled hidden></button> ${nameField({
      field: 'first_name',
      label: 'Your first name',
      isOptional: true,
      maxLength: NAME_MAX,
      hint: `${getOtherName(linked)} will see it once you accept.`,
      problem: select(problem, 'first_name'),
    })}`

const questionForm = (
  linked: LinkedChallenge,
  choice: Choice,
  { cost, reason, button, isLoud }: Question,
  path: string,
  problem: FormProblem | undefined,
): Html => {
  const refused = reason ? select(problem, 'reason') : undefined
  return html`<details class="question" ${refused ? html`open` : null}>
    <summary>${getLabel(choice, linked)}</summary>
    <form method="post" action="${path}">
      ${choice === 'agree' ? seenOutcome(linked) : null} ${cost === null ? null : html`<p>${cost}</p>`}
      ${reason ? askReason(reason, refused) : null}
      <div class="choices">
        <button class="${isLoud ? 'primary' : 'second'}" name="choice" value="${choice}">${button}</button>
      </div>
    </form>
  </details>`
}

const askReason = ({ isRequired, maxLength, hint }: AskedReason, problem: FormProblem | undefined): Html =>
  reasonField({ field: 'reason', label: 'Why?', isOptional: !isRequired, maxLength, hint, problem })

const select = (problem: FormProblem | undefined, field: FormField): FormProblem | undefined =>
  problem?.field === field ? problem : undefined

const getLabel = (choice: Choice, linked: LinkedChallenge): string => {
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
    case 'dispute':
      return 'No, I dispute it'
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
