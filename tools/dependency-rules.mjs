// Who may import whom, as dependency-cruiser rules. Anything not named in `rooms` or `slices` is refused,
// so that a new folder is a decision and not an accident. Type-only imports count like any other.

const contract = '^packages/contract/src/'
const server = '^packages/server/src/'
const client = '^packages/client/src/'
const test = String.raw`\.test\.ts$`

// The rooms of packages/server/src, and the three files beside them.
const rooms = [
  'kernel',
  'config',
  'log',
  'store',
  'limits',
  'features',
  'mail',
  'wording',
  'operations',
  'ops',
  'interfaces',
  'delivery',
  'jobs',
  'cli',
]
const roots = ['app', 'service', 'outgoing', 'warn-at-start']

// The slices of features/: one may import those of earlier lines only.
const slices = [
  ['access'],
  ['security'],
  ['limits', 'idempotency', 'sessions', 'profile', 'nodes'],
  ['passkeys', 'tokens', 'calendar'],
  ['sign-in'],
  ['events'],
  ['records', 'statistics'],
  ['challenges'],
  ['tally', 'groups', 'webhooks', 'questions', 'mail-preferences'],
  ['privacy'],
  ['encryption-keys'],
]

const room = (...names) => `${server}(${names.join('|')})/`
const root = (...names) => `${server}(${names.join('|')})[.]ts$`
const slice = (...names) => `${server}features/(${names.join('|')})/`
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

// npm installs one of the two, which depends on the Node: the other leads nowhere and has no path but its name.
const bareSqlite = '^(better-sqlite3|@challenge-service/sqlite-for-older-node)$'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const source = (path, ...except) => ({ path, pathNot: [test, ...except] })

const onlyIn = (name, homes, packages) =>
  forbid(
    name,
    `only ${homes.length === 1 ? 'one place' : 'few places'} may import it`,
    source('^packages/', ...homes),
    { path: npm(...packages) },
  )

const sliceOrder = slices.flatMap((line, index) =>
  line.flatMap((name) => {
    const later = slices
      .slice(index)
      .flat()
      .filter((other) => other !== name)
    // The very last one may import all others.
    if (later.length === 0) return []
    return forbid(
      `slice-order-${name}`,
      `${name} may import only slices of an earlier line`,
      source(slice(name)),
      {
        path: slice(...later),
      },
    )
  }),
)

