// /settings/webhooks/{id}: how a webhook is doing, what was sent to it, and everything that can be done with it.
import { endpoints, eventKinds, type Delivery, type Webhook } from '@challenge-service/contract'
import { wantsKind } from '../../../features/webhooks/webhook.rules.ts'
import { countMissed, findOldSecretEnd, MISSED_COUNTED } from '../../../features/webhooks/log.store.ts'
import { html, type Html } from '../../../kernel/html.ts'
import type { WebhookId } from '../../../kernel/ids.ts'
import { DAY_MS } from '../../../kernel/instants.ts'
import {
  failedAt,
  leadTo,
  ownForm,
  ownPage,
  type SiteAnswer,
  type SiteRequest,
  type FailedForm,
  type SentForm,
} from '../page.ts'
import { selectField } from '../parts/fields.ts'
import { askedOnceMore, buttonForm, form } from '../parts/forms.ts'
import { failure } from '../parts/notices.ts'
import { said, withWord } from '../parts/said.ts'
import { atTime, fromNow, timesFor, type Times } from '../parts/times.ts'
import type { SiteRoom } from '../room.ts'
import type { SignedInVisit } from '../visit.ts'
import { requireClub } from './club.ts'
import { deliveryLog, readLog } from './delivery-log.ts'
import { deliveryTitle } from './delivery-words.ts'
import { showSettings } from './settings-frame.ts'
import { isShownAgain, shownBefore } from './shown-before.ts'
import { readWebhookFields, webhookFields, webhookLabels } from './webhook-fields.ts'
import { secretShownOnce, WEBHOOKS_PATH } from './webhooks-page.ts'

const pathOf = (params: Readonly<Record<string, string>>): string => `${WEBHOOKS_PATH}/${params['id'] ?? ''}`

const words = {
  changed: 'The webhook is changed.',
  enabled: 'The webhook is on again.',
  tested: 'A test is on its way. Reload this page to see how it went.',
  resent: 'It is on its way again, under a new delivery id.',
} as const

