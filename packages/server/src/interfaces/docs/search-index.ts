// What the search looks through: every part of the reference and every section of the guides, as plain text.
import {
  describeTable,
  guide as referenceGuide,
  listObjectFields,
  namedObjects,
  type EndpointReference,
  type Field,
} from '@challenge-service/contract'
import { guides, readGuide, type Guide } from './guides.ts'
import { renderGuide, toPlainText } from './markdown.ts'
import { section } from './prose.ts'

export interface SearchEntry {
  /** From where /docs is. */
  readonly url: string
  readonly title: string
  /** The page that it is a part of. */
  readonly page: string
  /** Found before others, like the title: the path of an endpoint and its scope. */
  readonly label: string
  readonly words: string
}

const REFERENCE = 'API reference'

export const makeSearchIndex = (): readonly SearchEntry[] => [
  ...describeTable().map(endpointEntry),
  ...referenceGuide.map((part) => ({
    url: `docs#${part.slug}`,
    title: part.title,
    page: REFERENCE,
    label: '',
    words: toPlainText(section(part).text.replace(/^[^]*?<\/h2>/, '')),
  })),
  ...namedObjects.map((object) => ({
    url: `docs#object-${object.name}`,
    title: object.name,
    page: REFERENCE,
    label: 'Object',
    words: [object.is, ...listFieldWords(listObjectFields(object))].join(' '),
  })),
  ...guides.flatMap(guideEntries),
]

const endpointEntry = (reference: EndpointReference): SearchEntry => {
  const { name, title, endpoint, params, query, body, refusals } = reference
  const { method, path, scope, summary, notes } = endpoint
  const reasons = refusals.flatMap((refusal) => refusal.reasons.filter(({ common }) => !common))
  return {
    url: `docs#${name}`,
    title,
    page: REFERENCE,
    label: [method, path, scope, name].filter(Boolean).join(' '),
    words: [
      `${summary}.`,
      ...notes,
      ...listFieldWords([...params, ...query, ...body]),
      ...reasons.map(({ reason, sentence }) => `${reason}: ${sentence}`),
    ]
      .join(' ')
      .replaceAll(/[`*]|\[|\]\(#[^)]+\)/g, ''),
  }
}

const listFieldWords = (fields: readonly Field[]): readonly string[] =>
  fields.map(({ path, meaning }) => `${path}: ${meaning ?? ''}`)

const guideEntries = (guide: Guide): readonly SearchEntry[] =>
  renderGuide(guide, readGuide(guide)).sections.map(({ id, text, words }) => ({
    url: `docs/${guide.slug}#${id}`,
    title: text,
    page: guide.title,
    label: '',
    words,
  }))
