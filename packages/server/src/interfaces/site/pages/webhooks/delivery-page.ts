// A delivery of a webhook: what was sent, what came back, and sending it again.
import { endpoints, type Delivery } from '@challenge-service/contract'
import {
  findDelivery,
  findDeliveryBody,
  findWebhook,
} from '../../../../features/webhooks/webhooks.queries.ts'
import { viewDelivery } from '../../../../features/webhooks/webhook.view.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { notVisible } from '../../../../kernel/refusal.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SitePage,
  type SiteRequest,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { buttonForm } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { orGone } from '../../parts/or-gone.ts'
import { withWord } from '../../parts/flash.ts'
import { fact } from '../../parts/facts.ts'
import { atTime, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { statusTag } from './delivery-log.ts'
import { deliveryTitle } from './delivery-words.ts'
import { fillPath, type WebhookHome, type WebhookSection } from './webhook-home.ts'

const deliveryPage = async (
  context: PageContext,
  home: WebhookHome,
  { visit, params }: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { read } = context
  const webhook = await read(findWebhook, home.actor.caller.ownerId, params['id'] ?? '')
  if (!webhook) throw notVisible()
  const [row, body] = await Promise.all([
    read(findDelivery, webhook.id, params['delivery_id'] ?? ''),
    read(findDeliveryBody, webhook.id, params['delivery_id'] ?? ''),
  ])
  if (!row) throw notVisible()
  const delivery = viewDelivery(row, webhook)
  const path = `${home.path}/${webhook.id}`
  const times = timesFor(context, visit)
  return home.frame({
    title: delivery.type,
    inside: html`${failure(failed)}
      <p><a href="${path}">${new URL(webhook.url).host}</a></p>
      ${facts(delivery, webhook.headerNames, times)}
      ${
        webhook.status === 'active'
          ? html`<div class="buttons">
              ${buttonForm(`${path}/deliveries/${delivery.id}/resend`, 'Send it again')}
            </div>`
          : null
      }
      <h2>What was sent</h2>
      ${body === null ? html`<p class="quiet">The event is kept no more.</p>` : code(pretty(body))}
      <h2>What came back</h2>
      ${
        delivery.response_excerpt === null
          ? html`<p class="quiet">Nothing.</p>`
          : code(delivery.response_excerpt)
      }`,
  })
}

const facts = (delivery: Delivery, headerNames: readonly string[], times: Times): Html =>
  html`<dl class="facts card">
    ${fact('Status', html`${statusTag(delivery)} ${deliveryTitle(delivery)}`)}
    ${fact('Tries', String(delivery.attempts))} ${fact('Delivery', html`<code>${delivery.id}</code>`)}
    ${fact('Event', html`<code>${delivery.event_id}</code>`)}
    ${fact('Queued', atTime(Date.parse(delivery.created_at), times))}
    ${delivery.last_attempt_at !== null && fact('Last tried', atTime(Date.parse(delivery.last_attempt_at), times))}
    ${delivery.next_attempt_at !== null && fact('Next try', atTime(Date.parse(delivery.next_attempt_at), times))}
    ${headerNames.length > 0 && fact('Your headers', headerNames.join(', '))}
  </dl>`

const code = (text: string): Html => html`<pre class="card wide" tabindex="0"><code>${text}</code></pre>`

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

const resend = async (
  context: PageContext,
  home: WebhookHome,
  { params, key }: SentForm<SignedInVisit>,
): Promise<SiteResponse> => {
  home.requirePlan()
  const { id = '', delivery_id = '' } = params
  await context.call(endpoints.resendDelivery, home.actor, { params: { id, delivery_id }, key })
  return leadTo(withWord(`${home.path}/${id}`, 'resent'))
}

export const deliveryPages = (section: WebhookSection): readonly SitePage[] => {
  const path = `${section.path}/:id/deliveries/:delivery_id`
  const on = async (context: PageContext, request: SiteRequest<SignedInVisit>, failed?: FailedForm) =>
    deliveryPage(context, await section.open(context, request), request, failed)
  const work = doesOneOf([endpoints.resendDelivery], async (context, sent: SentForm<SignedInVisit>) => {
    const home = await section.open(context, sent)
    return orGone(
      () => home.path,
      () => resend(context, home, sent),
    )
  })
  const back = (params: Readonly<Record<string, string>>): string => fillPath(path, params)
  return [signedInPage(path, on), signedInForm({ path: `${path}/resend`, work, on, back })]
}
