// The entries of a tally, and the word that is still to be said on some of them.
import { endpoints, type TallyEntry } from '@challenge-service/contract'
import type { ShownTally } from '../../../../features/tally/shown-tally.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { schemaOf } from '../../engine/form-members.ts'
import { hidden } from '../../parts/fields.ts'
import { numberField } from '../../parts/number-field.ts'
import { textArea } from '../../parts/text-area.ts'
import { fromNow } from '../../parts/times.ts'
import { sideOf } from './race.ts'
import { ACTION, failedIn, fieldId, pressed, seatForm, SEEN, type Seat } from './challenge-context.ts'
import { seenAmount } from './sent-play.ts'
import { quotation } from '../../parts/quotation.ts'
import { capital, nameOf, otherName } from '../../../../wording/names.ts'
import { entryStatus } from '../../../../wording/tally.ts'

/** What one party can do about entries now, as the rules say. */
export const openEntries = (seat: Seat, { open, hasMoreOpen }: ShownTally): Part => {
  const { challenge, role } = seat.shown
  const may = challenge.allowed_actions
  if (!may.includes('tally_review') && !may.includes('tally_resolve')) return null
  const toReview = open.filter(({ by, status }) => by !== role && status === 'pending')
  const rest = open.filter(({ by, status }) => by === role || status === 'disputed')
  return [
    toReview.length > 0 &&
      html`<section class="card" aria-labelledby="review">
        <h2 id="review">Waiting for your review (${toReview.length}${hasMoreOpen && ', and more'})</h2>
        <ul class="rows">
          ${toReview.map((entry) => reviewRow(seat, entry))}
        </ul>
        ${toReview.length > 1 && reviewAll(seat, toReview)}
      </section>`,
    rest.length > 0 &&
      html`<section class="card" aria-labelledby="unsettled">
        <h2 id="unsettled">Not settled yet (${rest.length}${hasMoreOpen && ', and more'})</h2>
        <ul class="rows">
          ${rest.map((entry) => unsettledRow(seat, entry))}
        </ul>
      </section>`,
  ]
}

const entryLine = ({ shown, times }: Seat, entry: TallyEntry): Html =>
  html`<p>
      <span class="${sideOf(shown.challenge, entry.by)}"
        ><bdi>${capital(nameOf(shown.challenge, entry.by))}</bdi></span
      >
      <strong>${signed(entry.amount)}</strong>
      ${entry.note !== null && entry.note !== '' && html`${quotation(entry.note)}`}
      <span class="quiet small">${fromNow(Date.parse(entry.created_at), times)}</span>
    </p>
    ${entry.dispute && html`<p class="quiet small">Doubted: ${quotation(entry.dispute.reason)}</p>`}`

const signed = (amount: number): string =>
  amount > 0 ? `+${amount.toLocaleString('en')}` : amount.toLocaleString('en')

const reviewRow = (seat: Seat, entry: TallyEntry): Html =>
  html`<li>
    ${entryLine(seat, entry)}
    <div class="buttons">
      ${seatForm(seat, html`${reviewed(entry)} ${pressed(ACTION, 'review', 'Confirm')}`)}
      ${doubtForm(seat, entry)}
    </div>
  </li>`

/** An entry with what they read of it. */
const reviewed = (entry: TallyEntry): Html =>
  html`${hidden('entry_ids', entry.id)} ${hidden(SEEN, seenAmount(entry))}`

const reviewAll = (seat: Seat, entries: readonly TallyEntry[]): Html =>
  seatForm(
    seat,
    html`${entries.map(reviewed)} ${pressed(ACTION, 'review', `Confirm all ${entries.length}`, 'main')}`,
  )

const doubtForm = (seat: Seat, { id }: TallyEntry): Html => {
  const failed = failedIn(seat, ACTION, 'doubt', id)
  return html`<details class="more" ${failed && html`open`}>
    <summary>I doubt it</summary>
    ${seatForm(
      seat,
      html`${hidden('entry_id', id)}
      ${textArea({
        name: 'reason',
        id: fieldId('reason', 'doubt', id),
        label: 'What is wrong with it?',
        schema: schemaOf(endpoints.disputeTally, 'reason'),
        rows: 2,
        hint: `${capital(otherName(seat.shown.challenge))} can then change it or take it back.`,
        failed,
      })}
      ${pressed(ACTION, 'doubt', 'Doubt it')}`,
    )}
  </details>`
}

const unsettledRow = (seat: Seat, entry: TallyEntry): Html => {
  const isOwn = entry.by === seat.shown.role
  return html`<li>
    ${entryLine(seat, entry)}
    <div class="buttons">
      ${isOwn && entry.status === 'disputed' && amendForm(seat, entry)}
      ${
        isOwn
          ? entryButton(seat, entry, 'withdraw', 'Take it back')
          : entryButton(seat, entry, 'accept', 'It is right after all')
      }
    </div>
  </li>`
}

const entryButton = (seat: Seat, entry: TallyEntry, action: 'withdraw' | 'accept', label: string): Html =>
  seatForm(
    seat,
    html`${hidden('entry_id', entry.id)} ${hidden(SEEN, seenAmount(entry))} ${pressed(ACTION, action, label)}`,
  )

const amendForm = (seat: Seat, { id, amount }: TallyEntry): Html => {
  const failed = failedIn(seat, ACTION, 'amend', id)
  return html`<details class="more" ${failed && html`open`}>
    <summary>Change it</summary>
    ${seatForm(
      seat,
      html`${hidden('entry_id', id)}
      ${numberField({
        name: 'amount',
        id: fieldId('amount', 'amend', id),
        label: 'How much it was',
        value: amount,
        schema: schemaOf(endpoints.resolveTally, 'amount'),
        hint: `Then ${otherName(seat.shown.challenge)} is asked again.`,
        failed,
      })}
      ${pressed(ACTION, 'amend', 'Change it')}`,
    )}
  </details>`
}

/** All of them, the newest first. */
export const entryList = (seat: Seat, { entries, older }: ShownTally): Html =>
  html`<section class="card" id="entries" aria-labelledby="entries-title">
    <h2 id="entries-title">Entries</h2>
    <ul class="rows">
      ${entries.map(
        (entry) =>
          html`<li>
            ${entryLine(seat, entry)}
            <p class="quiet small">${entryStatus(entry.status)}</p>
          </li>`,
      )}
    </ul>
    ${older !== null && html`<p><a class="button" href="${seat.path}?before=${older}#entries">Older entries</a></p>`}
  </section>`