const webhookPage = async (
  room: SiteRoom,
  asked: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteAnswer> => {
  const { visit, params, query } = asked
  const { actor } = visit.signedIn
  const { store } = room.floor
  const id = params['id'] ?? ''
  const { data: webhook } = await room.call(endpoints.getWebhook, actor, { params: { id } })
  const [log, oldSecretEnd, missed] = await Promise.all([
    readLog(room, visit.signedIn, id, query),
    findOldSecretEnd(store, webhook.id as WebhookId),
    webhook.status === 'disabled' ? countMissed(store, webhook.id as WebhookId) : [],
  ])
  const missedCount = missed
    .filter(({ type }) => wantsKind(webhook.events, type))
    .reduce((sum, { count }) => sum + count, 0)
  const times = timesFor(room, visit)
  const path = pathOf(params)
  return showSettings({
    section: WEBHOOKS_PATH,
    title: new URL(webhook.url).host,
    inside: html`${said(asked, words)} ${failure(failed, webhookLabels)}
      <p><code>${webhook.url}</code>${webhook.description !== null && html`<br />${webhook.description}`}</p>
      ${webhook.status === 'disabled' ? switchedOff(webhook, log.newest, missedCount, path, times) : null}
      ${deliveryLog(log, path, times)}
      <section class="card">
        <h2>Test it</h2>
        ${testForm(`${path}/test`)}
      </section>
      <section class="card">
        <h2>Change it</h2>
        ${form(
          `${path}/change`,
          html`${webhookFields(webhook, failedAt(failed, `${path}/change`))}
            <p class="buttons"><button>Save</button></p>`,
        )}
      </section>
      <section class="card">
        <h2>Signing secret</h2>
        ${secretPart(oldSecretEnd, path, times)}
      </section>
      <section class="card">
        <h2>Delete it</h2>
        ${askedOnceMore(
          'Delete…',
          html`<p>What waits for it is not sent any more. The feed still has every event.</p>
            ${buttonForm(`${path}/delete`, 'Delete this webhook', { kind: 'bad' })}`,
        )}
      </section>`,
  })
}

const reasons = {
  failures: 'after a delivery had failed six times',
  gone: 'since its receiver answered that it is gone (410)',
  plan: 'since your account is not on the Club plan',
} as const

const switchedOff = (
  { disabled_reason, disabled_at }: Webhook,
  last: Delivery | undefined,
  missed: number,
  path: string,
  times: Times,
): Html =>
  html`<section class="notice bad">
    <p>
      <strong>Switched off</strong
      >${disabled_at !== null && html` on ${atTime(Date.parse(disabled_at), times)}`}
      ${disabled_reason !== null && reasons[disabled_reason]}.
      ${last && html`Its last answer: ${deliveryTitle(last)}.`}
    </p>
    <p>
      ${missed === 0 ? 'No event waits for it.' : missed === 1 ? 'One event was not delivered.' : `${showMissed(missed)} events were not delivered.`}
    </p>
    <div class="buttons">
      ${
        missed > 0 &&
        buttonForm(
          `${path}/enable`,
          `Switch on and send ${missed === 1 ? 'it' : `the ${showMissed(missed)}`}`,
          {
            kind: 'main',
            fields: { resend: 'yes' },
          },
        )
      }
      ${buttonForm(`${path}/enable`, missed > 0 ? 'Switch on, send only new ones' : 'Switch on', { fields: { resend: 'no' } })}
    </div>
  </section>`

const showMissed = (count: number): string =>
  count >= MISSED_COUNTED ? `${MISSED_COUNTED.toLocaleString('en')} or more` : count.toLocaleString('en')

const testForm = (path: string): Html =>
  form(
    path,
    html`${selectField({
        name: 'type',
        label: 'What to send',
        value: '',
        choices: [
          { value: '', label: 'webhook.test: a plain test' },
          ...eventKinds
            .filter((kind) => kind !== 'webhook.test')
            .map((kind) => ({ value: kind, label: `${kind}: a sample` })),
        ],
        hint: 'A sample is the example of the docs, marked as a test. Nothing of yours is in it.',
        failed: undefined,
      })}
      <p class="buttons"><button>Send a test</button></p>`,
  )

const secretPart = (oldUntil: number | null, path: string, times: Times): Html =>
  html`${
    oldUntil !== null && oldUntil > times.now
      ? html`<p class="notice">
          Rotated: the old secret signs too until ${atTime(oldUntil, times)}, ${fromNow(oldUntil, times)}.
          Change your receiver over by then.
        </p>`
      : null
  }
  ${askedOnceMore(
    'Rotate…',
    html`<p>
        You get a new secret, shown once. The one of now signs too for 24 hours; an older one ends at once.
      </p>
      ${buttonForm(`${path}/rotate`, 'Make a new secret')}`,
  )}`

const change = async (
  room: SiteRoom,
  { visit, params, fields }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const id = params['id'] ?? ''
  await room.call(endpoints.changeWebhook, visit.signedIn.actor, {
    params: { id },
    body: readWebhookFields(fields),
  })
  return leadTo(withWord(pathOf(params), 'changed'))
}

const test = async (
  room: SiteRoom,
  { visit, params, fields, key }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  requireClub(visit)
  const type = fields.get('type') ?? ''
  await room.call(endpoints.testWebhook, visit.signedIn.actor, {
    params: { id: params['id'] ?? '' },
    body: type === '' ? {} : { type },
    key,
  })
  return leadTo(withWord(pathOf(params), 'tested'))
}

const enable = async (
  room: SiteRoom,
  { visit, params, fields, key }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  requireClub(visit)
  await room.call(endpoints.enableWebhook, visit.signedIn.actor, {
    params: { id: params['id'] ?? '' },
    body: { resend: fields.get('resend') === 'yes' },
    key,
  })
  return leadTo(withWord(pathOf(params), 'enabled'))
}

const rotate = async (
  room: SiteRoom,
  { visit, params, key }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  requireClub(visit)
  const { data } = await room.call(endpoints.rotateWebhook, visit.signedIn.actor, {
    params: { id: params['id'] ?? '' },
    key,
  })
  // The old secret has signed along since the new one was made.
  const oldUntil = await findOldSecretEnd(room.floor.store, data.id as WebhookId)
  return oldUntil !== null && isShownAgain(oldUntil - DAY_MS, visit.now)
    ? secretShownOnce(data.id, data.signing_secret, false)
    : shownBefore(WEBHOOKS_PATH, pathOf(params))
}

const remove = async (room: SiteRoom, { visit, params }: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  await room.call(endpoints.deleteWebhook, visit.signedIn.actor, { params: { id: params['id'] ?? '' } })
  return leadTo(withWord(WEBHOOKS_PATH, 'deleted'))
}

const PATH = `${WEBHOOKS_PATH}/:id`
const back = pathOf

export const webhookPages = [
  ownPage(PATH, webhookPage),
  ownForm({ path: `${PATH}/change`, receive: change, on: webhookPage, needsProof: true, back }),
  ownForm({ path: `${PATH}/test`, receive: test, on: webhookPage, back }),
  ownForm({ path: `${PATH}/enable`, receive: enable, on: webhookPage, back }),
  ownForm({ path: `${PATH}/rotate`, receive: rotate, on: webhookPage, needsProof: true, back }),
  ownForm({ path: `${PATH}/delete`, receive: remove, on: webhookPage, back }),
]
