// The leaderboard of a group: who won how much. It knows people by first names alone, and so does this page: a row is
// mine where it is the only one with my name and my numbers.
import type { GroupStats } from '@challenge-service/contract'
import type { OwnGroupRow } from '../../../../features/groups/groups.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { recordWords } from '../../../../wording/record.ts'

type Leader = GroupStats['leaderboard'][number]

export const leaderboard = (leaders: readonly Leader[], me: OwnGroupRow): Html => {
  const mine = leaders.filter((leader) => isLike(leader, me))
  const most = Math.max(1, ...leaders.map(({ won }) => won))
  return html`<section class="card">
    <h2>Leaderboard</h2>
    ${
      leaders.length === 0
        ? html`<p class="quiet">It begins with the first challenge that ends.</p>`
        : html`<table class="bars board">
            <caption>
              Members with the most wins in this group
            </caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <td></td>
                <th scope="col">Won</th>
                <th scope="col">Lost</th>
                <th scope="col">Drawn</th>
              </tr>
            </thead>
            <tbody>
              ${leaders.map((leader) => row(leader, most, mine.length === 1 && mine[0] === leader))}
            </tbody>
          </table>`
    }
    ${mine.length === 0 && ownNumbers(leaders, me)}
  </section>`
}

const isLike = (leader: Leader, { first_name, won, lost, drawn }: OwnGroupRow): boolean =>
  leader.first_name === first_name && leader.won === won && leader.lost === lost && leader.drawn === drawn

const row = ({ first_name, won, lost, drawn }: Leader, most: number, isMine: boolean): Html => {
  const kind = isMine ? 'mine' : 'theirs'
  return html`<tr>
    <th scope="row"><bdi>${first_name}</bdi>${isMine && html` <span class="mine">(you)</span>`}</th>
    <td>
      <svg class="bar" aria-hidden="true">
        <rect width="${((100 * won) / most).toFixed(1)}%" height="100%" class="${kind}" />
      </svg>
    </td>
    <td>${won}</td>
    <td>${lost}</td>
    <td>${drawn}</td>
  </tr>`
}

const ownNumbers = (leaders: readonly Leader[], { won, lost, drawn }: OwnGroupRow): Html | null => {
  if (won + lost + drawn === 0) {
    return leaders.length === 0
      ? null
      : html`<p class="quiet">You stand here once a challenge of yours in this group has ended.</p>`
  }
  return html`<p class="quiet">
    <span class="mine">You</span>: ${recordWords({ won, lost, drawn })} in this group.
  </p>`
}
