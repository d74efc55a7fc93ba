// The reference as one page, rendered here from the table of endpoints. Written by hand, because the
// ready-made renderers weigh megabytes, fetch from other hosts, or need inline script. It reads completely
// without JavaScript and without a network.
import {
  describeTable,
  guide,
  listObjectFields,
  namedObjects,
  resources,
  type ObjectReference,
  type Table,
} from '@challenge-service/contract'
import { html, type Html } from '../../kernel/html.ts'
import { contents, type Chapter } from './contents.ts'
import { diagram } from './diagrams.ts'
import { endpointSection } from './endpoint-section.ts'
import { fieldTable } from './field-table.ts'
import { renderFrame } from './frame.ts'
import { inline, section } from './prose.ts'
import type { BaseUrl } from './request-sample.ts'

export interface PageOptions {
  readonly publicUrl?: string | undefined
  readonly table?: Table
  /** What the operator calls the service. */
  readonly siteName?: string
}

const SOMEWHERE = 'http://127.0.0.1:8080'

export const renderPage = ({
  publicUrl,
  table,
  siteName = 'Challenge Service',
}: PageOptions = {}): string => {
  const references = describeTable(table)
  const chapters = resources.map((resource): Chapter => ({
    resource,
    references: references.filter((reference) => reference.resource.slug === resource.slug),
  }))
  const base: BaseUrl = { url: publicUrl ?? SOMEWHERE, guessed: publicUrl === undefined }
  return renderFrame({
    siteName,
    title: 'API reference',
    contents: contents(guide, chapters),
    main: html`${opening()} ${guide.map((part) => [section(part), renderObjects(part.slug)])}
      ${chapters.map((chapter) => renderChapter(chapter, base))}
      <footer>
        <p>Machine-readable: <a href="openapi.json">openapi.json</a></p>
      </footer>`,
  })
}

const opening = (): Html =>
  html`<header class="opening">
    <h1>Challenge Service API</h1>
    <p class="lead">
      One person makes a claim and names an opponent, a stake and a due date. The opponent accepts or
      declines, and in the end the two agree on who won, or dispute it. The API is JSON over HTTP, for bots,
      scripts and assistants that act for a person.
    </p>
    <p>
      The examples use curl, TypeScript with <a href="docs/client">the typed client</a>, or Python’s standard
      library. They read the token from the variable <code>TOKEN</code>.
    </p>
    <p class="links">
      <a href="docs/guide">API guide</a> <a href="#authentication">Authentication</a>
      <a href="#createChallenge">Create a challenge</a>
      <a href="openapi.json">OpenAPI document</a>
    </p>
  </header>`

const renderChapter = ({ resource, references }: Chapter, base: BaseUrl): Html =>
  html`<section class="resource" id="${resource.slug}">
    <h2><a href="#${resource.slug}">${resource.name}</a></h2>
    <p class="lead">${inline(resource.description)}</p>
    ${resource.slug === 'challenges' && life()}
    ${references.map((reference) => endpointSection(reference, base))} ${renderObjects(resource.slug)}
  </section>`

const life = (): Html =>
  html`${diagram('challenge')}
    <p><a href="docs/life-of-a-challenge">Life of a challenge</a> explains each move and deadline.</p>`

const renderObjects = (slug: string): readonly Html[] =>
  namedObjects.filter(({ resource }) => resource === slug).map(objectTable)

const objectTable = (object: ObjectReference): Html => {
  const { name, is, repeats } = object
  const repeated =
    repeats !== undefined &&
    html` Everything of <a href="#object-${repeats}">${repeats}</a>, and what is shown here.`
  return html`<section class="object" id="object-${name}">
    <h3><a href="#object-${name}">${name}</a> <span class="tag">Object</span></h3>
    <p>${is}${repeated}</p>
    ${fieldTable({ title: 'Members', fields: listObjectFields(object), sent: false })}
  </section>`
}
