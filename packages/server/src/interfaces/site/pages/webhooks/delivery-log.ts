// The log of a webhook on its page: all of it, what failed, or what waits.
import { endpoints, type Delivery } from '@challenge-service/contract'
import { limits } from '@challenge-service/contract/plain'
import type { Actor } from '../../../../features/access/actor.ts'
import {
  type SoughtDeliveries,
  findWebhook,
  seekDeliveries,
} from '../../../../features/webhooks/webhooks.queries.ts'
import { chooseGeneration } from '../../../../features/webhooks/webhook.rules.ts'
import { viewDelivery } from '../../../../features/webhooks/webhook.view.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { notVisible } from '../../../../kernel/refusal.ts'
import { fromNow, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { deliveryTitle } from './delivery-words.ts'

type ShownDeliveries = 'all' | SoughtDeliveries

interface ShownLog {
  readonly shown: ShownDeliveries
  readonly deliveries: readonly Delivery[]
  /** Where the older ones begin; null where there are none. */
  readonly next: string | null
  /** Of all of them; undefined where it was not asked for. */
  readonly newest: Delivery | undefined
}

const labels: Readonly<Record<ShownDeliveries, string>> = { all: 'All', failed: 'Failed', waiting: 'Waiting' }

const isShown = (text: string): text is ShownDeliveries => Object.hasOwn(labels, text)

export const readLog = async (
  context: PageContext,
  actor: Actor,
  id: string,
  query: ReadonlyMap<string, string>,
): Promise<ShownLog> => {
  const wanted = query.get('show') ?? 'all'
  const shown = isShown(wanted) ? wanted : 'all'
  const after = query.get('after')
  if (shown !== 'all') return seekLog(context, actor, id, shown, after)
  const { data, nextCursor } = await context.call(endpoints.listDeliveries, actor, {
    params: { id },
    query: after === undefined ? {} : { cursor: after },
  })
  return {
    shown,
    deliveries: data,
    next: nextCursor,
    newest: after === undefined ? data[0] : undefined,
  }
}

const seekLog = async (
  { read }: PageContext,
  { caller }: Actor,
  id: string,
  shown: SoughtDeliveries,
  before: string | undefined,
): Promise<ShownLog> => {
  const webhook = await read(findWebhook, caller.ownerId, id)
  if (!webhook) throw notVisible()
  const limit = limits.pageDefault
  const rows = await read(seekDeliveries, shown, webhook.id, chooseGeneration(webhook), before, limit + 1)
  const deliveries = rows.slice(0, limit).map((row) => viewDelivery(row, webhook))
  return {
    shown,
    deliveries,
    next: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null,
    newest: undefined,
  }
}

const nothing: Readonly<Record<ShownDeliveries, string>> = {
  all: 'Nothing was sent in the last 30 days. A test shows whether it works.',
  failed: 'Nothing failed in the last 30 days.',
  waiting: 'Nothing waits to be sent.',
}

export const deliveryLog = ({ shown, deliveries, next }: ShownLog, path: string, times: Times): Html =>
  html`<section class="card" id="deliveries">
    <h2>Deliveries</h2>
    <nav aria-label="Which deliveries">
      <ul class="places">
        ${Object.entries(labels).map(
          ([name, label]) =>
            html`<li>
              <a href="${pathOf(path, name)}" ${name === shown && html`aria-current="true"`}>${label}</a>
            </li>`,
        )}
      </ul>
    </nav>
    ${
      deliveries.length === 0
        ? html`<p class="quiet">${nothing[shown]}</p>`
        : html`<ul class="rows">
            ${deliveries.map((delivery) => deliveryRow(delivery, path, times))}
          </ul>`
    }
    ${next === null ? null : html`<p><a class="button" href="${pathOf(path, shown, next)}">Older ones</a></p>`}
  </section>`

const pathOf = (path: string, shown: string, after?: string): string => {
  const query = new URLSearchParams({
    ...(shown === 'all' ? {} : { show: shown }),
    ...(after === undefined ? {} : { after }),
  })
  return `${path}${query.size === 0 ? '' : `?${query.toString()}`}#deliveries`
}

const deliveryRow = (delivery: Delivery, path: string, times: Times): Html =>
  html`<li>
    <p>
      <a href="${path}/deliveries/${delivery.id}">${delivery.type}</a>
      ${delivery.test === true && html`<span class="tag">Sample</span>`} ${statusTag(delivery)}
    </p>
    <p class="quiet small">
      ${deliveryTitle(delivery)} · ${countTries(delivery)}${fromNow(Date.parse(delivery.created_at), times)}
    </p>
  </li>`

const countTries = ({ attempts }: Delivery): string =>
  attempts === 0 ? '' : attempts === 1 ? 'one try · ' : `${attempts} tries · `

export const statusTag = ({ status, attempts }: Delivery): Part =>
  ({
    delivered: html`<span class="tag good">Delivered</span>`,
    pending:
      attempts > 0
        ? html`<span class="tag bad">To be tried again</span>`
        : html`<span class="tag">Waiting</span>`,
    failed: html`<span class="tag bad">Failed</span>`,
    dropped: html`<span class="tag bad">Given up</span>`,
  })[status]
