// Every migration since release 0.2.0, in order. Forward only: a released one is never changed. What each does is in
// schema.ts as well.
import { release02 } from './0020-release-02.ts'
import { hadClub } from './0021-had-club.ts'
import { closedReason } from './0022-closed-reason.ts'
import { webhookHeaders } from './0023-webhook-headers.ts'
import { keptAddresses } from './0024-kept-addresses.ts'
import { leaveLinks } from './0025-leave-links.ts'
import { groupsInDeletion } from './0026-groups-in-deletion.ts'
import { site } from './0027-site.ts'
import { failedDeliveries } from './0028-failed-deliveries.ts'
import { calendars } from './0029-calendars.ts'
import { invitedAgain } from './0030-invited-again.ts'
import { waiting } from './0031-waiting.ts'
import { blockPlaces } from './0032-block-places.ts'
import { replacedTokens } from './0033-replaced-tokens.ts'
import { dataExports } from './0034-data-exports.ts'
import { challengesByGroup } from './0035-challenges-by-group.ts'
import { upkeep } from './0036-upkeep.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  release02,
  hadClub,
  closedReason,
  webhookHeaders,
  keptAddresses,
  leaveLinks,
  groupsInDeletion,
  site,
  failedDeliveries,
  calendars,
  invitedAgain,
  waiting,
  blockPlaces,
  replacedTokens,
  dataExports,
  challengesByGroup,
  upkeep,
]
