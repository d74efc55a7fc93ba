// /groups/{id}/members: who is in it, and leaving it; for admins also adding one or many.
import { endpoints, type Member } from '@challenge-service/contract'
import * as Type from 'typebox'
import { findMemberById } from '../../../../features/access/access.queries.ts'
import type { OwnGroupRow } from '../../../../features/groups/groups.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { calls } from '../../engine/form-work.ts'
import { toMembers } from '../../engine/form-members.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  failedAt,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { confirmedOnce, buttonForm } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { olderOnes } from '../../parts/pager.ts'
import { said, withWord } from '../../parts/flash.ts'
import { atTime, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showGroup } from './group-frame.ts'
import { addForm, addLabels, pasteForm } from './member-forms.ts'
import { enterGroup, GROUP_PATH, GROUPS_PATH, isAdmin, isLastAdmin, pathOfGroup } from './own-group.ts'
import { words } from '../../../../wording/words.ts'

export const MEMBERS_PATH = `${GROUP_PATH}/members`

export const pathOfMembers = (group: { readonly id: string }): string => `${pathOfGroup(group)}/members`

/** Enough for most groups to be seen at once. */
const SHOWN = '50'

export const membersPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { visit, query } = request
  const group = await enterGroup(context, request)
  const cursor = query.get('after')
  const listed = await context.call(endpoints.listMembers, visit.signedIn.actor, {
    params: { id: group.id },
    query: { limit: SHOWN, ...(cursor === undefined ? {} : { cursor }) },
  })
  const times = timesFor(context, visit)
  const path = pathOfMembers(group)
  return showGroup({
    group,
    section: '/members',
    inside: html`${said(request, words.group.membersDone)} ${failure(failed, addLabels)}
      ${isAdmin(group) && html`<p class="buttons"><a class="button" href="#add">Add people</a></p>`}
      <ul class="rows card">
        ${listed.data.map((member) => row(member, group, times))}
      </ul>
      ${olderOnes(path, listed.nextCursor)} ${isAdmin(group) && adding(path, failed)} ${leaving(group)}`,
  })
}

const row = ({ id, first_name, role, joined_at, is_me }: Member, group: OwnGroupRow, times: Times): Html => {
  const name = html`<bdi>${first_name}</bdi>`
  return html`<li>
    <p>
      ${isAdmin(group) ? html`<a href="${pathOfMembers(group)}/${id}">${name}</a>` : html`<strong>${name}</strong>`}
      ${is_me && html`<span class="mine">(you)</span>`}
      ${role === 'admin' && html`<span class="tag">Admin</span>`}
    </p>
    <p class="quiet small">${words.group.role[role]} since ${atTime(Date.parse(joined_at), times)}</p>
  </li>`
}

const adding = (path: string, failed: FailedForm | undefined): Html =>
  html`<section class="card" id="add">
      <h2>Add one</h2>
      ${addForm(path, failedAt(failed, path))}
    </section>
    <section class="card">
      <h2>Add many</h2>
      ${pasteForm(`${path}/list`, failedAt(failed, `${path}/list`))}
    </section>`

const leaving = (group: OwnGroupRow): Html =>
  html`<section class="card">
    <h2>Leave the group</h2>
    ${
      isLastAdmin(group)
        ? html`<p>
            You are its only admin, and a group must have one: so you cannot leave it yet. Make someone else
            an admin first.
          </p>`
        : confirmedOnce(
            'Leave…',
            html`<p>
                You no longer see its challenges, members and statistics, but those in which you play: they go
                on, and you can still answer them. Its admins cannot add you again; only whoever runs this
                service can.
              </p>
              ${buttonForm(`${pathOfMembers(group)}/${group.member_id}/leave`, 'Leave this group', { kind: 'bad' })}`,
          )
    }
  </section>`

const add = calls(
  endpoints.addMember,
  async (sent, context) => ({
    params: { id: (await enterGroup(context, sent)).id },
    body: toMembers(endpoints.addMember.body ?? Type.Object({}), sent.fields),
  }),
  (_, { params }) => leadTo(withWord(backToMembers(params), 'added')),
)

const leavingOf = ({ params: { group = '', member_id = '' } }: SentForm<SignedInVisit>) => ({
  params: { id: group, member_id },
})

/** Whoever presses it twice has left all the same: the second time finds what the first time said, or is back and leaves again. */
const leave = calls(endpoints.removeMember, leavingOf, async (_, sent, { read, call }) => {
  const { params } = leavingOf(sent)
  if (await read(findMemberById, params.id, params.member_id))
    await call(endpoints.removeMember, sent.visit.signedIn.actor, { params })
  return leadTo(withWord(GROUPS_PATH, 'left'))
})

export const backToMembers = ({ group = '' }: Readonly<Record<string, string>>): string =>
  pathOfMembers({ id: group })

export const membersPages = [
  signedInPage(MEMBERS_PATH, membersPage),
  signedInForm({ path: MEMBERS_PATH, work: add, on: membersPage }),
  signedInForm({
    path: `${MEMBERS_PATH}/:member_id/leave`,
    work: leave,
    on: membersPage,
    back: backToMembers,
  }),
]
