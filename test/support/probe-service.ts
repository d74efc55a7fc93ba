// The service with the probe slice as a process of its own, for tests that kill it. Settings come from the
// environment; it says `ready URL` when it listens.
import { readConfig } from '../../packages/server/src/config/config.ts'
import { environment } from '../../packages/server/src/config/environment.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { createLog, standardOutput } from '../../packages/server/src/log/log.ts'
import { startService } from '../../packages/server/src/service.ts'
import { probes } from './probe.ts'

const config = readConfig(environment())
const service = await startService({
  config,
  keys: readKeyring(environment(), config.database),
  log: createLog('warn', standardOutput()),
  extra: probes,
})
process.on('SIGTERM', () => void service.stop())
process.stdout.write(`ready ${service.url}\n`)
