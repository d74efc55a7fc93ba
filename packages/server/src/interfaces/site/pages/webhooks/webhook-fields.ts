// The fields of a webhook: the same to make one and to change one, checked by the API's own schemas.
import { endpoints, eventKinds, limits, line, webUrl, type Webhook } from '@challenge-service/contract'
import * as Type from 'typebox'
import { cutTo } from '../../../../kernel/cut.ts'
import { inQuotes } from '../../parts/quotation.ts'
import { unknownKinds } from '../../../../features/webhooks/webhook.rules.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { invalidFields, type FieldProblem } from '../../../../kernel/refusal.ts'
import type { RawMembers } from '../../../../operations/prepare.ts'
import { toMembers } from '../../engine/form-members.ts'
import type { FailedForm } from '../../engine/page.ts'
import { textField, tickField } from '../../parts/fields.ts'
import { asSentence } from '../../parts/notices.ts'

export const webhookLabels = {
  url: 'The URL',
  events: 'The kinds of events',
  description: 'The description',
  headers: 'The headers',
}

/** `webhook`: what is there already. */
export const webhookFields = (webhook: Webhook | null, failed: FailedForm | undefined): Html =>
  html`${textField({
      name: 'url',
      label: webhookLabels.url,
      schema: webUrl(),
      type: 'url',
      isLiteral: true,
      value: webhook?.url,
      hint: 'Begins with https://, at an address that everyone can reach.',
      failed,
    })}
    ${textField({
      name: 'description',
      label: webhookLabels.description,
      schema: line(0, 200),
      value: webhook?.description,
      isOptional: true,
      hint: 'To tell webhooks apart.',
      failed,
    })}
    ${tickField({
      name: 'every',
      label: 'Which events',
      kind: 'radio',
      failed,
      ticks: [
        { value: 'yes', label: 'All of them, also those to come', isTicked: isForAll(webhook) },
        { value: 'no', label: 'Only those that I tick below', isTicked: !isForAll(webhook) },
      ],
    })}
    <details ${(!isForAll(webhook) || failed?.typed.get('every') === 'no') && html`open`}>
      <summary>Choose kinds</summary>
      ${tickField({
        name: 'events',
        label: webhookLabels.events,
        kind: 'checkbox',
        failed,
        ticks: eventKinds.map((kind) => ({
          value: kind,
          label: kind,
          isTicked: webhook?.events.includes(kind) ?? false,
        })),
      })}
      ${alsoSent(webhook)}
    </details>
    ${headersField(webhook, failed)}`

/** Nobody can choose or end them here; the mark says that there are some. */
const alsoSent = (webhook: Webhook | null): Part => {
  const kinds = unknownKinds(webhook?.events ?? [])
  return (
    kinds.length > 0 &&
    html`<p class="hint">
        Also sent: ${kinds.join(', ')}. A newer release of this service knows these kinds; they stay as they
        are.
      </p>
      <input type="hidden" name="also_sent" value="yes" />`
  )
}

const isForAll = (webhook: Webhook | null): boolean => webhook === null || webhook.events.includes('*')

const headersField = (webhook: Webhook | null, failed: FailedForm | undefined): Html => {
  const names = webhook?.header_names ?? []
  const problem = failed?.problems.find(({ field }) => field.startsWith('headers'))
  return html`<div class="field">
    <label for="headers">Headers <span class="quiet">(optional)</span></label>
    ${problem && html`<p class="problem" id="headers_problem">${describeHeader(problem)}</p>`}
    <textarea
      id="headers"
      name="headers"
      rows="3"
      autocomplete="off"
      spellcheck="false"
      aria-describedby="${problem ? 'headers_problem ' : ''}headers_hint"
      ${problem && html`aria-invalid="true"`}
    >
${failed?.typed.get('headers')}</textarea>
    <p class="hint" id="headers_hint">
      Sent with each delivery, for a receiver that cannot check a signature: one a line, as
      <code>X-Api-Key: value</code>, at most ${limits.webhookHeaders}. Kept encrypted, and never shown again.
      ${names.length > 0 && html`Now sent: ${names.join(', ')}. What you write here replaces them all.`}
    </p>
    ${
      names.length > 0 &&
      html`<label class="tick"
        ><input type="checkbox" name="no_headers" value="yes" /><span>Send no headers any more</span></label
      >`
    }
  </div>`
}

/** `headers.X-Api-Key` is the header X-Api-Key. */
const describeHeader = ({ field, message }: FieldProblem): string =>
  asSentence(
    field === 'headers' ? webhookLabels.headers : `The header ${field.slice('headers.'.length)}`,
    message,
  )

/** What the API would be sent. */
export const readWebhookFields = (fields: URLSearchParams): RawMembers => {
  const { body } = endpoints.createWebhook
  const { events, ...members } = toMembers(body ?? Type.Object({}), fields)
  const headers = readHeaders(fields)
  if (fields.get('every') === 'no' && !fields.has('events') && !fields.has('also_sent')) {
    throw invalidFields([{ field: 'events', message: 'are none: tick at least one, or choose all of them' }])
  }
  return {
    ...members,
    description: fields.get('description') ?? '',
    ...(fields.get('every') !== 'no' ? { events: ['*'] } : events === undefined ? {} : { events }),
    ...(headers ? { headers } : {}),
  }
}

/** Undefined where those of before stay. What is wrong with a name or a value is left for the check to refuse. */
const readHeaders = (fields: URLSearchParams): Readonly<Record<string, string>> | undefined => {
  if (fields.get('no_headers') === 'yes') return {}
  const lines = (fields.get('headers') ?? '').split(/\r?\n/).filter((text) => text.trim() !== '')
  if (lines.length === 0) return undefined
  const unclear = lines.find((text) => !text.includes(':'))
  if (unclear !== undefined) {
    const message = `need a colon between name and value, which ${inQuotes(cutTo(unclear.trim(), 60))} has not`
    throw invalidFields([{ field: 'headers', message }])
  }
  const headers = lines.map((text): readonly [name: string, value: string] => {
    const at = text.indexOf(':')
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  })
  const names = headers.map(([name]) => name)
  // Of two that are written alike the last one alone would be left, and nobody would hear of it.
  const twice = names.filter((name, at) => names.indexOf(name) < at)
  if (twice.length > 0) {
    throw invalidFields(
      [...new Set(twice)].map((name) => ({ field: `headers.${name}`, message: 'is given twice' })),
    )
  }
  return Object.fromEntries(headers)
}
