// A service on SQLite in a folder of its own, and two people for each story.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSilentService } from '../silent-service.mjs'

const command = join(import.meta.dirname, '../../bin/challenge-service')

/** `more`: settings beside those that it needs. */
export const openService = async (more = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'generators-data-'))
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, 'challenges.db')}`,
    SECRET_KEY: randomBytes(32).toString('base64'),
    ...more,
  }
  const service = await startSilentService(settings)

  const operate = (...args) =>
    JSON.parse(
      execFileSync(command, [...args, '--json'], { env: { ...process.env, ...settings }, encoding: 'utf8' }),
    )
  const addPerson = (address, name) => {
    operate('account', 'create', '--email', address, '--first-name', name, '--plan', 'club')
    return operate('token', 'create', '--account', address).token
  }

  return {
    url: service.url,
    /** The environment of a story: where the service is, and the tokens of its two people. */
    invite: async (story) => {
      const opponent = `opponent-${story}@example.com`
      return {
        URL: service.url,
        TOKEN: addPerson(`creator-${story}@example.com`, 'Ana'),
        OPPONENT: opponent,
        OPPONENT_TOKEN: addPerson(opponent, 'Ben'),
      }
    },
    close: async () => {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
