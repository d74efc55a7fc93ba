// The demonstration as `npm start` makes it, in the process of a tool: a fresh database, a free port on loopback, and a clock
// that stands still, so that the same day stands in every picture.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDemo } from '../../packages/server/dist/cli/actions/demo.js'
import { readConfig } from '../../packages/server/dist/config/config.js'
import { holdChance } from '../guide/still.mjs'
import { startSilentService } from '../silent-service.mjs'

/** A Wednesday morning. */
export const NOW = Date.parse('2026-11-18T09:30:00.000Z')

export const openDemonstration = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tour-'))
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, 'challenges.db')}`,
    SECRET_KEY: Buffer.alloc(32, 'the key of the tour is no secret').toString('base64'),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const releaseChance = holdChance('the tour')
  const clock = { now: () => NOW, monotonic: () => NOW }
  const service = await startSilentService(settings, { clock, jobs: false })
  const printed = (await prepareDemo(service, readConfig(settings), NOW)).join('\n')
  const [token] = /cs_acc_\w+/.exec(printed)
  return {
    url: service.url,
    settings,
    /** Of Ana. */
    token,
    /** What the start prints for each of the two. */
    links: new Map([...printed.matchAll(/^(\w+) {2}(http:\S+)$/gm)].map(([, name, link]) => [name, link])),
    runDue: () => service.runDue(),
    close: async () => {
      await service.stop()
      releaseChance()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
