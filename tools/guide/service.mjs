// The real service, on SQLite in a folder of its own, with a clock that the guide moves and chance that repeats.
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSilentService } from '../silent-service.mjs'
import { holdChance } from './still.mjs'

/** Where a reader's service listens; the one that is started here takes any free port. */
export const SHOWN_URL = 'http://127.0.0.1:8080'

const repository = join(import.meta.dirname, '../..')
const START = Date.parse('2026-11-15T09:00:00.000Z')

export const openService = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'))
  await symlink(join(repository, 'bin'), join(folder, 'bin'))
  let now = START
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, 'challenges.db')}`,
    SECRET_KEY: Buffer.from('the key of the guide is no secret').subarray(0, 32).toString('base64'),
    PUBLIC_URL: SHOWN_URL,
  }
  const releaseChance = holdChance('the guide')
  const service = await startSilentService(settings, {
    clock: { now: () => now, monotonic: () => now },
    jobs: false,
  })
  return {
    url: service.url,
    /** Where the commands run: as in the repository, `bin` is there. */
    folder,
    environment: { ...settings, GUIDE_NOW: String(START) },
    waitingCalls: () => service.waitingCalls(),
    runDue: () => service.runDue(),
    advance: (ms) => (now += ms),
    close: async () => {
      await service.stop()
      releaseChance()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
