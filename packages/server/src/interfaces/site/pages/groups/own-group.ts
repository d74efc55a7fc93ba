// Coming to a group on the site: as a member, or as one of its admins. To everyone else it is not there.
import { allScopes } from '@challenge-service/contract/plain'
import type { Actor } from '../../../../features/access/actor.ts'
import { findOwnGroup, type OwnGroupRow } from '../../../../features/groups/groups.queries.ts'
import { monthOf } from '../../../../kernel/instants.ts'
import { notVisible } from '../../../../kernel/refusal.ts'
import type { SiteRequest } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedIn, SignedInVisit } from '../../engine/visit.ts'

export const GROUPS_PATH = '/groups'
/** Of one of them. */
export const GROUP_PATH = `${GROUPS_PATH}/:group`

export const pathOfGroup = ({ id }: { readonly id: string }): string => `${GROUPS_PATH}/${id}`

export const enterGroup = async (
  { read }: PageContext,
  { visit, params }: SiteRequest<SignedInVisit>,
): Promise<OwnGroupRow> => {
  const { personId } = visit.signedIn.account
  const group = await read(findOwnGroup, personId, params['group'] ?? '', monthOf(visit.now))
  if (!group) throw notVisible()
  return group
}

/** What only admins see is not there for the other members. */
export const enterAsAdmin = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
): Promise<OwnGroupRow> => {
  const group = await enterGroup(context, request)
  if (!isAdmin(group)) throw notVisible()
  return group
}

export const isAdmin = ({ role }: OwnGroupRow): boolean => role === 'admin'

/** Where a group must not be left without one. */
export const isLastAdmin = (group: OwnGroupRow): boolean => isAdmin(group) && group.admin_count === 1

/** As whom a member acts for the group itself: its feed, its quota, what it owns. */
export const actForGroup = (group: OwnGroupRow, { sessionId, account }: SignedIn): Actor => ({
  caller: {
    credentialId: sessionId,
    tokenName: null,
    client: null,
    kind: 'group',
    scopes: allScopes,
    expiresAt: null,
    ownerId: group.id,
    account: null,
    group: { id: group.id, name: group.name },
    ownQuota: group.quota,
    quotaUsed: group.quota_used ?? 0,
  },
  id: group.member_id,
  personId: account.personId,
  firstName: group.first_name,
  email: account.email,
  groupId: group.id,
  groupName: group.name,
  role: group.role,
  byOwnHand: true,
})
