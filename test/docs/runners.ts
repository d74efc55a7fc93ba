// Which test runs which blocks of the documents, and what it does with them. A test takes its blocks by the name of
// its line here, so a new block of the same kind is run as soon as it is written; one that fits no line is a failure.
import { listBlocks, type Block } from './blocks.ts'

interface Runner {
  readonly documents: RegExp
  readonly languages: readonly string[]
  /** Only those under these headings. */
  readonly under?: readonly string[]
  /** Only those with this comment above them, or none. */
  readonly mark?: RegExp
  readonly how: string
}

const NOT_RUN = /^not run$/
const VERIFYING = ['Node.js with our client', 'Node.js without packages', 'Python']

export const runners = {
  guides: {
    documents: /^docs\/guide(-groups)?\.md$/,
    languages: ['sh', 'jsonc', 'http', 'text'],
    mark: /^(?!not run$)/,
    how: 'the commands are run in one shell against a service; the answers must be those that came',
  },
  'generated pages': {
    documents: /^docs\/(command-line|life-of-a-challenge)\.md$/,
    languages: ['text', 'mermaid'],
    how: '`npm run check` makes the page again from the code, and it must be the same',
  },
  'played pages': {
    documents: /^docs\/assistants\.md$/,
    languages: ['text', 'sh', 'json'],
    how: 'the page is made again with a running service, and must be the same',
  },
  'calls of the reference': {
    documents: /^docs\/api\.md$/,
    languages: ['sh'],
    how: 'sent to a service, which must not find fault with the form of any; its path leads to an endpoint',
  },
  'answers of the reference': {
    documents: /^docs\/api\.md$/,
    languages: ['json', 'http'],
    how: 'held against the schema of the answer in openapi.json; what is cut by … against one that a service gives',
  },
  'signature of the reference': {
    documents: /^docs\/api\.md$/,
    languages: ['js', 'python', 'text'],
    how: 'the code is run on the signature that stands beside it, and on others',
  },
  'first call': {
    documents: /^README\.md$/,
    languages: ['sh', 'json'],
    under: ['First call'],
    how: 'run against the demonstration; the response must be the one that came, where it is not shortened',
  },
  'commands of contributors': {
    documents: /^(README|CONTRIBUTING|test\/README|docs\/performance|packages\/client\/README)\.md$/,
    languages: ['sh'],
    under: ['Start', 'Set up and run', 'Test', 'Tests', 'How to measure', 'Install'],
    how: 'they install, test, serve or measure for long: checked are the syntax, and that scripts, options, files and tests of these names are there',
  },
  'start of the guide': {
    documents: /^docs\/guide\.md$/,
    languages: ['sh'],
    mark: NOT_RUN,
    how: 'they install and serve: checked as those of contributors',
  },
  transcripts: {
    documents: /^docs\/(operating|several-nodes|settings)\.md$/,
    languages: ['console'],
    how: 'each command is run, from the top of its page to the end; it must print what is shown',
  },
  'recipes of operating': {
    documents: /^docs\/operating\.md$/,
    languages: ['sh'],
    under: ['Backups', 'A restore drill', 'Restoring'],
    mark: /^(?!with systemd$)/,
    how: 'run on a database that is being served',
  },
  'commands of installing': {
    documents: /^docs\/(operating|several-nodes)\.md$/,
    languages: ['sh'],
    under: [
      'Install in a container',
      'Install with systemd',
      'TLS and the proxy',
      'Operating several nodes',
      'Nodes',
      'Backups of PostgreSQL',
      'Restoring PostgreSQL',
    ],
    how: 'they change a machine: checked are the syntax, and that files, scripts, settings and commands of these names are there',
  },
  'timer of backups': {
    documents: /^docs\/operating\.md$/,
    languages: ['sh'],
    under: ['Backups'],
    mark: /^with systemd$/,
    how: 'checked as those of installing',
  },
  'settings of one node': {
    documents: /^docs\/operating\.md$/,
    languages: ['ini'],
    under: ['Install with systemd'],
    how: 'a service is started with them, with a mail server of the test in the place of the one in the document',
  },
  'commands of operating': {
    documents: /^docs\/operating\.md$/,
    languages: ['sh'],
    under: ['The first account', 'Email', 'A team and its bot', 'Privacy'],
    how: 'run in one shell beside that service, from the top of the page to its end',
  },
  'settings of several nodes': {
    documents: /^docs\/several-nodes\.md$/,
    languages: ['ini'],
    how: 'read as the service reads them at its start',
  },
  'credentials of the units': {
    documents: /^docs\/operating\.md$/,
    languages: ['ini'],
    under: ['Secrets in files'],
    how: 'each line is one that the units have behind a #',
  },
  'statements for PostgreSQL': {
    documents: /^docs\/several-nodes\.md$/,
    languages: ['sql'],
    how: 'run on a real PostgreSQL by its superuser; the role then serves',
  },
  'tracing of operating': {
    documents: /^docs\/operating\.md$/,
    languages: ['js'],
    under: ['Traces'],
    how: 'loaded before a service, which then prints a span for a call',
  },
  'key of operating': {
    documents: /^docs\/operating\.md$/,
    languages: ['sh'],
    under: ['Keys'],
    how: 'run; the service takes the key that it prints',
  },
  'trial of webhooks': {
    documents: /^docs\/webhooks\.md$/,
    languages: ['sh'],
    under: ['Try it'],
    how: 'run step by step against the demonstration',
  },
  'receivers of webhooks': {
    documents: /^docs\/webhooks\.md$/,
    languages: ['js', 'python'],
    under: VERIFYING,
    how: 'each is started and sent genuine deliveries and others',
  },
  'pieces of webhooks': {
    documents: /^docs\/webhooks\.md$/,
    languages: ['json', 'sh', 'sql'],
    under: ['Deliveries', 'Responses and retries', 'Custom headers'],
    how: 'the event is held against one that is delivered, the call is sent, the statement run on both engines',
  },
  'code of the client': {
    documents: /^packages\/client\/README\.md$/,
    languages: ['ts'],
    how: 'compiled under strict, and run where it is a program of its own',
  },
  'a first test': {
    documents: /^CONTRIBUTING\.md$/,
    languages: ['ts'],
    how: 'it is test/support/fixtures.test.ts',
  },
  drawings: {
    documents: /^(ARCHITECTURE|packages\/server\/src\/.*README)\.md$/,
    languages: ['text'],
    how: 'nothing to run: the files that they name must be there',
  },
} satisfies Readonly<Record<string, Runner>>

export type RunnerName = keyof typeof runners

const fits = ({ documents, languages, under, mark }: Runner, block: Block): boolean =>
  documents.test(block.document) &&
  languages.includes(block.language) &&
  (under === undefined || under.includes(block.heading)) &&
  (mark === undefined || mark.test(block.mark))

export const listRunners = (block: Block): readonly string[] =>
  Object.entries(runners).flatMap(([name, runner]) => (fits(runner, block) ? [name] : []))

/** The blocks of one line above, in the order of the documents. */
export const takeBlocks = (name: RunnerName): readonly Block[] => {
  const taken = listBlocks().filter((block) => fits(runners[name], block))
  if (taken.length === 0) throw new Error(`no document has blocks for: ${name}`)
  return taken
}
