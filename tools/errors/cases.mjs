// Every way in which the command line refuses something: a command, and what must be there before it. Words in
// capitals are ids that a case before has made. One case follows another on the same databases.
import { mkdir, rename, writeFile } from 'node:fs/promises'

const GIVEN_KEY = `${'A'.repeat(43)}=`
const OTHER_KEY = `${'B'.repeat(42)}A=`

const cs = (command, prepare) => ({ command: `challenge-service ${command}`, prepare })

const makePeople = async ({ run }) => {
  await run('account create --email ana@example.com --first-name Ana --plan club')
  await run('account create --email ben@example.com --first-name Ben')
}

/** A subscription of Ana's with a delivery that failed, and a mail to Cleo, whom Ana has challenged. */
const makeTraffic = async ({ run, set, serving }) => {
  const { token } = await run('token create --account ana@example.com --json', 'TOKEN')
  await serving(async (call, runDue) => {
    const webhook = await call(token, 'POST', '/v1/webhooks', { url: 'http://127.0.0.1:1/' })
    set('WEBHOOK', webhook.id)
    const claim = { claim: 'It rains', opponent_email: 'cleo@example.com', stake: 'tea', due_days: 1 }
    await call(token, 'POST', '/v1/challenges', claim)
    await runDue()
    const [delivery] = await call(token, 'GET', `/v1/webhooks/${webhook.id}/deliveries`)
    set('DELIVERY', delivery.id)
  })
}

const wrongUses = [
  cs('acount'),
  cs('group lst'),
  cs('mail list --limt 1'),
  cs('account create --email ana@example.com'),
  cs('account create --first-name Ana --email'),
  cs('account show'),
  cs('account show ana@example.com ben@example.com'),
  cs('account plan ana@example.com gold'),
  cs('account quota ana@example.com many'),
  cs('account list --limit 0'),
  cs('account rename ana@example.com'),
  cs('token create'),
  cs('backup'),
  cs('copy --from sqlite:./data/challenges.db'),
  cs('copy --from sqlite:./data/challenges.db --to mysql://db.example.com/challenges'),
  cs('webhook list --account ana@example.com --group grp_1'),
  cs('question add --date tomorrow --text "Tea?" --option Yes --option No'),
  cs('mcp'),
  cs('mcp --url challenges.example'),
]

const settings = [
  'HOST="not a host"',
  'PORT=abc',
  'METRICS_PORT=70000',
  'DATABASE_URL=mysql://db.example.com/challenges',
  'REDIS_URL=http://redis.example.com',
  'PUBLIC_URL=https://challenges.example/?a=b',
  'PLAN_URL=plans',
  'SMTP_URL=mail.example.com',
  'SMTP_URL=smtp://mail.example.com',
  'MAIL_FROM=nobody',
  'SITE_NAME=A-name-that-is-far-too-long-to-stand-at-the-head-of-a-mail-or-page',
  'TIME_ZONE=Berlin',
  'LANGUAGE=de',
  'IMPRINT_URL=imprint',
  'PRIVACY_URL=privacy',
  'SITE=yes',
  'SIGN_UP=nobody',
  'DEFAULT_PLAN=gold',
  'TRUST_PROXY=proxy.example.com',
  'PUBLIC_URL=https://challenges.example/play',
  'WEBHOOK_RETRY_SECONDS=30,10',
  'WEBHOOK_TIMEOUT_MS=10s',
  'WEBHOOK_ALLOW_PRIVATE=yes',
  'WEBHOOKS_PER_OWNER=0',
  'READS_PER_MINUTE=0',
  'WRITES_PER_MINUTE=-1',
  'ACCOUNT_QUOTA=many',
  'GROUP_QUOTA=1e6',
  'CONFIRM_HOURS=0',
  'DISPUTE_DAYS=400',
  'SETTLE_DAYS=0',
  'STAKES=tea,,coffee',
  'LOG_LEVEL=loud',
  'PORT=abc READS_PER_MINUTE=0',
  'SECRET_KEY=secret',
  'SMTP_URL_FILE=./no-such-file',
  'REDIS_URL=redis://127.0.0.1 REDIS_URL_FILE=./no-such-file',
  'DATABASE_URL_FILE=.',
  'DATABASE_URL=postgres://db.example.com/challenges',
].map((text) => ({ command: `${text} challenge-service serve` }))

