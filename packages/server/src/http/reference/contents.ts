// The contents of the page: the guide, then the endpoints of each resource, with a field to filter them.
import type { EndpointReference, Resource, ProseSection } from '@challenge-service/contract'
import { html, type Html } from '../../kernel/html.ts'
import { method } from './endpoint-section.ts'

export interface Chapter {
  readonly resource: Resource
  readonly references: readonly EndpointReference[]
}

export const contents = (guide: readonly ProseSection[], chapters: readonly Chapter[]): Html =>
  html`<nav class="contents" aria-label="Contents">
    <p class="filter" hidden>
      <label for="filter">Filter</label
      ><input
        id="filter"
        type="search"
        placeholder="Filter endpoints"
        autocomplete="off"
        spellcheck="false"
      />
    </p>
    <p class="nothing" role="status" hidden>Nothing matches.</p>
    <div class="part">
      <h2>Guide</h2>
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
    )}
  </nav>`

const entry = ({ name, title, endpoint }: EndpointReference): Html => {
  const words = [name, endpoint.method, endpoint.path, endpoint.scope ?? '', endpoint.summary].join(' ')
  return html`<li>
    <a href="#${name}" data-words="${words.toLowerCase()}">${title} ${method(endpoint.method)}</a>
  </li>`
}
