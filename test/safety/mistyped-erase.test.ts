// Guards a stranger against the operator's typing: an address of which nothing is known is not silenced by mistake.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { moveAccount } from '../../packages/server/src/features/privacy/move.service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { useFreshService } from '../support/service.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 120_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

describe.each(engines)(
  'account erase of a mistyped address stop-lists a stranger for ever, on %s',
  (engine) => {
    const service = useFreshService(engine)

    const erase = (...args: readonly string[]) =>
      execute(bin, ['account', 'erase', '--yes', ...args], {
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: service.databaseUrl,
          SECRET_KEY: service.secretKey,
        },
      })
    const stops = async (): Promise<number> =>
      (await service.store.all(once('select address_hash from mail_preferences'))).length

    it('is refused, and nothing is written', async () => {
      await expect(erase('stranger@test.example')).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr:
          'error: nothing is known of stranger@test.example; if it is to get no mails all the same, say so with --stop-mails\n',
      })
      expect(await stops()).toBe(0)
    })

    it('that an account had before names the one that it has now', async () => {
      const group = await service.group()
      const { email } = await service.account()
      await group.addMember(email)
      const change = { from: email, to: 'moved@test.example' }
      await service.store.write((tx) => moveAccount(tx, service.keys, change, service.clock.now()))
      await expect(erase(email)).rejects.toMatchObject({
        code: 1,
        stderr: `error: ${email} is an earlier address of the account of moved@test.example: name that one\n`,
      })
      expect(await stops()).toBe(0)
    })

    it('--stop-mails says that it is meant, once and again', async () => {
      for (const _ of [1, 2]) {
        expect(JSON.parse((await erase('stranger@test.example', '--stop-mails', '--json')).stdout)).toEqual({
          erased: false,
          mails_stopped: true,
        })
        expect(await stops()).toBe(1)
      }
    })

    it('an address that is known is erased without it, also again until the last look', async () => {
      const { email } = await service.account()
      for (const _ of [1, 2]) {
        expect(JSON.parse((await erase(email, '--json')).stdout)).toEqual({
          erased: true,
          mails_stopped: true,
        })
      }
      expect(await stops()).toBe(1)
    })
  },
)
