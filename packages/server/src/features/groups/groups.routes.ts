// /v1/groups, their members, challenges and statistics.
import { endpoints } from '@challenge-service/contract'
import { pageOf } from '../../kernel/page.ts'
import { showPage } from '../challenges/reading/reading.service.ts'
import { getGroupListing, listChallenges } from '../challenges/reading/listing.store.ts'
import { list, read, write, type Route } from '../route.ts'
import { findStatistics } from '../statistics/statistics.store.ts'
import { viewStatistics } from '../statistics/statistics.view.ts'
import { listGroups, listMembers } from './groups.store.ts'
import { viewGroup, viewMember } from './groups.view.ts'
import { addMember, changeMember, getInside, removeMember } from './members.service.ts'

export const groupRoutes = (): readonly Route[] => [
  list(endpoints.listGroups, async (reader, { actor, page }) =>
    pageOf(await listGroups(reader, actor, page), page, ({ id }) => [id], viewGroup),
  ),
  list(endpoints.listMembers, async (reader, { actor, input, page }) => {
    const own = await getInside(reader, actor, input.id)
    const members = await listMembers(reader, own.group_id, page)
    return pageOf(
      members,
      page,
      ({ id }) => [id],
      (member) => viewMember(member, member.id === own.id),
    )
  }),
  write(endpoints.addMember, addMember),
  write(endpoints.changeMember, changeMember),
  write(endpoints.removeMember, removeMember),
  list(endpoints.listGroupChallenges, async (reader, { actor, input, page, now }) => {
    const own = await getInside(reader, actor, input.id)
    const filter = { role: undefined, statuses: input.status, reference: undefined }
    const rows = await listChallenges(reader, getGroupListing(own.group_id), own.person_id, filter, page)
    return showPage(reader, { personId: own.person_id, groupId: actor.groupId }, rows, page, now)
  }),
  read(endpoints.getGroupStats, async (reader, { actor, input }) => {
    const own = await getInside(reader, actor, input.id)
    return viewStatistics(await findStatistics(reader, own.group_id))
  }),
]
