// The reference as Markdown, made of the same description of the endpoints as the page and the OpenAPI document.
import {
  describeTable,
  guide,
  hasBody,
  listObjectFields,
  namedObjects,
  resources,
  writeCurl,
} from '@challenge-service/contract'
import { anchorOf, fence, table as tableOf } from './markdown.mjs'

const references = describeTable()
const objectHeading = (name) => `The ${name} object`

const anchors = new Map([
  ...guide.map(({ slug, title }) => [slug, anchorOf(title)]),
  ...resources.map(({ slug, name }) => [slug, anchorOf(name)]),
  ...references.map(({ name, title }) => [name, anchorOf(title)]),
  ...namedObjects.map(({ name }) => [`object-${name}`, anchorOf(objectHeading(name))]),
])

const linked = (text) => text.replaceAll(/\]\(#([^)]+)\)/g, (_, slug) => `](#${anchors.get(slug) ?? slug})`)

const linkTo = (slug, words) => `[${words}](#${anchors.get(slug)})`

const table = (head, rows) =>
  tableOf(
    head,
    rows.map((row) => row.map(linked)),
  )

const blockOf = (block) => {
  switch (block.kind) {
    case 'text':
      return linked(block.text)
    case 'list':
      return block.items.map((item) => `- ${linked(item)}`).join('\n')
    case 'code':
      return fence(block.language, block.text)
    case 'table':
      return table(block.head, block.rows)
    default:
      throw new Error(`a block of an unknown kind: ${block.kind}`)
  }
}

const typeOf = ({ type, object, nullable }) =>
  (object ? type.replace(object, () => linkTo(`object-${object}`, object)) : type) +
  (nullable ? ' or null' : '')

const boundsOf = ({ expects, values, fallback }, isSent) =>
  [
    values ? `${values.map((value) => `\`${value}\``).join(', ')}.` : '',
    !values && isSent && expects ? `${expects[0].toUpperCase()}${expects.slice(1)}.` : '',
    fallback === undefined ? '' : `Default \`${fallback}\`.`,
  ]
    .filter(Boolean)
    .join(' ')

const meaningOf = (field, isSent) => [field.meaning, boundsOf(field, isSent)].filter(Boolean).join(' ')

const inputsOf = ({ params, query, body, endpoint }) => {
  const rows = (place, fields) =>
    fields.map((field) => [
      `\`${field.path}\``,
      place,
      typeOf(field),
      field.required ? 'yes' : '',
      meaningOf(field, true),
    ])
  const inQuery = hasBody(endpoint) ? query.filter(({ name }) => name !== 'user_email') : query
  return table(
    ['Name', 'In', 'Type', 'Required', 'Meaning'],
    [...rows('path', params), ...rows('query', inQuery), ...rows('body', body)],
  )
}

const describeResult = ({ endpoint, result }) => {
  const type = result.object
    ? result.type.replace(result.object, () => linkTo(`object-${result.object}`, result.object))
    : result.type
  const paged = endpoint.paged ? ', with `next_cursor` beside it' : ''
  return `**Answer** ${endpoint.statuses.join(' or ')}, \`data\`: ${type}${paged}.`
}

const refusalsOf = ({ refusals }) =>
  [
    `**Errors** (what they mean: ${linkTo('errors', 'Errors')})`,
    '',
    ...refusals.map(
      ({ status, code, reasons }) =>
        `- ${status} \`${code}\`: ${reasons.map(({ reason }) => `\`${reason}\``).join(', ')}`,
    ),
  ].join('\n')

const termsOf = ({ endpoint: { method, path, scope, creates, extension } }) =>
  [
    `\`${method} ${path}\``,
    scope === null ? 'no scope' : `scope \`${scope}\``,
    method === 'GET' ? 'a read' : 'a write',
    creates ? 'counts against the quota' : 'does not count against the quota',
    ...(extension ? ['extension'] : []),
  ].join(' · ')

const endpointOf = (reference) => [
  `### ${reference.title}`,
  termsOf(reference),
  `${reference.endpoint.summary}.`,
  ...reference.endpoint.notes.map(linked),
  inputsOf(reference),
  describeResult(reference),
  fence('sh', writeCurl(reference, 'http://127.0.0.1:8080')),
  fence('json', JSON.stringify(reference.sample.response, null, 2)),
  refusalsOf(reference),
]

const objectOf = (object) => [
  `### ${objectHeading(object.name)}`,
  object.repeats
    ? `${object.is} Everything of ${linkTo(`object-${object.repeats}`, object.repeats)}, and:`
    : object.is,
  table(
    ['Member', 'Type', 'Meaning'],
    listObjectFields(object).map((field) => [
      `\`${field.path}\`${field.required ? '' : ' (optional)'}`,
      typeOf(field),
      meaningOf(field, false),
    ]),
  ),
]

const objectsOf = (slug) => namedObjects.filter(({ resource }) => resource === slug).flatMap(objectOf)

const contents = [
  ...guide.map(({ slug, title }) => `- ${linkTo(slug, title)}`),
  ...resources.flatMap(({ slug, name }) => [
    `- ${linkTo(slug, name)}`,
    ...references
      .filter(({ resource }) => resource.slug === slug)
      .map(({ name: endpoint, title }) => `  - ${linkTo(endpoint, title)}`),
  ]),
].join('\n')

/** The whole file, before Prettier has laid it out. */
export const apiReference = () =>
  [
    '# API reference',
    '<!-- Made by `npm run generate` from packages/contract/src. Edit that, not this file. -->',
    'A running service shows the same at `/docs`, where calls can be tried, and as OpenAPI 3.1 at `/openapi.json`.',
    contents,
    ...guide.flatMap(({ slug, title, blocks }) => [
      `## ${title}`,
      ...blocks.map(blockOf),
      ...objectsOf(slug),
    ]),
    ...resources.flatMap(({ slug, name, description }) => [
      `## ${name}`,
      description,
      ...references.filter(({ resource }) => resource.slug === slug).flatMap(endpointOf),
      ...objectsOf(slug),
    ]),
  ].join('\n\n')
