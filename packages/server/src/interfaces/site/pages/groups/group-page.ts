// /groups/{id}: its challenges, and how they go.
import { endpoints, type Challenge } from '@challenge-service/contract'
import { readSettleTimes } from '../../../../features/challenges/reading/open.service.ts'
import type { OwnGroupRow } from '../../../../features/groups/groups.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { challengeRow } from '../challenges/challenge-row.ts'
import type { SiteResponse } from '../../engine/response.ts'
import { type SiteRequest, signedInPage } from '../../engine/page.ts'
import { olderOnes } from '../../parts/pager.ts'
import { atTime, fromNow, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showGroup } from './group-frame.ts'
import { leaderboard } from './leaderboard.ts'
import { enterGroup, GROUP_PATH, pathOfGroup } from './own-group.ts'
import { statistics } from './statistics.ts'
import { NEW_CHALLENGE_PATH } from '../../../http/site-links.ts'
import { words } from '../../../../wording/words.ts'

const shownOnes = {
  running: { label: 'Under way', statuses: 'pending,active,due,proposed,disputed' },
  ended: { label: 'Ended', statuses: 'resolved,cancelled,declined,expired' },
  all: { label: 'All', statuses: null },
} as const
type ShownChallenges = keyof typeof shownOnes

const isShown = (text: string): text is ShownChallenges => Object.hasOwn(shownOnes, text)

const groupPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
): Promise<SiteResponse> => {
  const { visit, query } = request
  const group = await enterGroup(context, request)
  const wanted = query.get('status') ?? 'running'
  const shown = isShown(wanted) ? wanted : 'running'
  const { statuses } = shownOnes[shown]
  const cursor = query.get('after')
  const params = { id: group.id }
  const [challenges, stats] = await Promise.all([
    context.call(endpoints.listGroupChallenges, visit.signedIn.actor, {
      params,
      query: {
        ...(statuses === null ? {} : { status: statuses }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    }),
    context.call(endpoints.getGroupStats, visit.signedIn.actor, { params }),
  ])
  const times = timesFor(context, visit)
  const settleBy = await context.read(readSettleTimes, group.id, challenges.data)
  return showGroup({
    group,
    section: '',
    inside: html`<p class="lead">
        ${words.group.members({ count: stats.data.members })} · ${words.group.youAre({ role: group.role })}
      </p>
      <div class="columns">
        <div>
          ${sidesToTake(challenges.data, times)}
          <h2 id="challenges">Challenges</h2>
          ${chooser(group, shown)} ${rows(group, challenges.data, shown, { times, settleBy })}
          ${olderOnes(pathOfGroup(group), challenges.nextCursor, { status: shown })}
        </div>
        <div>${leaderboard(stats.data.leaderboard, group)} ${statistics(stats.data)}</div>
      </div>`,
  })
}

const chooser = (group: OwnGroupRow, shown: ShownChallenges): Html =>
  html`<nav aria-label="Which challenges">
    <ul class="places">
      ${Object.entries(shownOnes).map(
        ([name, { label }]) =>
          html`<li>
            <a
              href="${pathOfGroup(group)}${name === 'running' ? '' : `?status=${name}`}#challenges"
              ${name === shown && html`aria-current="true"`}
              >${label}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`

const nothing: Readonly<Record<ShownChallenges, string>> = {
  running:
    'No challenge is under way in this group. One that its members make here stands here, for all of them.',
  ended: 'No challenge of this group has ended yet.',
  all: 'Nobody has made a challenge in this group yet.',
}

const rows = (
  group: OwnGroupRow,
  challenges: readonly Challenge[],
  shown: ShownChallenges,
  { times, settleBy }: { readonly times: Times; readonly settleBy: ReadonlyMap<string, number> },
): Html =>
  challenges.length === 0
    ? html`<div class="empty">
        <p>${nothing[shown]}</p>
        ${newChallengeIn(group)}
      </div>`
    : html`${newChallengeIn(group)}
        <ul class="rows">
          ${challenges.map((challenge) => challengeRow(challenge, times, settleBy.get(challenge.id)))}
        </ul>`

const newChallengeIn = ({ id }: OwnGroupRow): Html =>
  html`<p class="buttons">
    <a class="button main" href="${NEW_CHALLENGE_PATH}?group=${id}">New challenge in this group</a>
  </p>`

/** What the group is to decide, and this member has not said anything of yet. */
const sidesToTake = (challenges: readonly Challenge[], times: Times): Html | null => {
  const toDecide = challenges.filter(
    ({ status, allowed_actions, support }) =>
      status === 'disputed' && (allowed_actions?.includes('support') ?? false) && support.mine === null,
  )
  if (toDecide.length === 0) return null
  return html`<section class="notice">
    <h2>Your word is asked for</h2>
    <p>${words.deadline.supportRequest}</p>
    <ul>
      ${toDecide.map((challenge) => sideToTake(challenge, times))}
    </ul>
  </section>`
}

const sideToTake = ({ id, claim, dispute }: Challenge, times: Times): Html => {
  const by = dispute === null ? null : Date.parse(dispute.decide_by)
  return html`<li>
    <a href="/challenges/${id}"><bdi>${claim}</bdi></a
    >${by !== null && html`: until ${atTime(by, times)}, ${fromNow(by, times)}`}
  </li>`
}

export const groupOverview = signedInPage(GROUP_PATH, groupPage)
