// Whether Redis answers, and takes the scripts that count in it. Its own words are not repeated: they may hold the URL.
import type { Config } from '../../config/config.ts'
import { RedisConnection } from '../../limits/redis-connection.ts'
import { failed, ok, type Finding } from './finding.ts'

const WITHIN_MS = 5_000

export const checkRedis = async ({ redisUrl }: Config): Promise<Finding> => {
  if (redisUrl === undefined)
    return ok('redis', 'REDIS_URL is not set: each process counts its limits by itself')
  const connection = new RedisConnection(redisUrl)
  try {
    await connection.open(WITHIN_MS)
    await connection.close(WITHIN_MS)
    return ok('redis', 'it answers: all processes count their limits together')
  } catch {
    return failed(
      'redis',
      'it refuses the connection; look at the host, port and password in REDIS_URL. Until then each process counts by itself',
    )
  } finally {
    connection.destroy()
  }
}