const starting = [
  cs('serve --demo --host 0.0.0.0'),
  cs('serve --host 192.0.2.1 --database-url sqlite:./hosts/challenges.db'),
  cs('serve --host no-such-host.invalid --database-url sqlite:./names/challenges.db'),
  cs('serve --port BUSY --database-url sqlite:./ports/challenges.db', ({ listen }) => listen()),
  cs('serve --database-url sqlite:./served/challenges.db', ({ serveElsewhere }) =>
    serveElsewhere('./served/challenges.db'),
  ),
  cs('serve --database-url sqlite:./lost/challenges.db', async () => {
    await mkdir('./lost', { recursive: true })
    await writeFile('./lost/challenges.db-wal', 'a log')
  }),
  cs('serve --database-url sqlite:./damaged.db', async ({ run, damage }) => {
    await run('migrate --database-url sqlite:./damaged.db')
    await damage('./damaged.db')
  }),
  cs('secret rotate --database-url sqlite:./served/challenges.db'),
  cs('migrate --database-url sqlite:./served/challenges.db', ({ makeOlder }) =>
    makeOlder('./served/challenges.db'),
  ),
]

const databases = [
  cs('account list'),
  cs('account list --database-url sqlite:./folder', () => mkdir('folder')),
  cs('account list --database-url sqlite:./notes.txt', () =>
    writeFile('notes.txt', 'no database\n'.repeat(100)),
  ),
  cs('migrate --database-url sqlite:./notes.txt/challenges.db'),
  cs('account list --database-url postgres://challenges@127.0.0.1:1/challenges'),
  cs('account list --database-url postgres://challenges@no-such-host.invalid/challenges'),
  cs('account list --database-url sqlite:./older.db', async ({ run, makeOlder }) => {
    await run('migrate --database-url sqlite:./older.db')
    await makeOlder('./older.db')
  }),
  cs('migrate --database-url sqlite:./oldest.db', async ({ run, addStep }) => {
    await run('migrate --database-url sqlite:./oldest.db')
    await addStep('./oldest.db', 1, 'access')
  }),
  cs('migrate --database-url sqlite:./unreleased.db', async ({ run, makeOlder, addStep }) => {
    await run('migrate --database-url sqlite:./unreleased.db')
    await makeOlder('./unreleased.db')
    await addStep('./unreleased.db', 36, 'upkeep')
  }),
]

const accounts = [
  cs('account create --email ana --first-name Ana', makePeople),
  cs('account create --email ana@example.com --first-name Ana'),
  cs('account create --email cleo@example.com --first-name ""'),
  cs('account create --email cleo@example.com --first-name Cleo --last-name "<Cleo>"'),
  cs('account show cleo@example.com'),
  cs('account move ana@example.com ana@example.com'),
  cs('account move cleo@example.com dana@example.com'),
  cs('account move ana@example.com ben@example.com'),
  cs('account link dana@example.com'),
  { command: 'SITE=off challenge-service account link ana@example.com' },
  cs('account export dana@example.com'),
  cs('account erase ana@example.com'),
  cs('account erase dana@example.com --yes'),
]

const groups = [
  cs('group create --name "" --admin ana@example.com'),
  cs('group show grp_1'),
  cs('group add GROUP --email ana@example.com --first-name Ana', ({ run }) =>
    run('group create --name "Blue Team" --admin ana@example.com --first-name Ana --json', 'GROUP'),
  ),
  cs('group remove GROUP ben@example.com'),
  cs('group remove GROUP ana@example.com'),
  cs('group role GROUP --email ana@example.com member'),
  cs('group role GROUP --email ben@example.com admin'),
  cs('group delete GROUP'),
  cs('group show CLOSED', async ({ run, interruptDeletion }) => {
    await run('group create --name "Red Team" --admin ana@example.com --first-name Ana --json', 'CLOSED')
    await interruptDeletion('CLOSED')
  }),
]

const tokens = [
  cs('token create --account cleo@example.com'),
  cs('token create --account ana@example.com --scopes profile:read,everything'),
  cs('token create --account ana@example.com --name ""'),
  cs('token revoke tok_1'),
]

const bridge = 'mcp --url https://challenges.example/mcp'

const assistants = [
  cs(bridge),
  cs(`${bridge} --token-file ./token.txt`),
  { command: `CHALLENGE_SERVICE_TOKEN="two words" challenge-service ${bridge}` },
]

