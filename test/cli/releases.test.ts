// A database that a newer release has brought further, under the commands of this one.
import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { thisRelease } from '../../packages/server/src/kernel/release.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import { startOn } from '../safety/keyed-world.ts'
import { TestClock } from '../support/clock.ts'
import { commandOf } from '../support/command.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })

describe.each(engines)('a database of a newer release, on %s', (engine) => {
  const secretKey = randomBytes(32).toString('base64')

  const createNewer = async (oldestRelease: string): Promise<TestStore> => {
    const newer = await createStore(engine)
    await newer.store.write((tx) =>
      tx.run(
        once(`insert into schema_migrations (version, name, applied_at, oldest_release)
              values (9999, 'future', 0, '${oldestRelease}')`),
      ),
    )
    return newer
  }

  it('is served where it allows this one', async () => {
    const newer = await createNewer(thisRelease)
    const { url } = newer.storage
    const service = await startOn(url, new TestClock(), secretKey)
    await service.stop()
    expect(await commandOf({ databaseUrl: url, secretKey })('migrate')).toBe('up to date\n')
    await newer.remove()
  })

  it.each([[['serve', '--port', '0']], [['migrate']], [['account', 'plan', 'ana@x.example', 'club']]])(
    'is refused where it does not, by %j, which says both releases',
    async (args) => {
      const newer = await createNewer('999.0.0')
      const refused = commandOf({ databaseUrl: newer.storage.url, secretKey })(...args)
      await expect(refused).rejects.toMatchObject({
        code: 1,
        stderr: `error: the database was brought up to date by a newer release, and may be used by 999.0.0 and later: this is ${thisRelease}\n`,
      })
      await newer.remove()
    },
  )
})
