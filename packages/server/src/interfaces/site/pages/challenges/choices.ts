// What can be answered. Each answer stands with one sentence on what it leads to. What gives something up or takes words
// opens without any script, and asks once more.
import { endpoints, personName } from '@challenge-service/contract'
import type { Choice } from '../../../../kernel/choices.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { schemaOf } from '../../engine/form-members.ts'
import { hidden, textField } from '../../parts/fields.ts'
import { textArea } from '../../parts/text-area.ts'
import { agreesToDraw, consequenceOf } from '../../../../wording/consequence.ts'
import { CHOICE, failedIn, fieldId, pressed, seatForm, SEEN, type Seat } from './challenge-context.ts'
import { capital, otherName } from '../../../../wording/names.ts'
import { outcomeWords } from '../../../../wording/outcome.ts'

export const choiceForms = (seat: Seat): readonly Html[] =>
  seat.shown.choices.map((choice, index) => {
    const asked = findQuestion(choice, seat)
    return asked === null
      ? plainForm(choice, seat, index === 0 && seat.shown.isAsked)
      : questionForm(choice, asked, seat)
  })

const plainForm = (choice: Choice, seat: Seat, isLoud: boolean): Html =>
  html`<div class="choice">
    ${seatForm(
      seat,
      html`${seenMeaning(choice, seat)} ${choice === 'accept' && seat.isNameless && firstName(seat)}
      ${pressed(CHOICE, choice, getLabel(choice, seat), isLoud && choice !== 'cancel' ? 'main' : '')}`,
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
      hint: `${capital(otherName(seat.shown))} will see it once you accept.`,
      failed: failedIn(seat, CHOICE, 'accept'),
    })}`

interface Question {
  /** What follows from this answer. */
  readonly cost: string
  readonly reason: 'optional' | 'required' | null
  /** What the button says. */
  readonly button: string
  /** Red where something is given up. */
  readonly look: '' | 'main' | 'bad'
}

const questionForm = (choice: Choice, { cost, reason, button, look }: Question, seat: Seat): Html => {
  const failed = failedIn(seat, CHOICE, choice)
  return html`<details class="more choice" ${failed && html`open`}>
    <summary>${getLabel(choice, seat)}</summary>
    ${seatForm(
      seat,
      html`<p>${cost}</p>
        ${seenMeaning(choice, seat)} ${reason !== null && reasonField(choice, reason, seat)}
        ${pressed(CHOICE, choice, button, look)}`,
    )}
  </details>`
}

const reasonField = (choice: Choice, reason: 'optional' | 'required', seat: Seat): Html => {
  const endpoint = choice === 'dispute' ? endpoints.disputeChallenge : endpoints.cancelChallenge
  const isRead =
    seat.shown.challenge.status === 'pending' ? `${capital(otherName(seat.shown))} can read it.` : READ_BY_ALL
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

/** Null for what one press is enough for. */
const findQuestion = (choice: Choice, { shown, times }: Seat): Question | null => {
  const { challenge } = shown
  const name = otherName(shown)
  const cost = consequenceOf(choice, challenge, times.zone)
  const concede: Question = { cost, reason: null, button: `Yes, I am sure: ${name} won`, look: 'bad' }
  switch (choice) {
    case 'accept':
    case 'win':
    case 'draw':
      return null
    case 'agree':
      return agreesToDraw(challenge) ? null : concede
    case 'concede':
      return concede
    case 'decline':
      return { cost, reason: 'optional', button: 'Decline the challenge', look: 'bad' }
    case 'cancel':
      if (challenge.status === 'pending') {
        return { cost, reason: 'optional', button: 'Take it back for good', look: 'bad' }
      }
      return challenge.cancellation === null
        ? { cost, reason: 'optional', button: `Ask ${name}`, look: '' }
        : null
    case 'dispute':
      return { cost, reason: 'required', button: 'Dispute the outcome', look: 'main' }
  }
}

const getLabel = (choice: Choice, { shown }: Seat): string => {
  const { challenge, role } = shown
  const name = otherName(shown)
  const other = role === 'creator' ? 'opponent' : 'creator'
  switch (choice) {
    case 'accept':
      return 'Accept the challenge'
    case 'decline':
      return 'Decline'
    case 'agree':
      return challenge.proposal ? `Yes, ${outcomeWords(challenge, challenge.proposal.outcome)}` : 'Agree'
    case 'concede':
      return challenge.proposal ? `I concede: ${name} won` : `${capital(name)} won`
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
