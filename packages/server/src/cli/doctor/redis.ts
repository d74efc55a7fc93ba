// Whether Redis answers, and takes the scripts that count in it. Its own words are not repeated, but for the code: they
// may hold the URL.
import type { Config } from '../../config/config.ts'
import { findRedisCode, RedisConnection } from '../../limits/redis-connection.ts'
import { failed, ok, type Finding } from './finding.ts'

const WITHIN_MS = 5_000

export const checkRedis = async ({ redisUrl }: Config): Promise<Finding> => {
  if (redisUrl === undefined)
    return ok('redis', 'REDIS_URL is not set: each process counts its limits by itself')
  const connection = new RedisConnection(redisUrl, WITHIN_MS)
  try {
    await connection.open(WITHIN_MS)
    await connection.close(WITHIN_MS)
    return ok('redis', 'it answers: all processes count their limits together')
  } catch (error) {
    return failed('redis', `${explain(findRedisCode(error) ?? '')}. Until then each process counts by itself`)
  } finally {
    connection.destroy()
  }
}

const explain = (code: string): string => {
  if (code === '')
    return 'Redis does not answer: see that the host and port of REDIS_URL are its own, and can be reached from here'
  const [what, remedy] = reasons[code] ?? [
    'Redis refuses us',
    'look at all of REDIS_URL: redis or rediss, user and password, host and port, the number of the database',
  ]
  return `${what} (${code}): ${remedy}`
}

type RedisRefusal = readonly [what: string, remedy: string]

const unknownHost: RedisRefusal = [
  'the host of REDIS_URL is not known',
  'see that it is spelt right, and that this machine can look it up',
]

const reasons: Readonly<Record<string, RedisRefusal>> = {
  ECONNREFUSED: ['Redis refuses the connection', 'see that it runs, at the host and port of REDIS_URL'],
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  WRONGPASS: ['Redis refuses the password', 'look at the user and password in REDIS_URL'],
  NOAUTH: ['Redis asks for a password', 'write it into REDIS_URL, as in redis://:PASSWORD@HOST'],
  NOPERM: ['Redis denies us a command', 'give the user of REDIS_URL the right to load and run scripts'],
}
