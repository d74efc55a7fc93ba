// Groups that nobody administers: their admins were erased.
import { listAllGroups } from '../../features/groups/operator.store.ts'
import type { Store } from '../../store/store.ts'
import { ok, warning, type Finding } from './finding.ts'

export const checkGroups = async (store: Store): Promise<readonly Finding[]> => {
  const left = (await listAllGroups(store)).filter(
    ({ admin_count, deleting_at }) => admin_count === 0 && deleting_at === null,
  )
  if (left.length === 0) return [ok('groups', 'every group has an admin')]
  return left.map(({ id, name }) =>
    warning(
      'groups',
      `${id} (${name}) has no admin: give one with group role ${id} --email ADDRESS admin, or group delete ${id}`,
    ),
  )
}
