// Databases of other releases under the commands of this one: one that a newer release has brought further, and those
// that no release goes on from.
import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { thisRelease } from '../../packages/server/src/kernel/release.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
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

describe.each(engines)('a database that no release goes on from, on %s', (engine) => {
  it.each([
    [
      1,
      'error: the database comes from release 0.1, and release 0.2.0 has not served it yet: start release 0.2.0 on it once, then this one\n',
    ],
    [
      36,
      'error: the database was changed by an unreleased version (step 0036-upkeep), and no release goes on from there: restore a backup that was made with release 0.2.0, or keep that version\n',
    ],
  ])('is refused in one sentence, with step %i', async (step, stderr) => {
    const older = await createStore(engine)
    await older.store.write(async (tx) => {
      await tx.run(once('delete from schema_migrations where version > 20'))
      await tx.run(
        once(`insert into schema_migrations (version, name, applied_at) values (${step}, 'upkeep', 0)`),
      )
    })
    const secretKey = randomBytes(32).toString('base64')
    const run = commandOf({ databaseUrl: older.storage.url, secretKey })
    for (const args of [['serve', '--port', '0'], ['migrate'], ['account', 'list']]) {
      await expect(run(...args)).rejects.toMatchObject({ code: 1, stderr })
    }
    expect((await older.store.all(once('select version from schema_migrations'))).length).toBe(2)
    await older.remove()
  })
})
