// The contents of the reference: what holds for every call, then the endpoints of each resource.
import type { EndpointReference, Resource, ProseSection } from '@challenge-service/contract'
import { html, type Html } from '../../kernel/html.ts'
import { method } from './endpoint-section.ts'

export interface Chapter {
  readonly resource: Resource
  readonly references: readonly EndpointReference[]
}

export const contents = (guide: readonly ProseSection[], chapters: readonly Chapter[]): Html =>
  html`<div class="part">
      <h2>Every call</h2>
      <ul>
        ${guide.map(({ slug, title }) => html`<li><a href="#${slug}">${title}</a></li>`)}
      </ul>
    </div>
    ${chapters.map(
      ({ resource, references }) =>
        html`<div class="part">
          <h2><a href="#${resource.slug}">${resource.name}</a></h2>
          <ul>
            ${references.map(entry)}
          </ul>
        </div>`,
    )}`

const entry = ({ name, title, endpoint }: EndpointReference): Html =>
  html`<li><a href="#${name}">${title} ${method(endpoint.method)}</a></li>`
