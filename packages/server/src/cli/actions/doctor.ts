// What `doctor` does: looks at everything that a service needs, and says of each whether it is well, or what to do. It
// changes nothing but the row that readiness writes.
import { readDatabase } from '../../config/config.ts'
import { openClock } from '../../store/clock/service-clock.ts'
import type { Store } from '../../store/store.ts'
import type { DatabaseTarget } from '../../store/target.ts'
import { overlaid, requireDatabaseFile, say, withOpenStore } from '../context.ts'
import { checkClock } from '../doctor/clock.ts'
import type { Finding } from '../doctor/finding.ts'
import { checkGroups } from '../doctor/groups.ts'
import { checkKey } from '../doctor/key.ts'
import { checkMail } from '../doctor/mail.ts'
import { checkRedis } from '../doctor/redis.ts'
import { checkSettings } from '../doctor/settings.ts'
import {
  checkPages,
  checkDiskSpace,
  checkSchema,
  checkUnsafe,
  checkWriting,
  explainFailure,
} from '../doctor/storage.ts'
import { checkWebhook } from '../doctor/webhook.ts'
import type { CommonOptions } from '../options.ts'

export const examine = async (options: CommonOptions): Promise<void> => {
  const { config, findings: first } = checkSettings(overlaid({ DATABASE_URL: options.databaseUrl }))
  const findings = [...first]
  const database = config?.database ?? findDatabase(options)
  if (database) findings.push(...(await examineDatabase(options, database)))
  if (config) findings.push(await checkMail(config), await checkWebhook(config), await checkRedis(config))
  const isWell = findings.every(({ status }) => status !== 'failed')
  say(options, { ok: isWell, checks: findings }, findings.map(describe))
  if (!isWell) process.exitCode = 1
}

/** Undefined where DATABASE_URL itself is wrong, which was said already. */
const findDatabase = ({ databaseUrl }: CommonOptions): DatabaseTarget | undefined => {
  try {
    return readDatabase(overlaid({ DATABASE_URL: databaseUrl }))
  } catch {
    return undefined
  }
}

const examineDatabase = async (
  options: CommonOptions,
  database: DatabaseTarget,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = []
  try {
    requireDatabaseFile(database)
    // Before it is opened to be written: a file on a disk that is full or damaged is still told of.
    findings.push(...(await attempt('storage', database, async () => checkDiskSpace(database))))
    findings.push(...(await attempt('storage', database, () => checkPages(database))))
    await withOpenStore(database, async (store) => {
      findings.push(...(await examineStore(store, options, database)))
    })
  } catch (error) {
    findings.push(explainFailure('storage', error, database))
  }
  return findings
}

const examineStore = async (
  store: Store,
  { databaseUrl }: CommonOptions,
  database: DatabaseTarget,
): Promise<readonly Finding[]> => {
  const schema = await checkSchema(store, database)
  if (schema.status === 'failed') return [schema]
  const clock = await openClock(store)
  const findings = [schema]
  const check = async (name: string, body: () => Promise<CheckResult>): Promise<void> => {
    findings.push(...(await attempt(name, database, body)))
  }
  // The clock comes before what is written by it.
  await check('clock', () => checkClock(store, clock))
  await check('storage', () => checkWriting(store, clock.now()))
  await check('storage', () => checkUnsafe(store))
  await check('key', () => checkKey(store, overlaid({ DATABASE_URL: databaseUrl }), database))
  await check('groups', () => checkGroups(store))
  return findings
}

type CheckResult = Finding | readonly Finding[] | undefined

/** What fails is a finding, and keeps nobody from looking at the rest. */
const attempt = async (
  check: string,
  database: DatabaseTarget,
  body: () => Promise<CheckResult>,
): Promise<readonly Finding[]> => {
  try {
    return [(await body()) ?? []].flat()
  } catch (error) {
    return [explainFailure(check, error, database)]
  }
}

const describe = ({ check, status, message }: Finding): string =>
  `${status.padEnd(7)}  ${check.padEnd(8)}  ${message}`
