// Guards the settings: what holds when nobody says anything, and that a bad one stops the start, is named, and
// is told together with all the others.
import { describe, expect, it } from 'vitest'
import { parseDatabaseUrl } from '../store/target.ts'
import { readConfig, readDatabase, type Config } from './config.ts'
import { fileSettings, type Environment } from './environment.ts'
import { ConfigError } from './setting.ts'

const problemsOf = (environment: Environment): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

interface Setting {
  /** Where its value is found. */
  readonly of: (config: Config) => unknown
  readonly fallback: unknown
  /** What else the setting needs. */
  readonly beside?: Environment
  /** What it may be, and how that is read. */
  readonly good: readonly (readonly [string, unknown])[]
  readonly bad: readonly string[]
}

const whole = (of: Setting['of'], fallback: number, min: number, max: number): Setting => ({
  of,
  fallback,
  good: [
    [String(min), min],
    [String(max), max],
    [` ${max} `, max],
  ],
  bad: [
    String(min - 1),
    String(max + 1),
    '1.5',
    '1e3',
    '0x10',
    '+7',
    'ten',
    '1_000',
    '1,000',
    '٣',
    '9'.repeat(30),
  ],
})

const webPage = (of: Setting['of']): Setting => ({
  of,
  fallback: undefined,
  good: ['https://c.example/about', 'http://127.0.0.1:3000/?page=about'].map((url) => [url, url]),
  bad: ['c.example', 'mailto:a@b.example', 'javascript:alert(1)', 'https://', 'two words'],
})

const sqlite = (path: string) => ({ kind: 'file', path })
const postgres = (url: string) => ({ kind: 'server', url })

