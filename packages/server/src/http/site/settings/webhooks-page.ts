// /settings/webhooks: the subscriptions of an account, and the form that makes one.
import { endpoints, type Webhook } from '@challenge-service/contract'
import { html, type Html } from '../../../kernel/html.ts'
import {
  failedAt,
  ownForm,
  ownPage,
  type SiteAnswer,
  type SiteRequest,
  type FailedForm,
  type SentForm,
} from '../page.ts'
import { copied } from '../parts/copied.ts'
import { form } from '../parts/forms.ts'
import { failure } from '../parts/notices.ts'
import { said } from '../parts/said.ts'
import { fromNow, timesFor, type Times } from '../parts/times.ts'
import type { SiteRoom } from '../room.ts'
import type { SignedInVisit } from '../visit.ts'
import { clubOffer, hasClub, requireClub } from './club.ts'
import { showSettings } from './settings-frame.ts'
import { isShownAgain, shownBefore } from './shown-before.ts'
import { readWebhookFields, webhookFields, webhookLabels } from './webhook-fields.ts'

export const WEBHOOKS_PATH = '/settings/webhooks'

const words = {
  deleted: 'The webhook is deleted. What waited for it is not sent; the feed still has it.',
} as const

const webhooksPage = async (
  room: SiteRoom,
  asked: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteAnswer> => {
  const { visit, query } = asked
  const cursor = query.get('after')
  const listed = await room.call(endpoints.listWebhooks, visit.signedIn.actor, {
    query: cursor === undefined ? {} : { cursor },
  })
  const times = timesFor(room, visit)
  return showSettings({
    section: WEBHOOKS_PATH,
    inside: html`${said(asked, words)} ${failure(failed, webhookLabels)}
      <p>
        A webhook is a URL of yours that is told what happens in your challenges, signed and retried.
        <a href="/docs/webhooks">How to receive them</a>.
      </p>
      ${
        listed.data.length === 0
          ? html`<p class="empty">You have none.</p>`
          : html`<ul class="rows card">
              ${listed.data.map((webhook) => row(webhook, times))}
            </ul>`
      }
      ${
        listed.nextCursor === null
          ? null
          : html`<p>
              <a class="button" href="${WEBHOOKS_PATH}?after=${encodeURIComponent(listed.nextCursor)}"
                >Older ones</a
              >
            </p>`
      }
      ${
        hasClub(visit)
          ? html`<section class="card">
              <h2>New webhook</h2>
              ${form(
                WEBHOOKS_PATH,
                html`${webhookFields(null, failedAt(failed, WEBHOOKS_PATH))}
                  <p class="buttons"><button class="main">Make the webhook</button></p>`,
              )}
            </section>`
          : clubOffer(room, 'Webhooks')
      }`,
  })
}

const row = ({ id, url, description, status, created_at }: Webhook, times: Times): Html =>
  html`<li>
    <p>
      <a href="${WEBHOOKS_PATH}/${id}">${url}</a>
      ${status === 'active' ? html`<span class="tag good">On</span>` : html`<span class="tag bad">Switched off</span>`}
    </p>
    <p class="quiet small">
      ${description !== null && html`${description} · `}made ${fromNow(Date.parse(created_at), times)}
    </p>
  </li>`

/** The one time that its secret is seen. */
export const secretShownOnce = (id: string, secret: string, isNew: boolean): SiteAnswer =>
  showSettings({
    section: WEBHOOKS_PATH,
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
        <a class="button" href="${WEBHOOKS_PATH}/${id}">I have copied it</a>
        <a class="button" href="/docs/webhooks">How to check a signature</a>
      </p>`,
  })

const make = async (room: SiteRoom, { visit, fields, key }: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  requireClub(visit)
  const { data } = await room.call(endpoints.createWebhook, visit.signedIn.actor, {
    body: readWebhookFields(fields),
    key,
  })
  return isShownAgain(Date.parse(data.created_at), visit.now)
    ? secretShownOnce(data.id, data.signing_secret, true)
    : shownBefore(WEBHOOKS_PATH, `${WEBHOOKS_PATH}/${data.id}`)
}

export const webhooksPages = [
  ownPage(WEBHOOKS_PATH, webhooksPage),
  ownForm({ path: WEBHOOKS_PATH, receive: make, on: webhooksPage, needsProof: true }),
]
