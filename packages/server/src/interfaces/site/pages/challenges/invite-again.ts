// Inviting again: for the creator of a challenge that nobody has answered yet. The page says the same whoever has the
// address.
import type { Challenge } from '@challenge-service/contract'
import { inviteAgain as inviteOnceMore } from '../../../../features/challenges/play/play.operations.ts'
import { inviteAgainFrom, isInviting } from '../../../../features/challenges/rules/invite-again.rules.ts'
import { findInvitedAgain } from '../../../../features/challenges/challenges.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { runs } from '../../engine/form-work.ts'
import { buttonForm } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { withWord } from '../../parts/flash.ts'
import { atTime, timesFor } from '../../parts/times.ts'
import { type SiteResponse, leadTo, show } from '../../engine/response.ts'
import { type FailedForm, type SiteRequest, signedInForm } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'

type Params = Readonly<Record<string, string>>

const challengeOf = ({ id = '' }: Params): string => `/challenges/${id}`

/** For the page of a challenge. Null where it is not theirs to invite, or there is nothing left to answer. */
export const inviteAgain = async (
  context: PageContext,
  { visit }: Pick<SiteRequest<SignedInVisit>, 'visit'>,
  challenge: Pick<Challenge, 'id' | 'status' | 'role'>,
): Promise<Html | null> => {
  if (!isInviting(challenge)) return null
  const { personId } = visit.signedIn.actor
  const againAt = await context.read(findInvitedAgain, personId, challenge.id)
  const from = inviteAgainFrom({ againAt })
  return html`<section>
    <h3>No answer yet?</h3>
    ${
      from > visit.now
        ? html`<p>
            You had the invitation sent again. You can do so once a day: next from
            ${atTime(from, timesFor(context, visit))}.
          </p>`
        : html`<p>
              You can have the invitation sent again, once a day. To someone who has not played with you yet,
              at most one mail a day goes out, so it may wait for its turn.
            </p>
            ${buttonForm(`${challengeOf(challenge)}/invite-again`, 'Send the invitation again')}`
    }
  </section>`
}

const work = runs(inviteOnceMore, (_, { params }) => leadTo(withWord(challengeOf(params), 'invited_again')))

const refusedPage = (
  _: PageContext,
  { params }: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): SiteResponse =>
  show({
    title: 'Invite again',
    section: 'challenges',
    isNarrow: true,
    main: html`<h1>Invite again</h1>
      ${failure(failed)}
      <p class="buttons"><a class="button main" href="${challengeOf(params)}">Back to the challenge</a></p>`,
  })

export const inviteAgainForm = signedInForm({
  path: '/challenges/:id/invite-again',
  work,
  on: refusedPage,
  back: challengeOf,
})
