// A webhook of an account or a group: how it is doing, what was sent to it, and everything that can be done with it.
import {
  endpoints,
  eventKinds,
  type Delivery,
  type DisabledReason,
  type Webhook,
} from '@challenge-service/contract'
import { wantsKind } from '../../../../features/webhooks/webhook.rules.ts'
import { countMissed, findOldSecretEnd, type Missed } from '../../../../features/webhooks/webhooks.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import type { WebhookId } from '../../../../kernel/ids.ts'
import { Refusal } from '../../../../kernel/refusal.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SitePage,
  type SiteRequest,
  failedAt,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { selectField } from '../../parts/fields.ts'
import { confirmedOnce, buttonForm, form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { orGone } from '../../parts/or-gone.ts'
import { said, withWord } from '../../parts/flash.ts'
import { atTime, fromNow, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { deliveryLog, readLog } from './delivery-log.ts'
import { deliveryTitle } from './delivery-words.ts'
import { readWebhookFields, webhookFields, webhookLabels } from './webhook-fields.ts'
import { fillPath, type WebhookHome, type WebhookSection } from './webhook-home.ts'
import { showWebhookSecret } from './webhooks-page.ts'

const pathIn = ({ path }: WebhookHome, { params }: Pick<SiteRequest, 'params'>): string =>
  `${path}/${params['id'] ?? ''}`

const words = {
  changed: 'The webhook is changed.',
  enabled: 'The webhook is on again.',
  tested: 'A test is on its way. Reload this page to see how it went.',
  resent: 'It is on its way again, under a new delivery id.',
} as const

const webhookPage = async (
  context: PageContext,
  home: WebhookHome,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { visit, params, query } = request
  const { actor } = home
  const { read } = context
  const id = params['id'] ?? ''
  const { data: webhook } = await context.call(endpoints.getWebhook, actor, { params: { id } })
  const [log, oldSecretEnd, missed] = await Promise.all([
    readLog(context, actor, id, query),
    read(findOldSecretEnd, webhook.id as WebhookId),
    webhook.status === 'disabled' ? read(countMissed, webhook.id as WebhookId) : nothingMissed,
  ])
  const missedCount = missed.kinds
    .filter(({ type }) => wantsKind(webhook.events, type))
    .reduce((sum, kind) => sum + kind.missed, 0)
  const times = timesFor(context, visit)
  const path = pathIn(home, request)
  return home.frame({
    title: new URL(webhook.url).host,
    inside: html`${said(request, words)} ${failure(failed, webhookLabels)}
      <p><code>${webhook.url}</code>${webhook.description !== null && html`<br />${webhook.description}`}</p>
      ${webhook.status === 'disabled' ? switchedOff(webhook, log.newest, { count: missedCount, isMore: missed.isMore }, path, times) : null}
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
        ${confirmedOnce(
          'Delete…',
          html`<p>What waits for it is not sent any more. The feed still has every event.</p>
            ${buttonForm(`${path}/delete`, 'Delete this webhook', { kind: 'bad' })}`,
        )}
      </section>`,
  })
}

const reasons: Readonly<Record<string, string>> = {
  failures: 'after a delivery had failed six times',
  gone: 'since its receiver answered that it is gone (410)',
  plan: 'since your account is not on the Club plan',
} satisfies Readonly<Record<DisabledReason, string>>

interface MissedEvents {
  readonly count: number
  /** There may be more than were counted. */
  readonly isMore: boolean
}

const nothingMissed: Missed = { kinds: [], isMore: false }

const switchedOff = (
  { disabled_reason, disabled_at }: Webhook,
  last: Delivery | undefined,
  missed: MissedEvents,
  path: string,
  times: Times,
): Html => {
  const isAny = missed.count > 0 || missed.isMore
  return html`<section class="notice bad">
    <p>
      <strong>Switched off</strong
      >${disabled_at !== null && html` on ${atTime(Date.parse(disabled_at), times)}`}
      ${disabled_reason !== null && (reasons[disabled_reason] ?? `(${disabled_reason})`)}.
      ${last && html`Its last answer: ${deliveryTitle(last)}.`}
    </p>
    <p>${sayMissed(missed)}</p>
    <div class="buttons">
      ${
        isAny &&
        buttonForm(`${path}/enable`, `Switch on and send ${nameMissed(missed)}`, {
          kind: 'main',
          fields: { resend: 'yes' },
        })
      }
      ${buttonForm(`${path}/enable`, isAny ? 'Switch on, send only new ones' : 'Switch on', { fields: { resend: 'no' } })}
    </div>
  </section>`
}

const showMissed = ({ count, isMore }: MissedEvents): string =>
  `${count.toLocaleString('en')}${isMore ? '+' : ''}`

const sayMissed = (missed: MissedEvents): string => {
  const { count, isMore } = missed
  if (count === 0) return isMore ? 'Some events may not have been delivered.' : 'No event waits for it.'
  return count === 1 && !isMore
    ? 'One event was not delivered.'
    : `${showMissed(missed)} events were not delivered.`
}

const nameMissed = (missed: MissedEvents): string => {
  const { count, isMore } = missed
  if (count === 0) return 'them'
  return count === 1 && !isMore ? 'it' : `the ${showMissed(missed)}`
}

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
  ${confirmedOnce(
    'Rotate…',
    html`<p>
        You get a new secret, shown once. The one of now signs too for 24 hours; an older one ends at once.
      </p>
      ${buttonForm(`${path}/rotate`, 'Make a new secret')}`,
  )}`

type SentDeed = SentForm<SignedInVisit>

const change = async (context: PageContext, home: WebhookHome, sent: SentDeed): Promise<SiteResponse> => {
  const id = sent.params['id'] ?? ''
  await context.call(endpoints.changeWebhook, home.actor, {
    params: { id },
    body: readWebhookFields(sent.fields),
  })
  return leadTo(withWord(pathIn(home, sent), 'changed'))
}

const test = async (context: PageContext, home: WebhookHome, sent: SentDeed): Promise<SiteResponse> => {
  home.requirePlan()
  const type = sent.fields.get('type') ?? ''
  await context.call(endpoints.testWebhook, home.actor, {
    params: { id: sent.params['id'] ?? '' },
    body: type === '' ? {} : { type },
    key: sent.key,
  })
  return leadTo(withWord(pathIn(home, sent), 'tested'))
}

const enable = async (context: PageContext, home: WebhookHome, sent: SentDeed): Promise<SiteResponse> => {
  home.requirePlan()
  try {
    await context.call(endpoints.enableWebhook, home.actor, {
      params: { id: sent.params['id'] ?? '' },
      body: { resend: sent.fields.get('resend') === 'yes' },
    })
  } catch (error) {
    // Pressed twice, it is switched on the second time. One that was switched off since is switched on again.
    if (!(error instanceof Refusal) || error.reason !== 'already_active') throw error
  }
  return leadTo(withWord(pathIn(home, sent), 'enabled'))
}

const rotate = async (context: PageContext, home: WebhookHome, sent: SentDeed): Promise<SiteResponse> => {
  home.requirePlan()
  const { data } = await context.call(endpoints.rotateWebhook, home.actor, {
    params: { id: sent.params['id'] ?? '' },
    key: sent.key,
    secret: 'signing_secret',
  })
  return showWebhookSecret(context, home, data, false)
}

const remove = async (
  context: PageContext,
  home: WebhookHome,
  { params, key }: SentDeed,
): Promise<SiteResponse> => {
  await context.call(endpoints.deleteWebhook, home.actor, { params: { id: params['id'] ?? '' }, key })
  return leadTo(withWord(home.path, 'deleted'))
}

/** What is done to a webhook; what matters most needs a proof. */
const deeds = [
  { name: 'change', endpoint: endpoints.changeWebhook, does: change, needsProof: true },
  { name: 'test', endpoint: endpoints.testWebhook, does: test, needsProof: false },
  { name: 'enable', endpoint: endpoints.enableWebhook, does: enable, needsProof: false },
  { name: 'rotate', endpoint: endpoints.rotateWebhook, does: rotate, needsProof: true },
  { name: 'delete', endpoint: endpoints.deleteWebhook, does: remove, needsProof: false },
] as const

export const webhookPages = (section: WebhookSection): readonly SitePage[] => {
  const path = `${section.path}/:id`
  const on = async (context: PageContext, request: SiteRequest<SignedInVisit>, failed?: FailedForm) =>
    webhookPage(context, await section.open(context, request), request, failed)
  const back = (params: Readonly<Record<string, string>>): string => fillPath(path, params)
  return [
    signedInPage(path, on),
    ...deeds.map(({ name, endpoint, does, needsProof }) => {
      const receive = async (context: PageContext, sent: SentDeed) => {
        const home = await section.open(context, sent)
        return orGone(
          () => home.path,
          () => does(context, home, sent),
        )
      }
      const work = doesOneOf([endpoint], receive, { needsProof })
      return signedInForm({ path: `${path}/${name}`, work, on, back })
    }),
  ]
}