const settings: Readonly<Record<string, Setting>> = {
  HOST: {
    of: ({ host }) => host,
    fallback: '127.0.0.1',
    good: ['0.0.0.0', '::1', 'localhost', 'a-b.example', 'fe80::1'].map((host) => [host, host]),
    bad: ['two words', 'http://x', 'a/b', 'a,b', '[::1]', 'x'.repeat(256)],
  },
  PORT: whole(({ port }) => port, 8080, 0, 65_535),
  DATABASE_URL: {
    of: ({ database }) => database,
    fallback: sqlite('./data/challenges.db'),
    good: [
      ['sqlite:./a.db', sqlite('./a.db')],
      ['sqlite:/var/lib/a.db', sqlite('/var/lib/a.db')],
      ['sqlite:///var/lib/a.db', sqlite('/var/lib/a.db')],
      ['sqlite:a b.db', sqlite('a b.db')],
      ['postgres://u:p@h:5432/d', postgres('postgres://u:p@h:5432/d')],
      ['postgresql://h/d?sslmode=require', postgres('postgresql://h/d?sslmode=require')],
    ],
    bad: [
      './a.db',
      'sqlite:',
      'sqlite://',
      'sqlite:./data/',
      'sqlite::memory:',
      'mysql://h/d',
      'postgres:',
      'postgres://h:port/d',
      'x',
    ],
  },
  METRICS_PORT: {
    of: ({ metricsPort }) => metricsPort,
    fallback: undefined,
    good: [
      ['0', 0],
      ['9464', 9464],
    ],
    bad: ['-1', '65536', 'on'],
  },
  REDIS_URL: {
    of: ({ redisUrl }) => redisUrl,
    fallback: undefined,
    good: ['redis://h', 'redis://h/', 'redis://:p@h:6379/1', 'rediss://u:p%40@h:6380'].map((url) => [
      url,
      url,
    ]),
    bad: [
      'h:6379',
      'http://h',
      'redis',
      '//h',
      'redis:h',
      'redis://',
      'redis:///run/redis.sock',
      'redis://h/one',
      'redis://h?a=b',
      'redis://:%@h',
    ],
  },
  PUBLIC_URL: {
    of: ({ publicUrl }) => publicUrl,
    fallback: undefined,
    // The site takes no path.
    beside: { SITE: 'off' },
    good: [
      ['https://c.example', 'https://c.example'],
      ['https://c.example/', 'https://c.example'],
      ['https://C.example/base//', 'https://c.example/base'],
      ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ],
    bad: [
      'c.example',
      '/base',
      'ftp://c.example',
      'javascript:alert(1)',
      'https://c.example/?a=1',
      'https://c.example/#a',
      'https://c.example/?',
      'https://c.example/#',
      'https://u@c.example',
      'https://u:p@c.example',
      'https://',
    ],
  },
  PLAN_URL: webPage(({ planUrl }) => planUrl),
  SMTP_URL: {
    of: ({ smtpUrl }) => smtpUrl,
    fallback: undefined,
    beside: { PUBLIC_URL: 'https://c.example' },
    good: ['smtp://h', 'smtp://u:p@h:587', 'smtps://h:465'].map((url) => [url, url]),
    bad: ['h:25', 'http://h', 'mailto:a@b.c', 'smtp:h', 'smtp://'],
  },
  MAIL_FROM: {
    of: ({ mailFrom }) => mailFrom,
    fallback: undefined,
    good: ['a@b.example', 'The Service <a@b.example>', '<a@b.example>'].map((from) => [from, from]),
    bad: [
      'a',
      'a@b',
      'Name a@b.example',
      'A\nBcc: c@d.example <a@b.example>',
      'Name <a@b.example',
      'a@b.example, c@d.example',
      '<>',
      'X <a@b.example> y',
    ],
  },
  SITE: {
    of: ({ site }) => site.isOn,
    fallback: true,
    good: [
      ['on', true],
      ['off', false],
    ],
    bad: ['true', 'ON', '1', 'no'],
  },
  SITE_NAME: {
    of: ({ site }) => site.name,
    fallback: 'Challenge Service',
    good: [
      ['Bets & Co', 'Bets & Co'],
      [' Wetten für alle ', 'Wetten für alle'],
      ['😀'.repeat(60), '😀'.repeat(60)],
    ],
    bad: ['x'.repeat(61), 'A\nBcc: c@d.example', 'a\tb', 'a\u0000b', 'a\u0085b'],
  },
  SITE_CONTACT: {
    of: ({ site }) => site.contact,
    fallback: undefined,
    good: [
      ['Ana Lima, Hauptstraße 1, ops@c.example', 'Ana Lima, Hauptstraße 1, ops@c.example'],
      ['x'.repeat(200), 'x'.repeat(200)],
    ],
    bad: ['x'.repeat(201), 'Ana\nLima', 'Ana\rLima'],
  },
  TIME_ZONE: {
    of: ({ site }) => site.timeZone,
    fallback: 'UTC',
    good: [
      ['UTC', 'UTC'],
      ['Europe/Berlin', 'Europe/Berlin'],
      ['europe/berlin', 'Europe/Berlin'],
    ],
    bad: ['Berlin', 'Europe/Nowhere', 'Europe', 'CEST', '25:00', 'x'.repeat(1000)],
  },
  LANGUAGE: {
    of: ({ site }) => site.language,
    fallback: 'en',
    good: [
      ['en', 'en'],
      ['en-XA', 'en-XA'],
    ],
    bad: ['EN', 'de', 'english'],
  },
  IMPRINT_URL: webPage(({ site }) => site.imprintUrl),
  PRIVACY_URL: webPage(({ site }) => site.privacyUrl),
  SIGN_UP: {
    of: ({ site }) => site.signUp,
    fallback: 'invited',
    good: ['invited', 'open', 'closed'].map((word) => [word, word]),
    bad: ['Open', 'anyone', 'true'],
  },
  DEFAULT_PLAN: {
    of: ({ site }) => site.defaultPlan,
    fallback: 'free',
    good: ['free', 'club'].map((plan) => [plan, plan]),
    bad: ['Club', 'gold', ''.padEnd(200, 'x')],
  },
  TRUST_PROXY: {
    of: ({ site }) =>
      site.trustProxy && ['10.1.2.3', '::1', '192.0.2.1'].map((at) => site.trustProxy?.has(at)),
    fallback: undefined,
    good: [
      ['10.1.2.3', [true, false, false]],
      ['10.0.0.0/8, ::1', [true, true, false]],
      ['2001:db8::/32', [false, false, false]],
      ['0.0.0.0/0', [true, false, true]],
    ],
    bad: ['true', '1', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '::/129', '10.1.2.3,', 'loopback'],
  },
  WEBHOOK_RETRY_SECONDS: {
    of: ({ webhooks }) => webhooks.retrySeconds,
    fallback: [30, 120, 600, 3_600, 21_600],
    good: [
      ['1,2,3,4,5', [1, 2, 3, 4, 5]],
      ['0,0,0,0,0', [0, 0, 0, 0, 0]],
      [' 5 , 5,6 ,7,2592000 ', [5, 5, 6, 7, 2_592_000]],
    ],
    bad: [
      '30',
      '1,2,3,4',
      '1,2,3,4,5,6',
      '1,2,3,4,',
      ',1,2,3,4',
      '1,2,3,4,3',
      '5,4,3,2,1',
      '-1,2,3,4,5',
      '1,2,x,4,5',
      '1,2,3.5,4,5',
      '1;2;3;4;5',
      '1,2,3,4,2592001',
    ],
  },
  WEBHOOK_TIMEOUT_MS: whole(({ webhooks }) => webhooks.timeoutMs, 10_000, 100, 60_000),
  WEBHOOK_ALLOW_PRIVATE: {
    of: ({ webhooks }) => webhooks.allowPrivate,
    fallback: false,
    good: [
      ['true', true],
      ['false', false],
    ],
    bad: ['1', '0', 'yes', 'no', 'TRUE', 'on'],
  },
  WEBHOOKS_PER_OWNER: whole(({ webhooks }) => webhooks.perOwner, 100, 1, 10_000),
  READS_PER_MINUTE: whole(({ readsPerMinute }) => readsPerMinute, 120, 1, 1_000_000),
  WRITES_PER_MINUTE: whole(({ writesPerMinute }) => writesPerMinute, 30, 1, 1_000_000),
  ACCOUNT_QUOTA: whole(({ accountQuota }) => accountQuota, 1_000, 0, 1_000_000_000),
  GROUP_QUOTA: whole(({ groupQuota }) => groupQuota, 10_000, 0, 1_000_000_000),
  CONFIRM_HOURS: whole(({ confirmHours }) => confirmHours, 72, 1, 8_760),
  DISPUTE_DAYS: whole(({ disputeDays }) => disputeDays, 7, 1, 365),
  SETTLE_DAYS: whole(({ settleDays }) => settleDays, 30, 1, 3_650),
  STAKES: {
    of: ({ stakes }) => stakes,
    fallback: null,
    good: [
      ['coffee', ['coffee']],
      [' a round of drinks , coffee', ['a round of drinks', 'coffee']],
      ['😀'.repeat(80), ['😀'.repeat(80)]],
    ],
    bad: [',', 'coffee,', 'coffee,,tea', 'x'.repeat(81)],
  },
  LOG_LEVEL: {
    of: ({ logLevel }) => logLevel,
    fallback: 'info',
    good: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => [level, level]),
    bad: ['INFO', 'verbose', '30'],
  },
  DRAIN_SECONDS: whole(({ drainSeconds }) => drainSeconds, 0, 0, 300),
}

