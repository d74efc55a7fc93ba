// A challenge on a page, as the person who looks at it sees it.
import type { ChallengeWithEvidence, Outcome } from '@challenge-service/contract'
import { html, type Html } from '../../kernel/html.ts'
import { inWords, spanInWords } from '../../kernel/instants.ts'
import type { Asked } from '../../features/challenges/link/reply.service.ts'

/** An instant in words, and how far off it is. */
export const untilWords = (at: number, timeZone: string, now: number): Html =>
  html`${timeWords(at, timeZone)}${at > now ? html` <span class="span">(in ${spanInWords(at - now)})</span>` : null}`

const timeWords = (at: number, timeZone: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}"
    >${inWords(at, timeZone).replace(/ (?=\S+$)/, '\u00a0')}</time
  >`

export const challengeCard = (asked: Asked, timeZone: string, now: number): Html => {
  const { challenge, party } = asked
  const { claim, stake, due_at, group_name, creator } = challenge
  return html`<figure class="claim">
      <figcaption>${party === 'creator' ? 'You claim' : `${creator.first_name} claims`}</figcaption>
      <blockquote><p>${claim}</p></blockquote>
    </figure>
    <dl>
      ${row('At stake', stake)} ${row('Due', untilWords(Date.parse(due_at), timeZone, now))}
      ${group_name === null ? null : row('Group', `${group_name}. Its members can read this challenge.`)}
      ${talk(asked)}
    </dl>
    ${evidenceOf(asked)}`
}

const row = (label: string, value: Html | string): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`

/** What was said about the outcome, as far as the title of the page does not say it. */
const talk = (asked: Asked): readonly Html[] => {
  const { proposal, dispute, cancellation, positions, support, status, group_name } = asked.challenge
  const said = (['creator', 'opponent'] as const).flatMap((side) => {
    const position = positions[side]
    return status === 'disputed' && position
      ? [row(side === asked.party ? 'You say' : `${nameOf(asked)} says`, outcomeWords(asked, position))]
      : []
  })
  return [
    ...said,
    ...(proposal && dispute
      ? [
          row(
            dispute.opened_by === asked.party ? 'Your reason' : `${nameOf(asked)}’s reason`,
            quote(dispute.reason),
          ),
        ]
      : []),
    ...(cancellation?.reason ? [row('Reason to cancel', quote(cancellation.reason))] : []),
    ...(status === 'disputed' && group_name !== null
      ? [
          row(
            'Support',
            `${support[asked.party]} for you, ${support[asked.party === 'creator' ? 'opponent' : 'creator']} for ${nameOf(asked)}`,
          ),
        ]
      : []),
  ]
}

const quote = (text: string): Html => html`<q>${text}</q>`

/** The other party's first name, or what to call them while it is not known. */
export const nameOf = ({ challenge, party }: Pick<Asked, 'challenge' | 'party'>): string =>
  party === 'opponent' ? challenge.creator.first_name : (challenge.opponent.first_name ?? 'your opponent')

export const outcomeWords = (asked: Pick<Asked, 'challenge' | 'party'>, outcome: Outcome): string => {
  if (outcome === 'draw') return 'it was a draw'
  if (outcome === 'void') return 'it counts for nobody'
  return outcome === `${asked.party}_won` ? 'you won' : `${nameOf(asked)} won`
}

const evidenceOf = (asked: Asked): Html | null => {
  const { evidence } = asked.challenge
  if (evidence.length === 0) return null
  return html`<details class="evidence">
    <summary>Evidence (${evidence.length})</summary>
    <ul>
      ${evidence.map((piece) => evidenceItem(asked, piece))}
    </ul>
  </details>`
}

const evidenceItem = (asked: Asked, piece: ChallengeWithEvidence['evidence'][number]): Html =>
  html`<li>
    <span class="quiet">${piece.by === asked.party ? 'From you' : `From ${nameOf(asked)}`}</span>
    ${piece.text ? html`<p>${piece.text}</p>` : null}
    ${piece.url ? html`<p><a href="${piece.url}" rel="noopener noreferrer nofollow">${piece.url}</a></p>` : null}
  </li>`
