// Where the person of an assistant is: the pages of the site, and the zone of their times.
import type { Actor } from '../../features/access/actor.ts'
import { findOwnProfile } from '../../features/profile/profile.store.ts'
import type { Floor } from '../floor.ts'
import { findRequestOrigin } from '../site/origin.ts'
import type { McpCall } from './mcp-call.ts'

/** Null where there is no site. */
export const findSiteUrl = ({ config }: Floor, { request }: Pick<McpCall, 'request'>): string | null =>
  config.site.isOn ? (findRequestOrigin(config, request)?.url ?? null) : null

/** A member of a group is known by the group alone, which has no zone. */
export const findZone = async ({ config, store }: Floor, { caller }: Actor): Promise<string> => {
  const own = caller.account && (await findOwnProfile(store, caller.account.id)).timeZone
  return own ?? config.site.timeZone
}
