// The real service in the process of a tool, on any free port, without a word in the log.
import { readConfig } from '../packages/server/dist/config/config.js'
import { readKeyring } from '../packages/server/dist/config/secrets.js'
import { createLog } from '../packages/server/dist/log/log.js'
import { startService } from '../packages/server/dist/service.js'

/** `options` are those of `startService`, such as another clock. */
export const startSilentService = (settings, options = {}) => {
  const config = readConfig({ ...settings, PORT: '0' })
  return startService({
    config,
    keys: readKeyring(settings, config.database),
    log: createLog('silent', { write: () => undefined }),
    ...options,
  })
}
