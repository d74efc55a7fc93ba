// Tells the owner of a subscription by mail that it was switched off: an account itself, of a group its admins.
import { isId } from '../../kernel/ids.ts'
import type { WebhookNotice } from '../../mail/notice.rules.ts'
import { queueMail } from '../../mail/outbox/outbox.store.ts'
import type { Tx } from '../../store/store.ts'
import { findGroup, listAdmins } from '../access/groups.store.ts'
import { isMailed, type Subscription } from './webhook.rules.ts'
import { noteGoneTold } from './webhook.store.ts'
import { viewInFeed } from './webhook.view.ts'

export const tellOwner = async (
  tx: Tx,
  webhook: Subscription,
  reason: WebhookNotice['facts']['reason'],
  now: number,
): Promise<void> => {
  if (!isMailed(webhook, reason, now)) return
  if (reason === 'gone') await noteGoneTold(tx, webhook.id, now)
  const { description, host } = viewInFeed(webhook)
  // The feed of an account is its person's.
  const { id: webhookId, feedId } = webhook
  const group = isId('group', feedId) ? await findGroup(tx, feedId) : undefined
  const receivers = isId('group', feedId) ? await listAdmins(tx, feedId) : [feedId]
  const facts = { webhookId, description, host, reason, groupName: group?.name ?? null }
  const from = { ownerId: feedId, causerId: feedId, throughId: group?.id ?? null } as const
  const about = { class: 'account', challengeId: null, ...from, deadline: null, facts } as const
  for (const personId of receivers) queueMail(tx, { kind: 'webhook_disabled', personId, ...about }, now)
}