describe.each(Object.entries(settings))('%s', (name, { of, fallback, beside = {}, good, bad }) => {
  it(`is ${JSON.stringify(fallback)} where it is not set, is empty, or is blank`, () => {
    for (const environment of [{}, { [name]: undefined }, { [name]: '' }, { [name]: ' \t ' }]) {
      expect(of(readConfig(environment))).toEqual(fallback)
    }
  })

  it.each(good)('may be %j', (text, value) => {
    expect(of(readConfig({ ...beside, [name]: text }))).toEqual(value)
  })

  it.each(bad)('may not be %j, and is named in the one line that says so', (text) => {
    const problems = problemsOf({ ...beside, [name]: text })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} must be .+$`))
    expect(problems[0]?.endsWith(`, not ${JSON.stringify(text.trim())}`)).toBe(
      !name.endsWith('_URL') && text.trim().length <= 100,
    )
  })
})

describe('the settings', () => {
  it('are those of the contract, each with a grid here', () => {
    const read = new Set<string>()
    readConfig(new Proxy<Environment>({}, { get: (_, name) => (read.add(String(name)), undefined) }))
    const inFiles = fileSettings.map((name) => `${name}_FILE`)
    const own = [...read].filter((name) => !inFiles.includes(name))
    expect(own.toSorted()).toEqual(Object.keys(settings).toSorted())
  })

  it('report all faults at once', () => {
    const environment = Object.fromEntries(
      Object.entries(settings).map(([name, { bad }]) => [name, bad[0] ?? '']),
    )
    const named = problemsOf(environment).map((problem) => problem.split(' ')[0])
    expect(named).toEqual(Object.keys(settings))
  })

  it('let a process on PostgreSQL drain for five seconds', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/challenges' }).drainSeconds).toBe(5)
  })

  it('say all faults in the message of the error too', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT must .*; LOG_LEVEL must /)
  })

  it('refuse SMTP_URL without PUBLIC_URL', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://h' })).toEqual([expect.stringMatching(/^PUBLIC_URL is required/)])
    expect(problemsOf({ SMTP_URL: 'smtp://h', PUBLIC_URL: '' })).toHaveLength(1)
    expect(problemsOf({ SMTP_URL: 'smtp://h', PUBLIC_URL: 'https://c.example' })).toEqual([])
    expect(problemsOf({ PUBLIC_URL: 'https://c.example' })).toEqual([])
  })

  it('refuse a path of PUBLIC_URL while the site is on', () => {
    const PUBLIC_URL = 'https://c.example/base'
    expect(problemsOf({ PUBLIC_URL })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must have no path .*SITE=off$/),
    ])
    expect(problemsOf({ PUBLIC_URL, SITE: 'off' })).toEqual([])
  })

  it('never repeat a URL, which may hold a password', () => {
    const password = 'hunter2'
    const problems = problemsOf({
      DATABASE_URL: `mysql://u:${password}@h/d`,
      REDIS_URL: `http://:${password}@h`,
      SMTP_URL: `http://u:${password}@h`,
      PUBLIC_URL: `https://u:${password}@h`,
    })
    expect(problems.join('\n')).not.toContain(password)
    expect(problems).toHaveLength(4)
  })
})

describe('a database URL', () => {
  it('is the one setting that a command of the operator asks for', () => {
    expect(readDatabase({ PORT: 'x', DATABASE_URL: 'sqlite:a.db' })).toEqual(sqlite('a.db'))
    expect(readDatabase({ DATABASE_URL: '' })).toEqual(sqlite('./data/challenges.db'))
    expect(() => readDatabase({ PORT: 'x', DATABASE_URL: 'a.db' })).toThrow(/^DATABASE_URL must be [^;]+$/)
  })

  it('names one of the two engines, or is undefined', () => {
    expect(parseDatabaseUrl('sqlite:x')).toEqual(sqlite('x'))
    expect(parseDatabaseUrl('postgres://h/d')).toEqual(postgres('postgres://h/d'))
    for (const text of ['', 'x', 'SQLITE:x', 'pg://h', ' sqlite:x'])
      expect(parseDatabaseUrl(text)).toBeUndefined()
  })
})
