// A challenge on a page, as the person who looks at it sees it.
import type { ChallengeWithEvidence, Outcome } from '@challenge-service/contract'
import { html, type Html } from '../../kernel/html.ts'
import { inWords, spanInWords } from '../../kernel/instants.ts'
import type { LinkedChallenge } from '../../features/challenges/link/reply.service.ts'

/** An instant in words, and how far off it is. */
export const untilWords = (at: number, timeZone: string, now: number): Html =>
  html`${timeWords(at, timeZone)}${at > now ? html` <span class="span">(in ${spanInWords(at - now)})</span>` : null}`

const timeWords = (at: number, timeZone: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}"
    >${inWords(at, timeZone).replace(/ (?=\S+$)/, '\u00a0')}</time
  >`

export const challengeCard = (linked: LinkedChallenge, timeZone: string, now: number): Html => {
  const { challenge, party } = linked
  const { claim, stake, due_at, group_name, creator } = challenge
  return html`<figure class="claim">
      <figcaption>${party === 'creator' ? 'You claim' : `${creator.first_name} claims`}</figcaption>
      <blockquote><p>${claim}</p></blockquote>
    </figure>
    <dl>
      ${row('At stake', stake)} ${row('Due', untilWords(Date.parse(due_at), timeZone, now))}
      ${group_name === null ? null : row('Group', `${group_name}. Its members can read this challenge.`)}
      ${talk(linked)}
    </dl>
    ${renderEvidence(linked)}`
}

const row = (label: string, value: Html | string): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`

/** What was said about the outcome, as far as the title of the page does not say it. */
const talk = (linked: LinkedChallenge): readonly Html[] => {
  const { proposal, dispute, cancellation, closed_reason, positions, support, status, group_name } =
    linked.challenge
  const said = (['creator', 'opponent'] as const).flatMap((side) => {
    const position = positions[side]
    return status === 'disputed' && position
      ? [
          row(
            side === linked.party ? 'You say' : `${getOtherName(linked)} says`,
            outcomeWords(linked, position),
          ),
        ]
      : []
  })
  return [
    ...said,
    ...(proposal && dispute
      ? [
          row(
            dispute.opened_by === linked.party ? 'Your reason' : `${getOtherName(linked)}’s reason`,
            quote(dispute.reason),
          ),
        ]
      : []),
    ...(cancellation?.reason ? [row('Reason to cancel', quote(cancellation.reason))] : []),
    ...(closed_reason ? [row('Reason', quote(closed_reason))] : []),
    ...(status === 'disputed' && group_name !== null
      ? [
          row(
            'Support',
            `${support[linked.party]} for you, ${support[linked.party === 'creator' ? 'opponent' : 'creator']} for ${getOtherName(linked)}`,
          ),
        ]
      : []),
  ]
}

const quote = (text: string): Html => html`<q>${text}</q>`

/** The other party's first name, or what to call them while it is not known. */
export const getOtherName = ({ challenge, party }: Pick<LinkedChallenge, 'challenge' | 'party'>): string =>
  party === 'opponent' ? challenge.creator.first_name : (challenge.opponent.first_name ?? 'your opponent')

export const outcomeWords = (
  linked: Pick<LinkedChallenge, 'challenge' | 'party'>,
  outcome: Outcome,
): string => {
  if (outcome === 'draw') return 'it was a draw'
  if (outcome === 'void') return 'it counts for nobody'
  return outcome === `${linked.party}_won` ? 'you won' : `${getOtherName(linked)} won`
}

const renderEvidence = (linked: LinkedChallenge): Html | null => {
  const { evidence } = linked.challenge
  if (evidence.length === 0) return null
  return html`<details class="evidence">
    <summary>Evidence (${evidence.length})</summary>
    <ul>
      ${evidence.map((piece) => evidenceItem(linked, piece))}
    </ul>
  </details>`
}

const evidenceItem = (linked: LinkedChallenge, piece: ChallengeWithEvidence['evidence'][number]): Html =>
  html`<li>
    <span class="quiet">${piece.by === linked.party ? 'From you' : `From ${getOtherName(linked)}`}</span>
    ${piece.text ? html`<p>${piece.text}</p>` : null}
    ${piece.url ? html`<p><a href="${piece.url}" rel="noopener noreferrer nofollow">${piece.url}</a></p>` : null}
  </li>`
