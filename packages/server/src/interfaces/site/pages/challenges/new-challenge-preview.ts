// A challenge before it goes: what the other will see of it, word for word, and what stays with its creator.
import type { Challenge } from '@challenge-service/contract'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { inWords } from '../../../../kernel/instants.ts'
import { fact } from '../../parts/facts.ts'
import { hidden } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { notice } from '../../parts/notices.ts'
import { atTime, fromNow, type Times } from '../../parts/times.ts'
import { draftFields, type Surroundings } from './new-challenge-draft.ts'
import { memberNames } from './new-challenge-form.ts'
import { NEW_CHALLENGE_PATH } from '../../../http/site-links.ts'
import { words } from '../../../../wording/words.ts'

/** When the preview was shown; no part of what makes two forms the same. */
export const SEEN_AT = 'seen_at'

export interface Preview {
  /** As the API would answer. */
  readonly challenge: Challenge
  readonly typed: URLSearchParams
  readonly around: Surroundings
  readonly times: Times
  readonly formId: string
  /** It was shown before, and has been looked at for a while. */
  readonly isShownAgain: boolean
}

export const drawPreview = (preview: Preview): Html => {
  const { challenge, times, isShownAgain } = preview
  return html`<h1>Before it goes</h1>
    ${isShownAgain && notice('You have looked at this for a while: it would end later now. See the time below.')}
    <p>This is what <bdi class="theirs">${nameOpponent(preview)}</bdi> will see:</p>
    ${seenByThem(challenge, times)}
    <h2>And what happens</h2>
    <ul>
      ${Object.values(words.newChallenge.once).map((sentence) => html`<li>${sentence}</li>`)}
      ${readers(challenge)} ${ownName(preview)}
    </ul>
    ${form(
      NEW_CHALLENGE_PATH,
      html`${draftFields.map((name) => hidden(name, preview.typed.get(name) ?? ''))}
        ${hidden(SEEN_AT, String(times.now))}
        <p class="buttons">
          <button class="main" name="step" value="send">Send the challenge</button>
          <button name="step" value="edit">Change something</button>
        </p>`,
      null,
      preview.formId,
    )}`
}

const seenByThem = ({ claim, stake, due_at, creator, group_name }: Challenge, times: Times): Html => {
  const dueAt = Date.parse(due_at)
  return html`<section class="card" aria-label="What they will see">
    <h2><bdi>${creator.first_name}</bdi> challenges you</h2>
    <figure>
      <figcaption class="quiet"><bdi>${creator.first_name}</bdi> claims</figcaption>
      <blockquote class="lead claim-text">${claim}</blockquote>
    </figure>
    <dl class="facts">
      ${fact('At stake', html`<bdi>${stake}</bdi>`)}
      ${fact('Due', html`${atTime(dueAt, times)}, ${fromNow(dueAt, times)}${zoneOf(dueAt, times)}`)}
      ${group_name !== null && fact('Group', html`<bdi>${group_name}</bdi>. Its members can read this challenge.`)}
    </dl>
  </section>`
}

/** Unless the words of the time end in it already. */
const zoneOf = (at: number, { zone }: Times): Part =>
  !inWords(at, zone).endsWith(` ${zone}`) && html` <span class="quiet">(${zone})</span>`

const readers = ({ group_name }: Challenge): Html =>
  group_name === null
    ? html`<li>${words.newChallenge.readByTwo}</li>`
    : html`<li>${words.newChallenge.readByGroup({ group: html`<bdi>${group_name}</bdi>` })}</li>`

const ownName = ({ challenge: { reference } }: Preview): Part =>
  reference !== undefined && html`<li>You call them <bdi>${reference}</bdi>; only you see that.</li>`

/** As their creator knows them: by what was chosen or typed. An address stays one, whether or not a member has it. */
const nameOpponent = ({ challenge, typed, around }: Preview): string => {
  const address = (typed.get('opponent_email') ?? '').trim()
  if (address !== '') return address
  const again = around.played.find(({ id }) => id === typed.get('rematch_of'))
  if (again) return again.name ?? 'your opponent'
  const member = around.members.find(({ id }) => id === typed.get('opponent_member_id'))
  if (member) return memberNames(around.members)(member).label
  return challenge.opponent.first_name ?? 'your opponent'
}
