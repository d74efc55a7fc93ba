// `npm run cluster`: three nodes behind a balancer, with a PostgreSQL, a redis-server and the demonstration people, all
// on this machine. Nothing is kept. `--nodes N`, `--port N` (of the balancer; 8080 unless told). Ctrl-C ends all of it.
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../test-support.mjs'
import { startCluster } from './cluster.mjs'
import { startRedis } from './redis.mjs'

const { values } = parseArgs({ options: { nodes: { type: 'string' }, port: { type: 'string' } } })

const print = (...lines) => process.stdout.write(lines.map((line) => `${line}\n`).join(''))

const opened = []
const closeAll = async () => {
  for (const close of opened.splice(0).toReversed()) await close()
}

let isStopping = false
const stop = async (status) => {
  // A second Ctrl-C ends at once; what was started ends with this process or is told to.
  if (isStopping) process.exit(1)
  isStopping = true
  print('', 'stopping')
  await closeAll()
  process.exit(status)
}
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))

try {
  const postgres = await startTestPostgres({ fsync: 'on', full_page_writes: 'on' })
  opened.push(postgres.remove)
  const redis = await startRedis()
  if (redis) opened.push(redis.stop)
  else print('redis-server is not installed: limits hold in each node alone')
  const cluster = await startCluster({
    databaseUrl: postgres.url,
    count: Number(values.nodes ?? 3),
    port: Number(values.port ?? 8080),
    env: redis ? { REDIS_URL: redis.url } : {},
  })
  opened.push(cluster.close)
  const [first, ...others] = cluster.nodes
  const greeting = await cluster.start(first.name, undefined, ['--demo'])
  for (const { name } of others) await cluster.start(name)
  print(...greeting.map((line) => line.replaceAll(first.url, cluster.url)))
  print(
    '# For commands of challenge-service in another terminal',
    `export ${Object.entries(cluster.env)
      .map(([name, value]) => `${name}='${value}'`)
      .join(' ')}`,
    '',
    '# Which node answers; stop and start them on that page, or so',
    `curl -X POST '${cluster.url}/__cluster?do=stop&node=a'`,
    `${cluster.url}/__cluster`,
    '',
    `listening on ${cluster.url}`,
  )
} catch (error) {
  console.error(`error: ${error.message}`)
  await closeAll()
  process.exitCode = 1
}
