// What can be answered. Each answer stands with one sentence on what it leads to. What gives something up or takes words
// opens without any script, and asks once more.
import { endpoints, personName } from '@challenge-service/contract'
import type { Choice } from '../../../../kernel/choices.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { schemaOf } from '../../engine/form-members.ts'
import { hidden, textField } from '../../parts/fields.ts'
import { textArea } from '../../parts/text-area.ts'
import { labelOf, sureLabelOf } from '../../../../wording/choice.ts'
import { consequenceOf } from '../../../../wording/consequence.ts'
import { CHOICE, failedIn, fieldId, pressed, seatForm, SEEN, type Seat } from './challenge-context.ts'
import { capital, otherName } from '../../../../wording/names.ts'

export const choiceForms = (seat: Seat): readonly Html[] =>
  seat.shown.choices.map((choice, index) => {
    const question = findQuestion(choice, seat)
    return question === null
      ? plainForm(choice, seat, index === 0 && seat.shown.isTheirTurn)
      : questionForm(choice, question, seat)
  })

const plainForm = (choice: Choice, seat: Seat, isLoud: boolean): Html =>
  html`<div class="choice">
    ${seatForm(
      seat,
      html`${seenMeaning(choice, seat)} ${choice === 'accept' && seat.isNameless && firstName(seat)}
      ${pressed(CHOICE, choice, labelOf(choice, seat.shown.challenge), isLoud && choice !== 'cancel' ? 'main' : '')}`,
    )}
    <p class="quiet small">${consequenceOf(choice, seat.shown.challenge, seat.times.zone)}</p>
  </div>`

/** What the button means, as they read it. */
const seenMeaning = (choice: Choice, { shown }: Seat): Part => {
  const meaning = shown.meanings.get(choice) ?? ''
  return meaning !== '' && hidden(SEEN, meaning)
}

/** Enter presses the first button of a form. That one is disabled, so that Enter after a name accepts nothing. */
const firstName = (seat: Seat): Html =>
  html`<button disabled hidden></button> ${textField({
      name: 'first_name',
      id: fieldId('first_name', 'accept'),
      label: 'Your first name',
      schema: personName(40),
      isOptional: true,
      autocomplete: 'given-name',
      hint: `${capital(otherName(seat.shown.challenge))} will see it once you accept.`,
      failed: failedIn(seat, CHOICE, 'accept'),
    })}`

interface Question {
  /** What follows from this answer. */
  readonly cost: string
  readonly reason: 'optional' | 'required' | null
  /** What the button says. */
  readonly button: string
  /** Red where something is given up. */
  readonly style: '' | 'main' | 'bad'
}

const questionForm = (choice: Choice, { cost, reason, button, style }: Question, seat: Seat): Html => {
  const failed = failedIn(seat, CHOICE, choice)
  return html`<details class="more choice" ${failed && html`open`}>
    <summary>${labelOf(choice, seat.shown.challenge)}</summary>
    ${seatForm(
      seat,
      html`<p>${cost}</p>
        ${seenMeaning(choice, seat)} ${reason !== null && reasonField(choice, reason, seat)}
        ${pressed(CHOICE, choice, button, style)}`,
    )}
  </details>`
}

const reasonField = (choice: Choice, reason: 'optional' | 'required', seat: Seat): Html => {
  const endpoint = choice === 'dispute' ? endpoints.disputeChallenge : endpoints.cancelChallenge
  const isRead =
    seat.shown.challenge.status === 'pending'
      ? `${capital(otherName(seat.shown.challenge))} can read it.`
      : READ_BY_ALL
  return textArea({
    name: 'reason',
    id: fieldId('reason', choice),
    label: 'Why?',
    schema: schemaOf(endpoint, 'reason'),
    isOptional: reason === 'optional',
    hint: isRead,
    failed: failedIn(seat, CHOICE, choice),
  })
}

const READ_BY_ALL = 'Everyone who sees the challenge can read it.'

const reasons: Readonly<Record<Choice, Question['reason']>> = {
  accept: null,
  decline: 'optional',
  agree: null,
  concede: null,
  draw: null,
  win: null,
  dispute: 'required',
  cancel: 'optional',
}

/** Null for what one press is enough for. */
const findQuestion = (choice: Choice, { shown: { challenge }, times }: Seat): Question | null => {
  const button = sureLabelOf(choice, challenge)
  if (button === null) return null
  const style =
    choice === 'dispute' ? 'main' : choice === 'cancel' && challenge.status !== 'pending' ? '' : 'bad'
  return { cost: consequenceOf(choice, challenge, times.zone), reason: reasons[choice], button, style }
}