export const forbidden = [
  forbid(
    'resolvable',
    'an import that leads nowhere escapes every other rule',
    {},
    { couldNotResolve: true, pathNot: bareSqlite },
  ),
  forbid('no-cycles', 'modules form no circle, type-only imports included', {}, { circular: true }),
  forbid(
    'no-import-of-tests',
    'tests are the end of the line',
    { pathNot: test },
    { path: [test, '^test/'] },
  ),
  forbid(
    'room-is-known',
    'a new folder of the server is added to `rooms` first',
    { path: `${server}(?!(${rooms.join('|')})/|(${roots.join('|')})[.]ts$)`, pathNot: test },
    {},
  ),
  forbid(
    'slice-is-known',
    'a new slice is added to `slices` first',
    { path: `${server}features/(?!(${slices.flat().join('|')})/)[^/]+/`, pathNot: test },
    {},
  ),
  forbid(
    'features-share-little',
    'what all slices share knows access alone',
    source(`${server}features/[^/]+[.]ts$`),
    { path: room('features'), pathNot: [`${server}features/[^/]+[.]ts$`, slice('access')] },
  ),
  forbid('contract-stands-alone', 'the contract runs anywhere: itself and typebox only', source(contract), {
    pathNot: [contract, npm('typebox')],
  }),
  forbid(
    'client-stands-alone',
    'the client runs anywhere, and is one package to install: itself only, nothing of Node and no other package',
    source(client),
    { pathNot: [client] },
  ),
  forbid(
    'kernel-is-pure',
    'the kernel imports itself, the contract, and of Node only cryptography, checksums, turns and the reading of addresses',
    source(room('kernel')),
    {
      pathNot: [contract, room('kernel'), '^(node:)?(crypto|zlib|net|timers/promises)$'],
    },
  ),
  forbid('config-is-low', 'settings know nothing of what they set', source(room('config')), {
    path: server,
    pathNot: [room('config', 'kernel', 'store'), `${server}wording/words[.]ts$`],
  }),
  forbid('log-is-low', 'the log knows its settings, and no one who writes to it', source(room('log')), {
    path: server,
    pathNot: [room('log', 'config', 'kernel')],
  }),
  forbid(
    'limits-are-low',
    'limits know the kernel and the log: neither storage nor who is limited',
    source(room('limits')),
    { path: server, pathNot: [room('limits', 'kernel', 'log')] },
  ),
  forbid('store-below-features', 'storage knows the kernel only', source(room('store')), {
    path: server,
    pathNot: [room('store', 'kernel')],
  }),
  forbid(
    'rules-are-pure',
    'rules import the kernel, the contract and other rules only',
    source(`${server}.+[.]rules[.]ts$`),
    { pathNot: [contract, room('kernel'), `${server}.+[.]rules[.]ts$`] },
  ),
  forbid(
    'queries-see-storage-only',
    "a slice's queries import its own rules and queries, who is asking (access), the kernel and store/ only",
    source(`${server}features/([^/]+)/.+[.]store[.]ts$`),
    {
      pathNot: [
        contract,
        room('kernel', 'store'),
        `${server}features/$1/.+[.](rules|store)[.]ts$`,
        `${server}features/access/(?!.*[.](routes|service|view)[.]ts$)`,
      ],
    },
  ),
  forbid('features-below-operations', 'no slice knows how it is reached', source(room('features')), {
    path: room('operations', 'ops', 'interfaces', 'wording'),
  }),
  forbid('features-below-workers', 'no slice knows who drives it', source(room('features')), {
    path: [room('delivery', 'jobs', 'cli'), root(...roots)],
  }),
  forbid('mail-below-features', 'mail knows people, and no other slice', source(room('mail')), {
    path: server,
    pathNot: [room('mail', 'wording', 'kernel', 'store', 'config'), slice('access')],
  }),
  forbid(
    'wording-knows-no-interface',
    'what a challenge says in words is made of the contract alone, for every interface and for mails',
    source(room('wording')),
    { path: server, pathNot: room('wording', 'kernel') },
  ),
  forbid(
    'operations-know-no-interface',
    'input, the one transaction and calls from within know neither who asks nor how',
    source(room('operations')),
    { path: server, pathNot: room('operations', 'features', 'limits', 'store', 'log', 'config', 'kernel') },
  ),
  forbid('operations-know-no-http', 'operations know neither HTTP nor HTML', source(room('operations')), {
    path: ['^(node:)?https?$', `${server}kernel/html[.]ts$`],
  }),
  forbid('ops-below-interfaces', 'what an operator reads knows no interface', source(room('ops')), {
    path: room('interfaces', 'wording'),
  }),
  forbid(
    'interfaces-stand-apart',
    'no interface imports another: what two of them need is in interfaces/http, operations or wording',
    source(`${server}interfaces/(api|site|mcp|docs)/`),
    {
      path: room('interfaces'),
      pathNot: [`${server}interfaces/$1/`, `${server}interfaces/http/`],
    },
  ),
  forbid(
    'pages-see-no-storage',
    'a page reads by the queries of slices, and changes something by an operation or an endpoint',
    source(`${server}interfaces/site/`),
    { path: [room('store'), `${server}.+[.]store[.]ts$`] },
  ),
  forbid(
    'shared-http-hands-on-no-storage',
    'what interfaces share would hand a store on to pages',
    source(`${server}interfaces/http/`),
    { path: `${server}.+[.]store[.]ts$` },
  ),
  forbid(
    'shared-http-below-interfaces',
    'what several interfaces share knows none of them',
    source(`${server}interfaces/http/`),
    { path: room('interfaces', 'wording'), pathNot: `${server}interfaces/http/` },
  ),
  forbid(
    'interfaces-below-workers',
    'no interface drives a worker',
    source(room('operations', 'ops', 'interfaces')),
    { path: [room('delivery', 'jobs', 'cli'), root(...roots)] },
  ),
  forbid('workers-below-interfaces', 'no worker answers requests', source(room('delivery', 'jobs')), {
    path: room('operations', 'interfaces', 'cli'),
  }),
  forbid(
    'http-client-knows-no-queue',
    'the HTTP client of deliveries knows neither their queue nor their engine',
    source(`${server}delivery/http/`),
    { path: room('delivery'), pathNot: `${server}delivery/http/` },
  ),
  forbid(
    'queue-below-engine',
    'the queue of deliveries knows the words of the HTTP client, and not who drives both',
    source(`${server}delivery/queue/`),
    { path: room('delivery'), pathNot: `${server}delivery/(queue|http)/` },
  ),
  forbid(
    'composition-is-last',
    'the composition is imported by the command line and by itself only',
    source('^packages/', room('cli'), root(...roots)),
    { path: root(...roots) },
  ),
  forbid('command-line-is-a-door', 'nothing stands on the command line', source('^packages/', room('cli')), {
    path: room('cli'),
  }),
  forbid(
    'environment-has-one-home',
    'settings are read in config/ only',
    source('^packages/', room('config')),
    { path: '^(node:)?process$' },
  ),
  onlyIn('outgoing-http-has-one-home', [room('delivery')], ['undici']),
  onlyIn('traces-have-one-home', [`${server}log/open-telemetry[.]ts$`], ['@opentelemetry/[^/]+']),
  onlyIn('smtp-has-one-home', [`${server}mail/smtp[.]ts$`], ['nodemailer']),
  forbid(
    'sqlite-has-one-home',
    'only one place may import it',
    source('^packages/', `${server}store/sqlite/`),
    { path: [npm('better-sqlite3'), bareSqlite] },
  ),
  onlyIn('postgres-has-one-home', [`${server}store/postgres/`], ['pg', 'pg-[^/]+']),
  onlyIn('redis-has-one-home', [`${server}limits/redis-connection[.]ts$`], ['@redis/[^/]+']),
  onlyIn('mcp-has-one-home', [`${server}interfaces/mcp/`], ['@modelcontextprotocol/[^/]+']),
  onlyIn('fastify-has-one-home', [room('ops', 'interfaces'), root('app')], ['fastify', '@fastify/[^/]+']),
  ...sliceOrder,
]