const questions = [
  cs('question add --date 2020-01-01 --text "Tea?" --option Yes --option No'),
  cs('question add --date 2999-01-01 --text "" --option Yes --option No'),
  cs('question add --date 2999-01-01 --text "Tea?" --option Yes'),
  cs('question add --date 2999-01-01 --text "Tea?" --option Yes --option Yes'),
  cs('question add --date 2999-01-01 --text "Tea?" --option Yes --option No', ({ run }) =>
    run('question add --date 2999-01-01 --text "Tea or coffee?" --option Tea --option Coffee'),
  ),
]

const mails = [
  cs('mail show mail_1', makeTraffic),
  cs('mail bounced dana@example.com'),
  cs('mail test nobody'),
  cs('mail test ana@example.com'),
  {
    command:
      'SMTP_URL=smtp://127.0.0.1:1 PUBLIC_URL=https://challenges.example challenge-service mail test ana@example.com',
  },
]

const webhooks = [
  cs('webhook enable whk_1'),
  cs('webhook enable WEBHOOK'),
  cs('webhook resend WEBHOOK dlv_1'),
  cs('webhook enable WEBHOOK', ({ run }) => run('account plan ana@example.com free')),
  cs('webhook resend WEBHOOK DELIVERY'),
]

const moved = [
  cs('account move ana@example.com emil@example.com', async ({ run }) => {
    await run('account create --email emil@example.com --first-name Emil')
    await run('group add GROUP --email emil@example.com --first-name Emil')
    await run('account move emil@example.com emil@example.org')
  }),
  cs('account show emil@example.com'),
  cs('account move ben@example.com cleo@example.com', ({ run }) =>
    run('account erase cleo@example.com --yes'),
  ),
  cs('account move ben@example.com fay@example.com', ({ run }) =>
    run('account erase fay@example.com --yes --stop-mails'),
  ),
]

const fromHere = 'copy --from sqlite:./old/challenges.db --to'

const copies = [
  cs('backup ./data/challenges.db'),
  cs('backup ./no-such-folder/challenges.db'),
  cs('backup ./damaged-too.db --database-url sqlite:./damaged.db'),
  cs(`${fromHere} sqlite:./taken.db`, async ({ run }) => {
    await run('migrate --database-url sqlite:./old/challenges.db')
    await run('account create --email ana@example.com --first-name Ana --database-url sqlite:./taken.db')
  }),
  cs(`${fromHere} sqlite:./old/challenges.db`),
  cs(`${fromHere} sqlite:./older.db`),
  cs(`${fromHere} sqlite:./served/challenges.db`),
  cs(`${fromHere} sqlite:./notes.txt`),
  cs(`${fromHere} sqlite:./others.db`, ({ makeForeign }) => makeForeign('./others.db')),
  cs(`${fromHere} sqlite:./half.db`, ({ interruptCopy }) => interruptCopy('./half.db', 'copy of another')),
  cs('account list --database-url sqlite:./half.db'),
  cs(`${fromHere} sqlite:./stale.db`, ({ interruptCopy }) => interruptCopy('./stale.db')),
]

const keys = [
  { command: `SECRET_KEY=${OTHER_KEY} challenge-service mail stops` },
  {
    command: `SECRET_KEY=${OTHER_KEY},${GIVEN_KEY} challenge-service secret rotate --database-url sqlite:./keyed/challenges.db`,
    prepare: ({ serveElsewhere }) => serveElsewhere('./keyed/challenges.db', { SECRET_KEY: GIVEN_KEY }),
  },
  cs('mail stops', () => rename('data/challenges.db.key', 'data/challenges.db.key.away')),
]

/** In the order of errors.txt. Status 2 is for what the shape of the command alone shows. */
export const parts = [
  { title: 'Wrong uses', status: 2, cases: wrongUses },
  { title: 'Settings', status: 1, cases: settings },
  { title: 'Starting', status: 1, cases: starting },
  { title: 'Databases', status: 1, cases: databases },
  { title: 'Accounts', status: 1, cases: accounts },
  { title: 'Groups', status: 1, cases: groups },
  { title: 'Tokens', status: 1, cases: tokens },
  { title: 'Assistants', status: 1, cases: assistants },
  { title: 'Questions', status: 1, cases: questions },
  { title: 'Mails', status: 1, cases: mails },
  { title: 'Webhooks', status: 1, cases: webhooks },
  { title: 'Moving an account', status: 1, cases: moved },
  { title: 'Backups and copies', status: 1, cases: copies },
  { title: 'Keys', status: 1, cases: keys },
]
