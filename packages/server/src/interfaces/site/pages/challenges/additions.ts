// What can be added to a challenge: evidence by a party, support by an observer, progress of one's own.
import { endpoints } from '@challenge-service/contract'
import type { Action, Party } from '@challenge-service/contract/plain'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { schemaOf } from '../../engine/form-members.ts'
import { textField, tickField } from '../../parts/fields.ts'
import { numberField } from '../../parts/number-field.ts'
import { textArea } from '../../parts/text-area.ts'
import { ACTION, failedIn, fieldId, pressed, seatForm, type Seat } from './challenge-context.ts'
import { capital, nameOf, otherName } from '../../../../wording/names.ts'
import { words } from '../../../../wording/words.ts'

export const additionForms = (seat: Seat): Part => {
  const may = (action: Action): boolean => seat.shown.challenge.allowed_actions.includes(action)
  return [
    may('tally') && progressForm(seat),
    may('evidence') && evidenceForm(seat),
    may('support') && supportForm(seat),
  ]
}

const progressForm = (seat: Seat): Html => {
  const failed = failedIn(seat, ACTION, 'record')
  return html`<details class="more" ${failed && html`open`}>
    <summary>${words.action.tally}</summary>
    ${seatForm(
      seat,
      html`<p class="quiet small">${words.tally.shownAtOnce({ name: otherName(seat.shown.challenge) })}</p>
        ${numberField({
          name: 'amount',
          id: fieldId('amount', 'record'),
          label: 'How much',
          value: 1,
          schema: schemaOf(endpoints.recordTally, 'amount'),
          hint: 'A whole number. One below zero takes back.',
          failed,
        })}
        ${textField({
          name: 'note',
          id: fieldId('note', 'record'),
          label: 'What for',
          schema: schemaOf(endpoints.recordTally, 'note'),
          isOptional: true,
          failed,
        })}
        ${pressed(ACTION, 'record', 'Record it', 'main')}`,
    )}
  </details>`
}

const evidenceForm = (seat: Seat): Html => {
  const failed = failedIn(seat, ACTION, 'evidence')
  return html`<details class="more" ${failed && html`open`}>
    <summary>${words.action.evidence}</summary>
    ${seatForm(
      seat,
      html`<p class="quiet small">A text, a link, or both. Everyone who sees the challenge can read it.</p>
        ${textArea({
          name: 'text',
          id: fieldId('text', 'evidence'),
          label: 'What speaks for you',
          schema: schemaOf(endpoints.addEvidence, 'text'),
          isOptional: true,
          failed,
        })}
        ${textField({
          name: 'url',
          id: fieldId('url', 'evidence'),
          label: 'Where it can be seen',
          schema: schemaOf(endpoints.addEvidence, 'url'),
          type: 'url',
          isOptional: true,
          isLiteral: true,
          hint: 'It begins with https:// or http://.',
          failed,
        })}
        ${pressed(ACTION, 'evidence', 'Add it')}`,
    )}
  </details>`
}

const sides: readonly Party[] = ['creator', 'opponent']

const supportForm = (seat: Seat): Html => {
  const { challenge, comment } = seat.shown
  const { mine } = challenge.support
  const failed = failedIn(seat, ACTION, 'support')
  return html`<section>
    <h3>${mine === null ? 'Whom do you believe?' : `You support ${nameOf(challenge, mine)}`}</h3>
    ${seatForm(
      seat,
      html`${tickField({
        name: 'side',
        id: fieldId('side', 'support'),
        kind: 'radio',
        label: mine === null ? 'Your side' : 'Change your side',
        ticks: sides.map((side) => ({
          value: side,
          label: capital(nameOf(challenge, side)),
          isTicked: side === mine,
        })),
        hint: `Shown as a count, never with your name. ${words.deadline.supportGiven}`,
        failed,
      })}
      ${textArea({
        name: 'comment',
        id: fieldId('comment', 'support'),
        label: 'Why',
        schema: schemaOf(endpoints.supportChallenge, 'comment'),
        value: comment,
        isOptional: true,
        rows: 2,
        hint: 'The two of them can read it, without your name.',
        failed,
      })}
      ${pressed(ACTION, 'support', mine === null ? 'Support this side' : 'Change my support', mine === null ? 'main' : '')}`,
    )}
  </section>`
}
