// Every page and form of groups.
import type { SitePage } from '../../engine/page.ts'
import { allWebhookPages } from '../webhooks/all-pages.ts'
import { groupOverview } from './group-page.ts'
import { groupWebhooks } from './group-webhooks.ts'
import { groupList } from './list-page.ts'
import { memberPages } from './member-page.ts'
import { membersPages } from './members-page.ts'
import { pastedPages } from './pasted-page.ts'
import { groupTokens } from './tokens-page.ts'

export const groupPages: readonly SitePage[] = [
  groupList,
  groupOverview,
  ...membersPages,
  ...pastedPages,
  ...memberPages,
  ...allWebhookPages(groupWebhooks),
  groupTokens,
]
