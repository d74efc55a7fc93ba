// Guards the recipes of docs/operating.md by running them as they stand: a copy is its owner's alone, taken while the
// service runs; a drill tells whether it can be used; and putting it back removes nothing.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../packages/server/src/features/access/access.service.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { loadKeys } from '../../packages/server/src/features/keys/load.service.ts'
import { migrate } from '../../packages/server/src/store/migrate.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import type { DatabaseTarget } from '../../packages/server/src/store/target.ts'
import { findCode } from '../docs/document.ts'
import { takeBlocks } from '../docs/runners.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const recipes = takeBlocks('recipes of operating')

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))

const recipe = (heading: string, backup: string): string =>
  findCode(recipes, heading).replaceAll('/backup', backup).replaceAll('bin/challenge-service', bin)

describe('The backup recipe makes a file that everyone can read', () => {
  let folder: string
  let backup: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'challenge-service-backup-'))
    backup = join(folder, 'elsewhere')
    mkdirSync(backup)
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/challenges.db.key'), `${KEY}\n`, { mode: 0o600 })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const run = (heading: string): string =>
    execFileSync('sh', ['-ec', recipe(heading, backup)], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
  /** What one prints that ends with a status of its own. */
  const runFailing = (heading: string): string => {
    try {
      return `it went well: ${run(heading)}`
    } catch (error) {
      return (error as { readonly stdout: string }).stdout
    }
  }
  const target = (): DatabaseTarget => ({ kind: 'file', path: join(folder, 'data/challenges.db') })
  const open = (): Promise<Store> => openStore(target(), { onIdleError: () => undefined })
  const joining = (store: Store, email: string) =>
    store.write((tx) => createAccount(tx, { email, firstName: 'Pat', plan: 'free' }, 1))
  const addresses = async (): Promise<readonly string[]> => {
    const store = await open()
    const rows = await store.all(once<{ email: string }>('select email from people order by email'))
    await store.close()
    return rows.map(({ email }) => email)
  }
  const modes = (): readonly string[] =>
    readdirSync(backup).map((name) => `${name} ${(statSync(join(backup, name)).mode & 0o777).toString(8)}`)

  it('what it makes is its owner alone, whatever stood there before, and holds what the log holds', async () => {
    for (const name of ['challenges.db', 'challenges.db.key']) {
      writeFileSync(join(backup, name), 'from before', { mode: 0o644 })
    }
    const store = await open()
    await migrate(store, 0)
    await joining(store, 'ana@test.example')
    expect(run('Backups')).toMatch(/^backed up to .*checked\nits key is in .*challenges\.db\.key: /)
    await store.close()
    expect(modes()).toEqual(['challenges.db 600', 'challenges.db.key 600'])
    rmSync(join(folder, 'data'), { recursive: true })
    cpSync(backup, join(folder, 'data'), { recursive: true })
    expect(await addresses()).toEqual(['ana@test.example'])
  })

  it('a drill shows who is in the backup beside the service, leaves nothing, and tells of a key that does not fit', async () => {
    const store = await open()
    await migrate(store, 0)
    await loadKeys(store, readKeyring({}, target()), 0)
    await joining(store, 'ana@test.example')
    run('Backups')
    await joining(store, 'ben@test.example')
    const shown = run('A restore drill')
    expect(shown).toMatch(/^ok +key /m)
    expect(shown).not.toMatch(/^(failed|warning)/m)
    expect(shown).toContain('ana@test.example')
    expect(shown).not.toContain('ben@test.example')
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'elsewhere'])
    writeFileSync(join(backup, 'challenges.db.key'), `${Buffer.alloc(32, 8).toString('base64')}\n`)
    expect(runFailing('A restore drill')).toMatch(/^failed +key .* does not fit/m)
    await store.close()
    expect(await addresses()).toEqual(['ana@test.example', 'ben@test.example'])
  })

  it('restoring puts aside what was there, its log with it, and removes nothing', async () => {
    const store = await open()
    await migrate(store, 0)
    await joining(store, 'ana@test.example')
    run('Backups')
    await joining(store, 'ben@test.example')
    // As a process that was killed leaves it: the newest write is in the log alone.
    const killed = join(folder, 'killed')
    cpSync(join(folder, 'data'), killed, { recursive: true })
    await store.close()
    rmSync(join(folder, 'data'), { recursive: true })
    cpSync(killed, join(folder, 'data'), { recursive: true })
    expect(readdirSync(killed)).toContain('challenges.db-wal')

    expect(run('Restoring')).not.toMatch(/^(failed|warning)/m)
    expect(await addresses()).toEqual(['ana@test.example'])
    const before = join(folder, 'data', 'before')
    expect(readdirSync(before)).toEqual(readdirSync(killed))
    cpSync(before, join(folder, 'data'), { recursive: true })
    expect(await addresses()).toEqual(['ana@test.example', 'ben@test.example'])
  })
})
