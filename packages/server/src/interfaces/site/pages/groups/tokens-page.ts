// /groups/{id}/tokens: for admins, what acts for the group and what it has left. The operator makes and revokes tokens.
import { getQuota } from '../../../../features/access/quota.rules.ts'
import { viewQuota } from '../../../../features/profile/profile.view.ts'
import { listGroupTokens } from '../../../../features/tokens/tokens.queries.ts'
import { html } from '../../../../kernel/html.ts'
import type { SiteResponse } from '../../engine/response.ts'
import { type SiteRequest, signedInPage } from '../../engine/page.ts'
import { bars } from '../../parts/bars.ts'
import { atTime, fromNow, timesFor } from '../../parts/times.ts'
import { SHOWN_EXPIRED_MS, tokenFacts } from '../../parts/token-facts.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showGroup } from './group-frame.ts'
import { actForGroup, enterAsAdmin, GROUP_PATH } from './own-group.ts'

const tokensPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
): Promise<SiteResponse> => {
  const { visit } = request
  const group = await enterAsAdmin(context, request)
  const { caller } = actForGroup(group, visit.signedIn)
  const tokens = await context.read(listGroupTokens, group.id, visit.now - SHOWN_EXPIRED_MS)
  const times = timesFor(context, visit)
  const { contact } = context.site
  const { limit, remaining, resets_at } = viewQuota(caller, getQuota(context.config, caller), visit.now)
  const turnsAt = Date.parse(resets_at)
  return showGroup({
    group,
    section: '/tokens',
    inside: html`<section class="card">
        <h2>Quota of this month</h2>
        ${bars('What was made for the group, and what is left', [
          { label: 'Made', value: limit - remaining, words: caller.quotaUsed.toLocaleString('en') },
          { label: 'Left', value: remaining, words: remaining.toLocaleString('en') },
        ])}
        <p class="quiet">
          Of ${limit.toLocaleString('en')} in a month. It turns on ${atTime(turnsAt, times)},
          ${fromNow(turnsAt, times)}. What its tools make counts, challenges that members make in it, and what
          its admins make for it, tests of a webhook too. Answering, settling and reading never do.
        </p>
      </section>
      <h2>Tokens of the group</h2>
      <p>
        With one of these a tool acts for the members of the group. They are made and revoked by whoever runs
        this service${contact !== null && ` (${contact})`}; here they can only be seen.
        <a href="/docs/groups">How that is done</a>.
      </p>
      ${
        tokens.length === 0
          ? html`<p class="empty">The group has none.</p>`
          : html`<ul class="rows card">
              ${tokens.map(
                (token) =>
                  html`<li>
                    <p><bdi>${tokenFacts.title(token, times)}</bdi></p>
                    <p class="quiet small">${tokenFacts.line(token, times)}</p>
                  </li>`,
              )}
            </ul>`
      }`,
  })
}

export const groupTokens = signedInPage(`${GROUP_PATH}/tokens`, tokensPage)
