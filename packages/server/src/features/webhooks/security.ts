// What is done to the webhooks of an account, on the site or with a token, is in its security log.
import type { Tx } from '../../store/store.ts'
import type { Actor } from '../access/actor.ts'
import { logSecurity, type SecurityKind } from '../security/security-log.store.ts'
import type { Subscription } from './webhook.rules.ts'

type WebhookKind = Extract<SecurityKind, `webhook_${string}` | 'secret_rotated'>

/** Those of a group are no matter of one account. */
export const logWebhook = (
  tx: Tx,
  { caller: { account, tokenName } }: Actor,
  kind: WebhookKind,
  { target }: Pick<Subscription, 'target'>,
  now: number,
): void => {
  if (account === null) return
  const by = tokenName === null ? {} : { token: tokenName }
  logSecurity(tx, account.id, kind, { name: new URL(target).host, ...by }, now)
}
