// The statistics of a group as charts, which are tables for those who do not see them.
import { challengeStatuses, outcomes } from '@challenge-service/contract/plain'
import type { GroupStats } from '@challenge-service/contract'
import { html, type Html } from '../../../../kernel/html.ts'
import { HOUR_MS, spanInWords } from '../../../../kernel/instants.ts'
import { bars, type Bar } from '../../parts/bars.ts'
import { outcomeCount } from '../../../../wording/outcome.ts'
import { words } from '../../../../wording/words.ts'

export const statistics = (stats: GroupStats): Html => {
  const standing = counted(challengeStatuses, stats.challenges, (status) => words.status[status])
  const ended = counted(outcomes, stats.outcomes, outcomeCount)
  const stakes = stats.top_stakes.map(({ stake, count }) => bar(html`<bdi>${stake}</bdi>`, count))
  return html`<section class="card">
    <h2>How it goes</h2>
    ${
      standing.length === 0
        ? html`<p class="quiet">It is counted from the first challenge on.</p>`
        : html`${bars('Challenges, by how they stand', standing)}
          ${ended.length > 0 && bars('How they ended', ended)} ${inSentences(stats)}
          ${stakes.length > 0 && bars('What is played for most', stakes)}`
    }
  </section>`
}

const counted = <Name extends string>(
  names: readonly Name[],
  counts: Readonly<Record<Name, number>>,
  toLabel: (name: Name) => string,
): readonly Bar[] => names.filter((name) => counts[name] > 0).map((name) => bar(toLabel(name), counts[name]))

const bar = (label: Bar['label'], count: number): Bar => ({
  label,
  value: count,
  words: count.toLocaleString('en'),
})

const inSentences = ({ undisputed_share: share, median_hours_to_settle: hours }: GroupStats): Html | null =>
  share === null
    ? null
    : html`<p>
        ${share === 1 ? 'None of them was disputed.' : `${inPercent(share)} % of them were settled without a dispute.`}
        ${hours !== null && `Half of them were settled within ${spanInWords(hours * HOUR_MS)} of being accepted.`}
      </p>`

/** Rounded down: not all of them is never 100. The share has four decimals. */
const inPercent = (share: number): number => Math.floor(Math.round(share * 10_000) / 100)
