// /groups/{id}/members/{member_id}: one of the members, for admins: another role, and an end.
import { endpoints } from '@challenge-service/contract'
import * as Type from 'typebox'
import { findMemberById, type Membership } from '../../../../features/access/access.queries.ts'
import { checkJoined, memberAgain } from '../../../../features/groups/members.service.ts'
import type { OwnGroupRow } from '../../../../features/groups/groups.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { notVisible } from '../../../../kernel/refusal.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { toMembers } from '../../engine/form-members.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { fact } from '../../parts/facts.ts'
import { confirmedOnce, buttonForm } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { orGone } from '../../parts/or-gone.ts'
import { said, withWord } from '../../parts/flash.ts'
import { atTime, timesFor } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showGroup } from './group-frame.ts'
import { MEMBERS_PATH, pathOfMembers } from './members-page.ts'
import { enterAsAdmin, enterGroup, isLastAdmin } from './own-group.ts'
import { words } from '../../../../wording/words.ts'

const PATH = `${MEMBERS_PATH}/:member_id`

/** The field that says which membership of a person is meant. */
const JOINED = 'joined_at'

const memberPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const group = await enterAsAdmin(context, request)
  const member = await context.read(findMemberById, group.id, request.params['member_id'] ?? '')
  if (!member) throw notVisible()
  const times = timesFor(context, request.visit)
  return showGroup({
    group,
    section: '/members',
    title: member.first_name,
    inside: html`${said(request, words.group.memberDone)} ${failure(failed)}
      <dl class="facts card">
        ${fact('Role', words.group.role[member.role])} ${fact('Since', atTime(member.joined_at, times))}
      </dl>
      ${member.id === group.member_id ? ofOneself(group, member) : ofAnother(group, member)}`,
  })
}

const pathOf = (group: OwnGroupRow, { id }: Membership): string => `${pathOfMembers(group)}/${id}`

const ofAnother = (group: OwnGroupRow, member: Membership): Html => {
  const path = pathOf(group, member)
  return html`<section class="card">
      <h2>Role</h2>
      ${
        member.role === 'admin'
          ? html`<p>An admin adds and removes members, and sees to the webhooks of the group.</p>
              ${buttonForm(`${path}/role`, 'Make them a member', { fields: { role: 'member' } })}`
          : html`<p>As an admin they would add and remove members, you too, and see to the webhooks.</p>
              ${buttonForm(`${path}/role`, 'Make them an admin', { fields: { role: 'admin' } })}`
      }
    </section>
    <section class="card">
      <h2>Remove</h2>
      ${confirmedOnce(
        'Remove…',
        html`<p>
            They no longer see the group, from now on. Their challenges in it go on, and they can still answer
            them. You can add them again.
          </p>
          ${buttonForm(`${path}/remove`, html`<span>Remove <bdi>${member.first_name}</bdi></span>`, { kind: 'bad', fields: { [JOINED]: String(member.joined_at) } })}`,
      )}
    </section>`
}

const ofOneself = (group: OwnGroupRow, member: Membership): Html =>
  html`<section class="card">
    <h2>This is you</h2>
    ${
      isLastAdmin(group)
        ? html`<p>
            You are its only admin, and a group must have one: so you stay one until there is another.
          </p>`
        : confirmedOnce(
            'Step down…',
            html`<p>
                You stay a member, and no longer add people or see to webhooks. Only another admin can make
                you one again.
              </p>
              ${buttonForm(`${pathOf(group, member)}/role`, 'Be an admin no more', { kind: 'bad', fields: { role: 'member' } })}`,
          )
    }
    <p>Leaving the group stands on the page of its <a href="${pathOfMembers(group)}">members</a>.</p>
  </section>`

const changeRole = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteResponse> => {
  const group = await enterGroup(context, sent)
  const { member_id = '' } = sent.params
  const call = {
    params: { id: group.id, member_id },
    body: toMembers(endpoints.changeMember.body ?? Type.Object({}), sent.fields),
  }
  const { actor } = sent.visit.signedIn
  // Under its key, since who has stepped down could not send it twice. It is done again where that holds no more.
  const { data } = await context.call(endpoints.changeMember, actor, { ...call, key: sent.key })
  const member = await context.read(findMemberById, group.id, member_id)
  if (member?.role !== data.role) await context.call(endpoints.changeMember, actor, call)
  // Who stepped down sees no such page any more.
  const isNoAdmin = data.is_me && data.role !== 'admin'
  return leadTo(
    isNoAdmin ? pathOfMembers(group) : withWord(`${pathOfMembers(group)}/${member_id}`, 'changed'),
  )
}

/** The form is about the membership that its page showed, and none that began since. */
const remove = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteResponse> => {
  const { group: id = '', member_id = '' } = sent.params
  const { read } = context
  await context.call(endpoints.removeMember, sent.visit.signedIn.actor, {
    params: { id, member_id },
    key: sent.key,
    check: (tx) => checkJoined(tx, id, member_id, sent.fields.get(JOINED)),
  })
  // Sent again, it is answered as the first time: whoever was added since then is still a member.
  if (await read(findMemberById, id, member_id)) throw memberAgain()
  return leadTo(withWord(pathOfMembers({ id }), 'removed'))
}

type MemberDeed = (context: PageContext, sent: SentForm<SignedInVisit>) => Promise<SiteResponse>

/** Where the member is there no more, an admin is led to the members. */
const orMembers =
  (deed: MemberDeed): MemberDeed =>
  (context, sent) =>
    orGone(
      async () => pathOfMembers(await enterAsAdmin(context, sent)),
      () => deed(context, sent),
    )

const back = ({ group = '', member_id = '' }: Readonly<Record<string, string>>): string =>
  `${pathOfMembers({ id: group })}/${member_id}`

export const memberPages = [
  signedInPage(PATH, memberPage),
  signedInForm({
    path: `${PATH}/role`,
    work: doesOneOf([endpoints.changeMember], orMembers(changeRole)),
    on: memberPage,
    back,
  }),
  signedInForm({
    path: `${PATH}/remove`,
    work: doesOneOf([endpoints.removeMember], orMembers(remove)),
    on: memberPage,
    back,
  }),
]
