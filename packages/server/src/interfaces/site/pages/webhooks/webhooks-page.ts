// The list of webhooks of an account or a group, and the form that makes one.
import { endpoints, type Webhook, type WebhookWithSecret } from '@challenge-service/contract'
import { isCurrentSecret } from '../../../../features/webhooks/shown-secret.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import type { WebhookId } from '../../../../kernel/ids.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import type { SiteResponse } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SitePage,
  type SiteRequest,
  failedAt,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { copied } from '../../parts/copied.ts'
import { form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { said } from '../../parts/flash.ts'
import { fromNow, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showOnce } from '../../parts/one-time-secret.ts'
import { readWebhookFields, webhookFields, webhookLabels } from './webhook-fields.ts'
import type { WebhookHome, WebhookSection } from './webhook-home.ts'

const words = {
  deleted: 'The webhook is deleted. What waited for it is not sent; the feed still has it.',
} as const

const webhooksPage = async (
  context: PageContext,
  { actor, path, frame, told, none, offer }: WebhookHome,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { visit, query } = request
  const cursor = query.get('after')
  const listed = await context.call(endpoints.listWebhooks, actor, {
    query: cursor === undefined ? {} : { cursor },
  })
  const times = timesFor(context, visit)
  return frame({
    inside: html`${said(request, words)} ${failure(failed, webhookLabels)}
      <p>${told} <a href="/docs/webhooks">How to receive them</a>.</p>
      ${
        listed.data.length === 0
          ? html`<p class="empty">${none}</p>`
          : html`<ul class="rows card">
              ${listed.data.map((webhook) => row(webhook, path, times))}
            </ul>`
      }
      ${
        listed.nextCursor === null
          ? null
          : html`<p>
              <a class="button" href="${path}?after=${encodeURIComponent(listed.nextCursor)}">Older ones</a>
            </p>`
      }
      ${
        offer ??
        html`<section class="card">
          <h2>New webhook</h2>
          ${form(
            path,
            html`${webhookFields(null, failedAt(failed, path))}
              <p class="buttons"><button class="main">Make the webhook</button></p>`,
          )}
        </section>`
      }`,
  })
}

const row = ({ id, url, description, status, created_at }: Webhook, path: string, times: Times): Html =>
  html`<li>
    <p>
      <a href="${path}/${id}">${url}</a>
      ${status === 'active' ? html`<span class="tag good">On</span>` : html`<span class="tag bad">Switched off</span>`}
    </p>
    <p class="quiet small">
      ${description !== null && html`<bdi>${description}</bdi> · `}made
      ${fromNow(Date.parse(created_at), times)}
    </p>
  </li>`

/** The secret that a form has just made, or made before. */
export const showWebhookSecret = (
  { read, keys }: PageContext,
  home: WebhookHome,
  { id, signing_secret: secret }: Pick<WebhookWithSecret, 'id' | 'signing_secret'>,
  isNew: boolean,
): Promise<SiteResponse> =>
  showOnce({
    secret,
    isGood: () => read(isCurrentSecret, keys, id as WebhookId, secret),
    show: () => secretPage(home, id, secret, isNew),
    over: {
      title: 'That secret is no longer the newest',
      reason:
        'Since then the signing secret was rotated again, or the webhook was deleted, so this secret is not shown again.',
    },
    frame: home.frame,
    back: `${home.path}/${id}`,
  })

/** The one time that its secret is seen. */
const secretPage = ({ frame, path }: WebhookHome, id: string, secret: string, isNew: boolean): SiteResponse =>
  frame({
    title: isNew ? 'Your new webhook' : 'Its new signing secret',
    isSecret: true,
    scripts: ['copy'],
    inside: html`<div class="notice good" role="status">
        <p>
          <strong>Copy the signing secret now:</strong> once you have left this page, nobody can show it to
          you again.
        </p>
        ${isNew ? null : html`<p>For 24 hours each delivery is signed with both secrets, the old and this one.</p>`}
      </div>
      ${copied(secret, 'the signing secret')}
      <p>With the package <code>standardwebhooks</code> of your language this line takes it:</p>
      ${copied(`WEBHOOK_SECRET='${secret}'`, 'the line')}
      <p class="buttons">
        <a class="button" href="${path}/${id}">I have copied it</a>
        <a class="button" href="/docs/webhooks">How to check a signature</a>
      </p>`,
  })

const make = async (
  context: PageContext,
  home: WebhookHome,
  { fields, key }: SentForm<SignedInVisit>,
): Promise<SiteResponse> => {
  home.requirePlan()
  const { data } = await context.call(endpoints.createWebhook, home.actor, {
    body: readWebhookFields(fields),
    key,
    secret: 'signing_secret',
  })
  return showWebhookSecret(context, home, data, true)
}

export const webhooksPages = (section: WebhookSection): readonly SitePage[] => {
  const on = async (context: PageContext, request: SiteRequest<SignedInVisit>, failed?: FailedForm) =>
    webhooksPage(context, await section.open(context, request), request, failed)
  const work = doesOneOf(
    [endpoints.createWebhook],
    async (context, sent: SentForm<SignedInVisit>) => make(context, await section.open(context, sent), sent),
    { needsProof: true },
  )
  return [signedInPage(section.path, on), signedInForm({ path: section.path, work, on })]
}
