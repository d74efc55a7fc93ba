// Trees of faults, written to a temporary folder at each run: every import rule, the clock rule and every
// lint rule that the house relies on is broken here once, and must be reported. `lawful` must pass.

const server = (path) => `packages/server/src/${path}`
const features = (path) => server(`features/${path}`)

/** Each fault: the rule that must report it, the file, what it imports (type-only, or `late` by `import()`). */
export const plantedImports = [
  ['resolvable', server('store/lost.ts'), './nowhere.ts'],
  ['no-cycles', server('kernel/circle-a.ts'), './circle-b.ts'],
  ['no-import-of-tests', server('kernel/leans.ts'), './ids.test.ts'],
  ['room-is-known', server('utils/text.ts'), '../kernel/ids.ts'],
  ['slice-is-known', features('gossip/gossip.service.ts'), '../../kernel/ids.ts'],
  ['features-share-little', features('shared.ts'), './tally/tally.view.ts'],
  ['contract-stands-alone', 'packages/contract/src/hash.ts', 'node:crypto'],
  ['contract-stands-alone', 'packages/contract/src/frame.ts', 'fastify'],
  ['client-stands-alone', 'packages/client/src/hash.ts', 'node:crypto'],
  ['client-stands-alone', 'packages/client/src/shapes.ts', '@challenge-service/contract'],
  ['client-stands-alone', 'packages/client/src/insider.ts', '../../server/src/kernel/ids.ts'],
  ['kernel-is-pure', server('kernel/disk.ts'), 'node:fs'],
  ['kernel-is-pure', server('kernel/rows.ts'), '../store/statements.ts'],
  ['config-is-low', server('config/greedy.ts'), '../interfaces/api/mount-api.ts'],
  ['store-below-features', server('store/nosy.ts'), '../features/access/access.rules.ts'],
  ['store-below-features', server('store/settings.ts'), '../config/config.ts'],
  ['limits-are-low', server('limits/nosy.ts'), '../store/statements.ts'],
  ['log-is-low', server('log/nosy.ts'), '../store/statements.ts'],
  ['rules-are-pure', features('tally/hash.rules.ts'), 'node:crypto'],
  ['rules-are-pure', features('tally/rows.rules.ts'), '../../store/statements.ts'],
  ['rules-are-pure', features('tally/web.rules.ts'), '../../interfaces/api/mount-api.ts'],
  ['queries-see-storage-only', features('tally/web.store.ts'), '../../interfaces/api/mount-api.ts'],
  ['queries-see-storage-only', features('tally/other.store.ts'), '../challenges/challenge.rules.ts'],
  ['queries-see-storage-only', features('tally/view.store.ts'), './tally.view.ts'],
  ['features-below-operations', features('tally/web.service.ts'), '../../interfaces/api/mount-api.ts'],
  ['features-below-operations', features('tally/call.routes.ts'), '../../operations/input.ts'],
  ['features-below-workers', features('tally/send.service.ts'), '../../delivery/send.ts'],
  ['features-below-workers', features('tally/up.routes.ts'), '../../app.ts'],
  ['mail-below-features', server('mail/nosy.ts'), '../features/challenges/challenge.rules.ts'],
  ['wording-knows-no-interface', server('wording/page.ts'), '../interfaces/site/page.ts'],
  ['wording-knows-no-interface', server('wording/rows.ts'), '../features/challenges/challenge.store.ts'],
  ['operations-know-no-interface', server('operations/page.ts'), '../interfaces/site/page.ts'],
  ['operations-know-no-http', server('operations/page-text.ts'), '../kernel/html.ts'],
  ['operations-know-no-http', server('operations/request.ts'), 'node:http'],
  ['ops-below-interfaces', server('ops/page.ts'), '../interfaces/site/page.ts'],
  ['interfaces-stand-apart', server('interfaces/mcp/page.ts'), '../site/page.ts'],
  ['interfaces-stand-apart', server('interfaces/site/tool.ts'), '../mcp/tool.ts'],
  [
    'shared-http-hands-on-no-storage',
    server('interfaces/http/rows.ts'),
    '../../features/access/access.store.ts',
  ],
  ['pages-see-no-storage', server('interfaces/site/rows.ts'), '../../features/access/access.store.ts'],
  ['pages-see-no-storage', server('interfaces/site/reader.ts'), '../../store/statements.ts'],
  ['shared-http-below-interfaces', server('interfaces/http/page.ts'), '../site/page.ts'],
  ['interfaces-below-workers', server('interfaces/api/sender.ts'), '../../delivery/send.ts'],
  ['workers-below-interfaces', server('jobs/answer.ts'), '../interfaces/api/mount-api.ts'],
  ['http-client-knows-no-queue', server('delivery/http/greedy.ts'), '../send.ts'],
  ['queue-below-engine', server('delivery/queue/greedy.ts'), '../send.ts'],
  ['composition-is-last', server('delivery/all.ts'), '../service.ts'],
  ['command-line-is-a-door', server('mail/command.ts'), '../cli/main.ts'],
  ['environment-has-one-home', server('ops/env.ts'), 'node:process'],
  ['outgoing-http-has-one-home', server('jobs/fetch.ts'), 'undici'],
  ['outgoing-http-has-one-home', server('jobs/fetch-late.ts'), 'undici', 'late'],
  ['traces-have-one-home', server('ops/second-tracer.ts'), '@opentelemetry/api'],
  ['smtp-has-one-home', server('mail/second.ts'), 'nodemailer'],
  ['sqlite-has-one-home', server('store/postgres/lite.ts'), 'better-sqlite3'],
  ['sqlite-has-one-home', server('store/sqlite.ts'), 'better-sqlite3'],
  ['sqlite-has-one-home', server('store/older.ts'), '@challenge-service/sqlite-for-older-node'],
  ['postgres-has-one-home', features('access/pool.service.ts'), 'pg'],
  ['redis-has-one-home', server('jobs/count.ts'), '@redis/client', 'late'],
  ['redis-has-one-home', server('limits/second.ts'), '@redis/client'],
  ['mcp-has-one-home', server('interfaces/assistants.ts'), '@modelcontextprotocol/server'],
  ['fastify-has-one-home', features('access/frame.routes.ts'), 'fastify'],
  ['slice-order-access', features('access/late.service.ts'), '../events/event.service.ts'],
  ['slice-order-limits', features('limits/late.service.ts'), '../idempotency/key.store.ts'],
  ['slice-order-idempotency', features('idempotency/late.service.ts'), '../events/event.service.ts'],
  ['slice-order-security', features('security/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-sessions', features('sessions/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-calendar', features('calendar/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-profile', features('profile/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-passkeys', features('passkeys/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-sign-in', features('sign-in/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-tokens', features('tokens/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-calendar', features('calendar/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-events', features('events/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-records', features('records/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-statistics', features('statistics/late.service.ts'), '../challenges/challenge.rules.ts'],
  ['slice-order-challenges', features('challenges/late.service.ts'), '../tally/tally.view.ts'],
  ['slice-order-tally', features('tally/late.service.ts'), '../questions/question.view.ts'],
  ['slice-order-groups', features('groups/late.service.ts'), '../questions/question.view.ts'],
  ['slice-order-webhooks', features('webhooks/late.service.ts'), '../questions/question.view.ts'],
  ['slice-order-questions', features('questions/late.service.ts'), '../tally/tally.view.ts'],
  [
    'slice-order-mail-preferences',
    features('mail-preferences/late.service.ts'),
    '../questions/question.view.ts',
  ],
  ['slice-order-nodes', features('nodes/late.service.ts'), '../encryption-keys/load.service.ts'],
  ['slice-order-privacy', features('privacy/late.service.ts'), '../encryption-keys/load.service.ts'],
].map(([rule, file, target, late]) => ({ rule, file, target, late: late !== undefined }))

/** Files that keep every rule, with what they import: none of them may be reported. */
export const lawful = {
  'packages/contract/src/index.ts': ['typebox'],
  'packages/client/src/runtime.ts': [],
  'packages/client/src/index.ts': ['./runtime.ts'],
  [server('kernel/circle-b.ts')]: ['./circle-a.ts'],
  [server('kernel/ids.ts')]: ['@challenge-service/contract'],
  [server('kernel/ids.test.ts')]: ['vitest', 'node:fs', './ids.ts'],
  [server('config/config.ts')]: ['node:process', '../kernel/ids.ts'],
  [server('store/statements.ts')]: ['node:crypto', '../kernel/ids.ts'],
  [server('store/sqlite/writer.ts')]: ['better-sqlite3', '../statements.ts'],
  [server('store/postgres/pool.ts')]: ['pg', '../statements.ts'],
  [features('route.ts')]: ['./access/access.rules.ts', '../store/statements.ts'],
  [features('access/access.rules.ts')]: ['../../kernel/ids.ts', '@challenge-service/contract'],
  [features('access/access.store.ts')]: ['./access.rules.ts', '../../store/statements.ts'],
  [features('idempotency/key.store.ts')]: ['../access/access.store.ts', '../../store/statements.ts'],
  [features('events/event.service.ts')]: ['../access/access.store.ts', 'node:crypto'],
  [features('challenges/challenge.rules.ts')]: ['../access/access.rules.ts'],
  [features('challenges/challenge.store.ts')]: ['./challenge.rules.ts', '../access/access.store.ts'],
  [features('challenges/challenge.routes.ts')]: ['../route.ts', './challenge.store.ts'],
  [features('tally/tally.view.ts')]: ['../challenges/challenge.rules.ts'],
  [features('questions/question.view.ts')]: ['@challenge-service/contract'],
  [features('encryption-keys/load.service.ts')]: ['../questions/question.view.ts'],
  [server('mail/messages.ts')]: ['../features/access/access.store.ts'],
  [server('mail/smtp.ts')]: ['nodemailer', './messages.ts'],
  [server('kernel/html.ts')]: [],
  [server('wording/status.ts')]: ['@challenge-service/contract', '../kernel/ids.ts'],
  [server('operations/input.ts')]: ['../features/access/access.store.ts', '../kernel/ids.ts'],
  [server('ops/probes.ts')]: ['fastify', 'node:http', '../operations/input.ts'],
  [server('interfaces/http/head.ts')]: ['fastify', '../../ops/probes.ts'],
  [server('interfaces/api/mount-api.ts')]: ['fastify', '../http/head.ts', '../../operations/input.ts'],
  [server('interfaces/site/page.ts')]: ['../http/head.ts', '../../wording/status.ts'],
  [server('interfaces/mcp/tool.ts')]: ['@modelcontextprotocol/server', '../../wording/status.ts'],
  [server('delivery/send.ts')]: ['undici', '../store/statements.ts'],
  [server('log/log.ts')]: ['../config/config.ts', '../kernel/ids.ts'],
  [server('jobs/loop.ts')]: ['../delivery/send.ts', '../log/log.ts'],
  [server('app.ts')]: [
    'fastify',
    './features/challenges/challenge.routes.ts',
    './interfaces/api/mount-api.ts',
  ],
  [server('service.ts')]: ['./app.ts', './jobs/loop.ts', './config/config.ts'],
  [server('cli/main.ts')]: ['../service.ts', 'commander'],
}

/** Packages that the planted imports name; the workspace one is a link, as npm makes it. */
export const plantedPackages = [
  '@modelcontextprotocol/server',
  '@redis/client',
  'better-sqlite3',
  'commander',
  'fastify',
  '@opentelemetry/api',
  'nodemailer',
  'pg',
  'typebox',
  'undici',
  'vitest',
]

/** Text that reads the current time outside its home, and text that only looks like it. */
export const plantedClocks = {
  caught: ['const now = new Date()', 'const now = new Date( )', 'const now = Date()', 'const t = new Date'],
  passed: ['const at = new Date(ms)', '// never new Date()', 'type When = Date', 'const x = updateDate()'],
}

/** Text that opens a transaction, and text that only looks like it. */
export const plantedTransactions = {
  caught: [
    'await context.store.write((tx) => rename(tx, name))',
    'return store.write(async (tx) => {',
    'await context.store.write<string>((tx) => rename(tx, name))',
    'const write = store.write.bind(store)',
    "await store['write']((tx) => rename(tx, name))",
  ],
  passed: ['socket.write(text)', '// store.write is for operations', 'await operations.run(rename, asked)'],
}

/** Hooks of a module that test files share, and text that only looks like them. */
export const plantedHooks = {
  caught: ['afterAll(() => {\n})', 'beforeEach(start)', 'vi.setConfig({ testTimeout: 1 })'],
  passed: ['export const guard = () => {\n  afterAll(end)\n}', '// afterAll(end)', 'const afterAll = 1'],
}

export const plantedNames = {
  caught: [
    { 'a.ts': 'export interface Answer {\n}', 'b.ts': 'type Answer = string' },
    { 'a.ts': 'export class Row {}', 'b.ts': 'interface Row {}', 'c.ts': 'type Row = 1' },
  ],
  passed: [
    { 'a.ts': 'export type Answer = 1', 'b.ts': "import type { Answer } from './a.ts'" },
    { 'a.ts': '// type Answer = 1', 'b.ts': 'type Answer = 1' },
  ],
}

export const plantedVagueNames = {
  caught: [
    { 'a.ts': 'const place = 1' },
    { 'a.ts': 'interface MailRoom {}' },
    { 'a.ts': 'const isAsked = true' },
    { 'a.store.ts': 'const findPlace = 1' },
    { 'a.ts': 'const text = `${room}`' },
  ],
  passed: [
    { 'a.ts': "// In its place.\nconst text = 'a place'" },
    { 'a.ts': 'const placeholders = text.replace(a, b)' },
    { 'a.store.ts': 'const { place } = row' },
  ],
}

/** Files beside the sources: those of another ending would pass every rule unseen. */
export const plantedEndings = {
  caught: ['interfaces/site/page.mts', 'interfaces/site/page.js', 'store/rows.cts'],
  passed: ['store/rows.ts', 'store/README.md'],
}

/** Texts, and how many phrases may be left in some of them. */
export const plantedPhrases = {
  caught: [
    [{ 'a.ts': '// Whoever asks.' }, {}],
    [{ 'a.ts': '/**\n * It is made\n * anew.\n */' }, {}],
    [{ 'a.md': 'It was done by\nown hand.' }, {}],
    [{ 'a.ts': "const text = 'a mail of before'" }, {}],
    [{ 'docs/a.md': 'That which is. Anew.' }, { 'docs/': 1 }],
    [{ 'docs/a.md': 'Anew.' }, { 'docs/': 2 }],
  ],
  passed: [
    [{ 'a.ts': 'for (const one of before) look(one)' }, {}],
    [{ 'a.ts': 'const whoeverAsks = byOwnHand' }, {}],
    [{ 'docs/a.md': 'Anew.', 'a.ts': '// Again.' }, { 'docs/': 1 }],
  ],
}

const english = (text) => ({ 'packages/server/languages/en.json': text })

export const plantedUnusedMessages = {
  caught: [
    { ...english('{ "home": { "title": "Home" } }'), 'a.ts': 'words.home.empty' },
    { ...english('{ "home": { "title": "Home" } }'), 'wording/catalogue/en.ts': 'const title = 1' },
  ],
  passed: [
    { ...english('{ "home": { "title": "Home" } }'), 'a.ts': 'words.home.title' },
    { ...english('{ "status": { "due": "Due" } }'), 'a.ts': 'words.status[status]' },
    { ...english('{ "status": { "due": "Due" } }'), 'a.ts': 'Object.values(words.status)' },
  ],
}

/** Each lint fault: the rule, the file it is in, the text. */
export const plantedLint = [
  {
    rule: 'typescript(no-floating-promises)',
    file: server('interfaces/floating.ts'),
    text: `const work = async () => 1\nexport const run = () => {\n  work()\n}\n`,
  },
  {
    rule: 'typescript(no-misused-promises)',
    file: server('interfaces/misused.ts'),
    text: `const ok = async () => true\nexport const run = () => {\n  if (ok()) return 1\n  return 2\n}\n`,
  },
  {
    rule: 'typescript(await-thenable)',
    file: server('interfaces/thenable.ts'),
    text: `export const run = async (n: number) => {\n  await n\n}\n`,
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    file: server('interfaces/switch.ts'),
    text: `export const run = (side: 'a' | 'b') => {\n  switch (side) {\n    case 'a':\n      return 1\n  }\n  return 2\n}\n`,
  },
  {
    rule: 'typescript(no-unsafe-return)',
    file: server('interfaces/unsafe.ts'),
    text: `export const run = (text: string): number => JSON.parse(text)\n`,
  },
  {
    rule: 'typescript(no-explicit-any)',
    file: server('interfaces/any.ts'),
    text: `export type Anything = any\n`,
  },
  {
    rule: 'typescript(no-non-null-assertion)',
    file: server('interfaces/bang.ts'),
    text: `export const first = (list: string[]) => list[0]!\n`,
  },
  {
    rule: 'typescript(consistent-type-imports)',
    file: server('interfaces/types.ts'),
    text: `import { Anything } from './any.ts'\nexport const run = (x: Anything) => [x]\n`,
  },
  {
    rule: 'import(no-default-export)',
    file: server('interfaces/default.ts'),
    text: `const run = () => 1\nexport default run\n`,
  },
  {
    rule: 'eslint(no-console)',
    file: server('interfaces/console.ts'),
    text: `export const run = () => {\n  console.log('x')\n}\n`,
  },
  {
    rule: 'node(no-process-env)',
    file: server('interfaces/environment.ts'),
    text: `export const port = process.env['PORT']\n`,
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: server('interfaces/now.ts'),
    text: `export const run = () => Date.now()\n`,
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: server('interfaces/parsed.ts'),
    text: `export const run = (text: string) => URL.canParse(text)\n`,
  },
  {
    rule: 'eslint(no-restricted-globals)',
    file: server('interfaces/fetch.ts'),
    text: `export const run = async (url: string) => await fetch(url)\n`,
  },
  {
    rule: 'eslint(no-restricted-globals)',
    file: 'packages/client/src/hasty.ts',
    text: `export const run = async (url: string) => await fetch(url)\n`,
  },
  {
    rule: 'eslint(max-lines)',
    file: server('interfaces/long.ts'),
    text: Array.from({ length: 401 }, (_, n) => `export const line${n} = ${n}\n`).join(''),
  },
]

/** Files in which those rules are lifted: none of them may be reported. */
export const lawfulLint = {
  [server('config/env.ts')]: `export const port = process.env['PORT']\n`,
  [server('kernel/clock.ts')]: `export const now = () => Date.now()\n`,
  'packages/client/src/runtime.ts': `export const run = async (url: string) => [await fetch(url), Date.now()]\n`,
  [server('cli/say.ts')]: `export const run = () => {\n  console.log('x')\n}\n`,
  'vitest.config.ts': `const config = { a: 1 }\nexport default config\n`,
}

const integrity = 'sha512-AAAA'
const version = '1.0.0'

/** Entries of package-lock.json: each of the first is one fault, the others are as they should be. */
export const plantedLocks = {
  caught: [
    { 'node_modules/one': { version } },
    { 'node_modules/one/node_modules/two': { version, optional: true } },
    { 'node_modules/@far/away-moon': { version, optional: true, os: ['moon'] } },
    { 'node_modules/one': { version, integrity: '' } },
    { 'node_modules/one': { version, integrity: 'sha1-AAAA' } },
    { 'node_modules/one': { version, integrity, resolved: 'https://registry.example/one.tgz' } },
    { 'node_modules/better-sqlite3': { version: '13.0.3', integrity } },
    { 'packages/ours/node_modules/better-sqlite3': { version: '14.0.0', integrity, gypfile: true } },
  ],
  passed: [
    {
      '': { name: 'root' },
      'packages/ours': { version },
      'node_modules/ours': { resolved: 'packages/ours', link: true },
      'node_modules/one': { version, integrity },
      'node_modules/@far/away-moon': { version, integrity, optional: true, os: ['moon'] },
      'node_modules/one/node_modules/within': { version, inBundle: true },
      'node_modules/better-sqlite3': { version: '13.0.3', integrity, gypfile: false },
      'packages/ours/node_modules/better-sqlite3': { version: '12.11.1', integrity },
    },
  ],
}
