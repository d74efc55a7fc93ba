// /challenges: all of mine, the newest first.
import { endpoints } from '@challenge-service/contract'
import { html } from '../../../kernel/html.ts'
import { follow } from '../live/live-page.ts'
import { timesFor } from '../parts/times.ts'
import { ownPage, show, type SiteAnswer, type SiteRequest } from '../page.ts'
import type { SiteRoom } from '../room.ts'
import type { SignedInVisit } from '../visit.ts'
import { challengeRow } from './challenge-row.ts'

const listPage = async (
  room: SiteRoom,
  { visit, query }: SiteRequest<SignedInVisit>,
): Promise<SiteAnswer> => {
  const cursor = query.get('after')
  const listed = await room.call(endpoints.listChallenges, visit.signedIn.actor, {
    query: cursor === undefined ? {} : { cursor },
  })
  const times = timesFor(room, visit)
  return show({
    title: 'Challenges',
    place: 'challenges',
    live: follow(visit, { kind: 'own' }, 'Your challenges have changed.'),
    main: html`<h1>Challenges</h1>
      ${
        listed.data.length === 0
          ? html`<div class="empty">
              <h2>No challenge yet</h2>
              <p>Those that others make against you stand here, and those that you make through the API.</p>
              <p class="buttons">
                <a class="button" href="/docs/guide">How to make one</a>
              </p>
            </div>`
          : html`<ul class="rows">
              ${listed.data.map((challenge) => challengeRow(challenge, times))}
            </ul>`
      }
      ${
        listed.nextCursor === null
          ? null
          : html`<p>
              <a class="button" href="/challenges?after=${encodeURIComponent(listed.nextCursor)}"
                >Older ones</a
              >
            </p>`
      }`,
  })
}

export const challengeList = ownPage('/challenges', listPage)
