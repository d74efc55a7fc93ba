// An account's subscriptions follow its plan: off while it is free, and on again by themselves when it is club.
// What was off for another reason stays off. What happened meanwhile is in the feed, and is not sent afterwards.
import type { Plan } from '@challenge-service/contract'
import type { AccountId } from '../../kernel/ids.ts'
import type { Tx } from '../../store/store.ts'
import { appendEvents, type FeedEvent } from '../events/append.ts'
import { lockFeed } from '../events/feed.store.ts'
import { switchOff, switchOn } from './switch.service.ts'
import { listOfOwner } from './webhook.store.ts'

export const followPlan = async (tx: Tx, accountId: AccountId, plan: Plan, now: number): Promise<void> => {
  const [any] = await listOfOwner(tx, accountId)
  if (!any) return
  await lockFeed(tx, any.feedId)
  const webhooks = await listOfOwner(tx, accountId)
  const events: FeedEvent[] = []
  for (const webhook of webhooks) {
    if (plan === 'free' && webhook.status === 'active') events.push(await switchOff(tx, webhook, 'plan', now))
    if (plan === 'club' && webhook.disabledReason === 'plan') await switchOn(tx, webhook, false, now)
  }
  await appendEvents(tx, events, now)
}
