// Every setting of the service, read from the environment and checked at start. Secrets are in secrets.ts.
import { limits, normalizeAddress } from '@challenge-service/contract/plain'
import { parseDatabaseUrl, type DatabaseTarget } from '../store/target.ts'
import type { Environment } from './environment.ts'
import { ConfigError, flag, list, readUrl, Settings, wholeNumber, type Parse } from './setting.ts'
import { readSiteConfig, type SiteConfig } from './site.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Config {
  readonly host: string
  readonly port: number
  readonly database: DatabaseTarget
  /** Where /metrics is served; undefined: nowhere. */
  readonly metricsPort: number | undefined
  /** Where limits are counted for all nodes together; undefined: each counts for itself. */
  readonly redisUrl: string | undefined
  /** Where the outside reaches us; without a slash at the end. */
  readonly publicUrl: string | undefined
  /** Where a person gets the Club plan. */
  readonly planUrl: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly site: SiteConfig
  readonly webhooks: {
    readonly retrySeconds: readonly number[]
    readonly timeoutMs: number
    readonly allowPrivate: boolean
    readonly perOwner: number
  }
  readonly readsPerMinute: number
  readonly writesPerMinute: number
  readonly accountQuota: number
  readonly groupQuota: number
  readonly confirmHours: number
  readonly disputeDays: number
  readonly settleDays: number
  /** Null: any stake. */
  readonly stakes: readonly string[] | null
  readonly logLevel: LogLevel
  /** How long a process that stops says so before it closes its port. */
  readonly drainSeconds: number
}

const DEFAULT_DATABASE: DatabaseTarget = { kind: 'file', path: './data/challenges.db' }
const DEFAULT_RETRY_SECONDS = [30, 120, 600, 3_600, 21_600]

export const readConfig = (environment: Environment): Config => {
  const settings = new Settings(environment)
  const number = (name: string, min: number, max: number, fallback: number): number =>
    settings.read(name, wholeNumber(min, max), `must be a whole number from ${min} to ${max}`, fallback)
  const optional = (name: string, parse: Parse<string>, expects: string): string | undefined =>
    settings.read<string | undefined>(name, parse, expects, undefined)

  const independent: Omit<Config, 'drainSeconds'> = {
    host: settings.read('HOST', hostName, 'must be a host name or an IP address', '127.0.0.1'),
    port: number('PORT', 0, 65_535, 8080),
    database: parseDatabase(settings),
    metricsPort: settings.read<number | undefined>(
      'METRICS_PORT',
      wholeNumber(0, 65_535),
      'must be a whole number from 0 to 65535',
      undefined,
    ),
    redisUrl: optional(
      'REDIS_URL',
      redisUrl,
      'must be a redis:// or rediss:// URL, with at most the number of a database as its path',
    ),
    publicUrl: optional(
      'PUBLIC_URL',
      publicUrl,
      'must be an http:// or https:// URL without query or fragment',
    ),
    planUrl: optional('PLAN_URL', readUrl('http:', 'https:'), 'must be an http:// or https:// URL'),
    smtpUrl: optional('SMTP_URL', readUrl('smtp:', 'smtps:'), 'must be an smtp:// or smtps:// URL'),
    mailFrom: optional('MAIL_FROM', mailFrom, 'must be an e-mail address, or a name and <an address>'),
    site: readSiteConfig(settings),
    webhooks: {
      retrySeconds: settings.read(
        'WEBHOOK_RETRY_SECONDS',
        retrySeconds,
        'must be five whole numbers of seconds, separated by commas, none smaller than the one before',
        DEFAULT_RETRY_SECONDS,
      ),
      timeoutMs: number('WEBHOOK_TIMEOUT_MS', 100, 60_000, 10_000),
      allowPrivate: settings.read('WEBHOOK_ALLOW_PRIVATE', flag, 'must be true or false', false),
      perOwner: number('WEBHOOKS_PER_OWNER', 1, 10_000, limits.webhooksPerOwner),
    },
    readsPerMinute: number('READS_PER_MINUTE', 1, 1_000_000, limits.readsPerMinute),
    writesPerMinute: number('WRITES_PER_MINUTE', 1, 1_000_000, limits.writesPerMinute),
    accountQuota: number('ACCOUNT_QUOTA', 0, 1_000_000_000, limits.accountQuota),
    groupQuota: number('GROUP_QUOTA', 0, 1_000_000_000, limits.groupQuota),
    confirmHours: number('CONFIRM_HOURS', 1, 8_760, 72),
    disputeDays: number('DISPUTE_DAYS', 1, 365, 7),
    settleDays: number('SETTLE_DAYS', 1, 3_650, 30),
    stakes: settings.read<readonly string[] | null>(
      'STAKES',
      stakes,
      'must be names of 1 to 80 characters, separated by commas',
      null,
    ),
    logLevel: settings.read('LOG_LEVEL', logLevel, `must be one of ${logLevels.join(', ')}`, 'info'),
  }
  const config: Config = {
    ...independent,
    // On a file no other process takes over: nobody is to be told.
    drainSeconds: number('DRAIN_SECONDS', 0, 300, independent.database.kind === 'server' ? 5 : 0),
  }
  if (config.smtpUrl !== undefined && config.publicUrl === undefined) {
    settings.refuse('PUBLIC_URL is required with SMTP_URL, since mails carry links under it')
  }
  if (config.site.isOn && config.publicUrl !== undefined && new URL(config.publicUrl).pathname !== '/') {
    settings.refuse('PUBLIC_URL must have no path while the site is on: leave the path away, or set SITE=off')
  }
  if (settings.problems.length > 0) throw new ConfigError(settings.problems)
  return config
}

const parseDatabase = (settings: Settings): DatabaseTarget =>
  settings.read('DATABASE_URL', parseDatabaseUrl, 'must be sqlite:PATH or postgres://…', DEFAULT_DATABASE)

/** The one setting that every command of the operator needs. */
export const readDatabase = (environment: Environment): DatabaseTarget => {
  const settings = new Settings(environment)
  const database = parseDatabase(settings)
  if (settings.problems.length > 0) throw new ConfigError(settings.problems)
  return database
}

const hostName: Parse<string> = (text) => (/^[\w.:-]{1,255}$/.test(text) ? text : undefined)

const publicUrl: Parse<string> = (text) => {
  const known = readUrl('http:', 'https:')(text)
  if (known === undefined) return undefined
  const { username, password, href } = new URL(known)
  return username || password || /[?#]/.test(href) ? undefined : href.replace(/\/+$/, '')
}

const redisUrl: Parse<string> = (text) => {
  const known = readUrl('redis:', 'rediss:')(text)
  if (known === undefined) return undefined
  const { pathname, search, hash, username, password } = new URL(known)
  if (!/^(?:\/\d{0,4})?$/.test(pathname) || search !== '' || hash !== '') return undefined
  return [username, password].every(isDecodable) ? known : undefined
}

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const mailFrom: Parse<string> = (text) => {
  const address = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text
  return normalizeAddress(address) === undefined ? undefined : text
}

const retrySeconds: Parse<readonly number[]> = (text) => {
  const seconds = text.split(',').map((part) => wholeNumber(0, 2_592_000)(part.trim()) ?? Number.NaN)
  const rising = seconds.every((value, index) => value >= (seconds[index - 1] ?? 0))
  return seconds.length === limits.deliveryAttempts - 1 && rising ? seconds : undefined
}

const stakes: Parse<readonly string[]> = (text) => {
  const names = list(text)
  return names?.every((name) => [...name].length <= 80) ? names : undefined
}

const logLevel: Parse<LogLevel> = (text) => logLevels.find((level) => level === text)
