// /groups: those that I am a member of.
import { endpoints, type Group } from '@challenge-service/contract'
import { html, type Html } from '../../../../kernel/html.ts'
import { type SiteResponse, show } from '../../engine/response.ts'
import { type SiteRequest, signedInPage } from '../../engine/page.ts'
import { olderOnes } from '../../parts/pager.ts'
import { said } from '../../parts/flash.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { GROUPS_PATH, pathOfGroup } from './own-group.ts'
import { words } from '../../../../wording/words.ts'

const listPage = async (context: PageContext, request: SiteRequest<SignedInVisit>): Promise<SiteResponse> => {
  const cursor = request.query.get('after')
  const listed = await context.call(endpoints.listGroups, request.visit.signedIn.actor, {
    query: cursor === undefined ? {} : { cursor },
  })
  return show({
    title: 'Groups',
    section: 'groups',
    main: html`<h1>Groups</h1>
      ${said(request, words.group.listDone)}
      ${
        listed.data.length === 0
          ? none(context)
          : html`<ul class="rows">
              ${listed.data.map(row)}
            </ul>`
      }
      ${olderOnes(GROUPS_PATH, listed.nextCursor)}`,
  })
}

const none = ({ site: { contact } }: PageContext): Html =>
  html`<div class="empty">
    <h2>You are in no group yet</h2>
    <p>
      In a group people of a team, a club or a company see each other’s challenges and take sides. One of its
      admins adds you by your address, and you get a mail. A new group is started by
      ${contact ?? 'whoever runs this service'}.
    </p>
    <p class="buttons"><a class="button" href="/docs/groups">What a group is for</a></p>
  </div>`

const row = ({ id, name, role, member_count }: Group): Html =>
  html`<li>
    <p>
      <a href="${pathOfGroup({ id })}"><bdi>${name}</bdi></a>
    </p>
    <p class="quiet small">
      ${words.group.members({ count: member_count })} · ${words.group.youAre({ role })}
    </p>
  </li>`

export const groupList = signedInPage(GROUPS_PATH, listPage)
