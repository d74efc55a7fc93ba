// The modules of the client that are made of the contract: its types without schemas, and of the table of endpoints
// what a call needs. So the client brings nothing with it, and its types cost a compiler next to nothing.
import { codes, describeTable, endpoints, limits, namedObjects } from '@challenge-service/contract'
import { listWordNames, wordLists } from './words.mjs'
import { listNamed, writeComment, writeMembers, writeType } from './write-type.mjs'

const FOLDER = 'packages/client/src/generated'

const table = describeTable()
const slugs = [...new Set(table.map(({ resource }) => resource.slug))]

// The same on every call, or on every list: declared once, in calls.ts.
const shared = { ActingPerson: ['user_email'], Paging: ['cursor', 'limit', 'order'] }

const isOwn = (name) => !Object.values(shared).flat().includes(name)

const head = (words) => `// Written by \`npm run generate\`: ${words}\n`

/** The imports of the objects that a module names, apart from its own. */
const writeImports = (names, ownSlug) =>
  objectSlugs
    .filter((slug) => slug !== ownSlug)
    .map((slug) => ({ slug, used: listObjects(slug).filter(({ name }) => names.includes(name)) }))
    .filter(({ used }) => used.length > 0)
    .map(
      ({ slug, used }) => `import type { ${used.map(({ name }) => name).join(', ')} } from './${slug}.ts'\n`,
    )
    .join('')

const objectSlugs = [...new Set(namedObjects.map(({ resource }) => resource))]
const listObjects = (slug) => namedObjects.filter(({ resource }) => resource === slug)

/** The import of the words that stand in a text. */
const writeWordImport = (text) => {
  const names = listWordNames(text)
  return names.length === 0 ? '' : `import type { ${names.join(', ')} } from './words.ts'\n`
}

const writeWords = () =>
  [
    head('the words that members take.'),
    ...wordLists.map(
      ({ name, is, words }) =>
        `${writeComment([is])}export type ${name} = ${words.map((word) => JSON.stringify(word)).join(' | ')}\n`,
    ),
  ].join('\n')

/** What an object has beside the one that it repeats; undefined where it also changes or lacks something. */
const findAdded = (schema, base) => {
  if (!base) return undefined
  const names = Object.keys(schema.properties)
  const isKept = Object.entries(base.properties).every(([name, member]) => schema.properties[name] === member)
  return isKept ? names.filter((name) => !Object.hasOwn(base.properties, name)) : undefined
}

const writeInterface = ({ name, is, schema }) => {
  const { repeats } = schema.named
  const added = findAdded(schema, namedObjects.find((one) => one.name === repeats)?.schema)
  const base = added ? ` extends ${repeats}` : ''
  return `${writeComment([is])}export interface ${name}${base} ${writeMembers(schema, added)}\n`
}

const writeObjects = (slug) => {
  const objects = listObjects(slug)
  const text = objects.map(writeInterface).join('\n')
  const used = objects.flatMap(({ schema }) => listNamed(schema))
  return [head('the objects of the contract.'), writeImports(used, slug), writeWordImport(text), text].join(
    '\n',
  )
}

const nameCalls = (slug) => `${slug.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())}Calls`

const writeCalls = (slug) => {
  const own = table.filter(({ resource }) => resource.slug === slug)
  const members = own.map(({ name, endpoint }) => {
    const { summary, notes, scope, result, paged } = endpoint
    const terms = scope === null ? 'Needs a valid token, and no scope.' : `Needs the scope \`${scope}\`.`
    return `${writeComment([`${summary}.`, ...notes, terms])}${name}: {
      input: ${writeInput(endpoint)}
      result: ${writeType(result)}
      paged: ${paged !== null}
    }\n`
  })
  const used = own.flatMap(({ endpoint }) => listNamed({ items: endpoint.result }))
  return [
    head('what each call takes, and what it gives.'),
    writeImports(used),
    writeWordImport(members.join('\n')),
    `export interface ${nameCalls(slug)} {\n${members.join('\n')}}\n`,
  ].join('\n')
}

/** What stands in path, query and body together. */
const writeInput = ({ params, query, body }) => {
  const parts = [params, query, ...(body ? [body] : [])]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = parts.flatMap((part) => part.required ?? [])
  return writeMembers({ properties, required }, Object.keys(properties).filter(isOwn))
}

const writeAllCalls = () => {
  const { query } = endpoints.listEvents
  return [
    head('every call by its name.'),
    ...slugs.map((slug) => `import type { ${nameCalls(slug)} } from './${slug}-calls.ts'`),
    '',
    `export interface Calls extends ${slugs.map(nameCalls).join(', ')} {}\n`,
    `/** What every call takes. */\nexport interface ActingPerson ${writeMembers(query, shared.ActingPerson)}\n`,
    `/** What every call takes that has pages. */\nexport interface Paging ${writeMembers(query, shared.Paging)}\n`,
  ].join('\n')
}

const writeRoutes = () => {
  const routes = Object.entries(endpoints).map(([name, { method, path, query, paged }]) => {
    const names = Object.keys(query.properties).filter(isOwn)
    return `${name}: { method: '${method}', path: '${path}', query: ${JSON.stringify(names)}, paged: ${paged !== null} },`
  })
  return [
    head('the table of endpoints, as far as a call needs it.'),
    "import type { CallRoute } from '../route.ts'\nimport type { Calls } from './calls.ts'\n",
    `export const routes: Readonly<Record<keyof Calls, CallRoute>> = {\n${routes.join('\n')}\n}\n`,
  ].join('\n')
}

const writeCodes = () => {
  const reasons = Object.entries(codes).map(
    ([code, { reasons: sentences }]) =>
      `${code}: {\n${Object.entries(sentences)
        .map(([reason, sentence]) => `/** ${sentence} */\n${reason}: true`)
        .join('\n')}\n}`,
  )
  const names = Object.keys(codes).map((code) => `'${code}'`)
  return [
    head('the codes of errors, and their reasons.'),
    `interface Reasons {\n${reasons.join('\n')}\n}\n`,
    '/** What went wrong: one of eleven. */\nexport type Code = keyof Reasons\n',
    '/** A stable word that tells the cases of one code apart. */',
    'export type Reason<C extends Code = Code> = C extends Code ? keyof Reasons[C] : never\n',
    `export const codes: readonly Code[] = [${names.join(', ')}]\n`,
  ].join('\n')
}

const USED_LIMITS = ['rateWindowMs', 'pageMax', 'signatureToleranceSeconds', 'waitSecondsMax']

const writeLimits = () => {
  const members = USED_LIMITS.map((name) => `${name}: ${limits[name]},`)
  return `${head('the numbers of the contract that the client goes by.')}\nexport const limits = {\n${members.join('\n')}\n} as const\n`
}

const modules = {
  words: writeWords,
  ...Object.fromEntries(objectSlugs.map((slug) => [slug, () => writeObjects(slug)])),
  ...Object.fromEntries(slugs.map((slug) => [`${slug}-calls`, () => writeCalls(slug)])),
  calls: writeAllCalls,
  routes: writeRoutes,
  codes: writeCodes,
  limits: writeLimits,
}

export const clientModules = Object.entries(modules).map(([name, make]) => ({
  path: `${FOLDER}/${name}.ts`,
  make,
  from: 'the contract says',
}))
