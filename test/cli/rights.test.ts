// The operator exports and erases people on the command line as it is installed, and a process that is killed in
// the middle of it, at whichever write to disk, leaves nothing that another run does not finish.
import { execFile, spawn } from 'node:child_process'
import { once as onceOf } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { parseDatabaseUrl } from '../../packages/server/src/store/target.ts'
import { CANARY, tellErasedStory } from '../privacy/erased-story.ts'
import { tracesOf } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { requirement } from '../support/requirements.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 300_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

const environmentOf = (service: TestService, databaseUrl: string) => ({
  PATH: process.env['PATH'],
  DATABASE_URL: databaseUrl,
  SECRET_KEY: service.secretKey,
})

describe.each(engines)('account export and erase, on %s', (engine) => {
  let service: TestService
  afterEach(() => service.stop())

  it('print what is kept, and take it away', async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana } = await tellErasedStory(service)
    const env = environmentOf(service, service.databaseUrl)
    const run = (...args: readonly string[]) => execute(bin, ['account', ...args], { env })

    const exported = (await run('export', ` ${ana.email.toUpperCase()} `, '--json')).stdout
    expect(JSON.parse(exported)).toMatchObject({
      email: ana.email,
      account: { first_name: 'Anaqxwordfirst' },
    })
    expect(await run('erase', ana.email, '--yes', '--json')).toEqual({
      stdout: '{"erased":true,"mails_stopped":true}\n',
      stderr: '',
    })
    expect(await tracesOf(service, CANARY)).toEqual([])
    expect((await ana.call('GET', '/v1/me')).status).toBe(401)
    expect((await run('erase', 'never@heard.example', '--stop-mails', '--yes')).stdout).toMatch(
      /^nothing was known/,
    )
    await expect(run('export', 'other@heard.example')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error: nothing is kept about other@heard.example\n',
    })
    await expect(run('erase', 'nobody')).rejects.toMatchObject({ code: 1 })
  })
})

const strace = requirement('strace')

describe.skipIf(strace === undefined)('account erase that is killed at a write to disk', () => {
  it('is gone on with, and leaves a sound database', async () => {
    const service = await startTestService('sqlite', loopbackAllowed)
    const { ana } = await tellErasedStory(service)
    await service.stopKeeping()
    const path = service.databaseUrl.slice('sqlite:'.length)
    const folder = mkdtempSync(join(tmpdir(), 'challenge-service-erase-'))
    let killed = 0
    try {
      // From the first writes to well beyond the last.
      for (const n of [3, 9, 20, 40, 80, 160]) {
        const copy = join(folder, String(n))
        cpSync(dirname(path), copy, { recursive: true })
        const url = `sqlite:${join(copy, 'test.db')}`
        const env = environmentOf(service, url)
        const inject = ['-f', '-e', 'trace=pwrite64', '-e', `inject=pwrite64:signal=SIGKILL:when=${n}`]
        const child = spawn(
          strace ?? '',
          ['-o', '/dev/null', ...inject, process.execPath, bin, 'account', 'erase', ana.email, '--yes'],
          { env, stdio: 'ignore' },
        )
        const [status, signal] = (await onceOf(child, 'exit')) as [number | null, string | null]
        if (status !== 0 || signal !== null) killed += 1
        await execute(bin, ['account', 'erase', ana.email, '--yes'], { env })
        const store = await openStore(targetOf(url), { onIdleError: () => undefined })
        expect(await tracesOf({ ...service, store }, CANARY)).toEqual([])
        expect(await store.all(once('pragma integrity_check'))).toEqual([{ integrity_check: 'ok' }])
        await store.close()
      }
      expect(killed).toBeGreaterThan(3)
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await service.remove()
    }
  })
})

const targetOf = (url: string) => {
  const target = parseDatabaseUrl(url)
  if (!target) throw new Error(`not a database: ${url}`)
  return target
}
