// What goes out: mails, mails to sign in, and deliveries.
import type { DeliveryWatch } from './delivery/engine-parts.ts'
import { DeliveryEngine } from './delivery/engine.ts'
import { createHttpClient } from './delivery/http/client.ts'
import { Capacity } from './delivery/queue/capacity.ts'
import { noteDelivered, noteUnwanted } from './features/challenges/notices/notice.service.ts'
import type { SignInMailer } from './features/sign-in/sign-in-mails.service.ts'
import type { Tracer } from './kernel/tracing.ts'
import { readMailSettings } from './mail/messages/compose.ts'
import type { Mailer } from './mail/outbox/sender.ts'
import { MailSlots, SLOTS } from './mail/slots.ts'
import { makeSmtpTransport } from './mail/smtp.ts'
import type { ServiceContext } from './operations/context.ts'
import type { Metrics } from './ops/metrics.ts'

/** One for each slot of both senders, so that a sign-in mail never waits for a connection that a notice holds. */
const CONNECTIONS = 2 * SLOTS

/** Of a mail that could not be handed over the log has the code alone: the server's words may hold the address. */
export const makeMailer = (
  { store, clock, keys, config, log }: ServiceContext,
  metrics?: Metrics,
): Mailer => ({
  store,
  settings: readMailSettings(keys, config),
  effects: { onDelivered: noteDelivered, onUnwanted: noteUnwanted },
  transport: config.smtpUrl === undefined ? undefined : makeSmtpTransport(config.smtpUrl, CONNECTIONS),
  slots: new MailSlots(),
  now: clock.now,
  onFailure: (mailId, error) =>
    log.warn({ mail: mailId, code: error.code }, 'a mail could not be handed over'),
  onSettled: metrics && ((state) => metrics.work.mailed('notice', state)),
})

/** Undefined where no mail leaves, or nobody signs in. */
export const makeSignInMailer = (
  { store, clock, config, log }: ServiceContext,
  { settings, transport }: Mailer,
  metrics: Metrics | undefined,
): SignInMailer | undefined =>
  transport === undefined || !config.site.isOn
    ? undefined
    : {
        store,
        settings,
        transport,
        slots: new MailSlots(),
        signUp: config.site.signUp,
        now: clock.now,
        onFailure: (id, error) =>
          log.warn({ sign_in: id, code: error.code }, 'a mail to sign in could not be handed over'),
        onSettled: metrics && ((state) => metrics.work.mailed('sign_in', state)),
      }

export const deliveriesOf = (
  context: ServiceContext,
  watch: DeliveryWatch | undefined,
  tracer: Tracer | undefined,
): DeliveryEngine => {
  const { config, store, keys, clock, log, outage } = context
  const { timeoutMs, allowPrivate } = config.webhooks
  const capacity = new Capacity()
  const limit = (origin: string): number => capacity.limit(origin)
  const client = createHttpClient({ timeoutMs, allowPrivate, limit }, { clock })
  const settings = config.webhooks
  return new DeliveryEngine({ store, client, capacity, keys, clock, log, outage, watch, tracer, settings })
}
