// One endpoint on the page: what it does and takes on one side, how it looks over the wire on the other.
import { hasBody, type EndpointReference, type Field } from '@challenge-service/contract'
import { html, type Html, type Part } from '../../kernel/html.ts'
import { codeSample } from './code-sample.ts'
import { fieldTable } from './field-table.ts'
import { inline, paragraph } from './prose.ts'
import { refusalList } from './refusal-list.ts'
import { requestSample, type BaseUrl } from './request-sample.ts'
import { tryForm } from './try-form.ts'

export const method = (verb: string): Html => html`<span class="method ${verb.toLowerCase()}">${verb}</span>`

export const endpointSection = (reference: EndpointReference, base: BaseUrl): Html => {
  const { name, title, endpoint, params, body } = reference
  return html`<article class="endpoint" id="${name}">
    <div class="sides">
      <div class="tell">
        <h3>
          <a href="#${name}">${title}</a>${endpoint.extension && html` <span class="tag">Extension</span>`}
        </h3>
        <p class="route">${method(endpoint.method)} <code>${breakable(endpoint.path)}</code></p>
        <p class="lead">${inline(endpoint.summary)}.</p>
        ${endpoint.notes.map(paragraph)} ${terms(reference)}
        ${fieldTable({ title: 'Path', fields: params, sent: true })}
        ${fieldTable({ title: 'Query', fields: renderQuery(reference), sent: true })}
        ${fieldTable({ title: 'Body', fields: body, sent: true })} ${result(reference)}
        ${refusalList(reference.refusals)}
      </div>
      <div class="show">${samples(reference, base)}</div>
    </div>
    ${tryForm(reference)}
  </article>`
}

/** A long path may break after each slash. */
const breakable = (path: string): Part => path.split(/(?<=\/)/).map((segment) => [segment, html`<wbr />`])

/** Where a body is read, the acting person is explained there. */
const renderQuery = ({ query, endpoint }: EndpointReference): readonly Field[] =>
  hasBody(endpoint) ? query.filter(({ name }) => name !== 'user_email') : query

const terms = ({ endpoint }: EndpointReference): Html =>
  html`<dl class="terms">
    <div>
      <dt>Scope</dt>
      <dd>${endpoint.scope === null ? 'none' : html`<code>${endpoint.scope}</code>`}</dd>
    </div>
    <div>
      <dt>Rate</dt>
      <dd>${endpoint.method === 'GET' ? 'read' : 'write'}</dd>
    </div>
    <div>
      <dt>Quota</dt>
      <dd>${endpoint.creates ? 'counts' : 'does not count'}</dd>
    </div>
  </dl>`

const result = ({ endpoint, result: { type, object } }: EndpointReference): Html => {
  const before = object === undefined ? type : type.slice(0, type.lastIndexOf(object))
  const link = object !== undefined && html`<a href="#object-${object}">${object}</a>`
  const paged = endpoint.paged && html`, with <code>next_cursor</code> beside it`
  return html`<p class="answer">
    <strong>Answer</strong> ${endpoint.statuses.join(' or ')}, <code>data</code>: ${before}${link}${paged}.
  </p>`
}

const samples = (reference: EndpointReference, base: BaseUrl): Part => {
  const { sample } = reference
  const responseText = JSON.stringify(sample.response, null, 2)
  return [
    requestSample(reference, base),
    codeSample({ title: html`Answer <b>${sample.status}</b>`, language: 'json', text: responseText }),
  ]
}
