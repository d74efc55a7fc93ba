// Runs the recipes of docs/operating.md as they are: a copy is its owner's alone, taken while the
// service runs; a drill tells whether it can be used; and putting it back removes nothing.
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../packages/server/src/features/access/access.service.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { loadKeys } from '../../packages/server/src/features/encryption-keys/load.service.ts'
import { migrate } from '../../packages/server/src/store/migrations/migrate.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import type { DatabaseTarget } from '../../packages/server/src/store/target.ts'
import { findCode } from '../docs/document.ts'
import { takeBlocks } from '../docs/runners.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const recipes = takeBlocks('recipes of operating')

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))

const script = fileURLToPath(new URL('../../deploy/backup.sh', import.meta.url))
const DAY_S = 86_400

/** With the newest backup of that folder in the place of the one that is named. */
const recipe = (heading: string, backup: string): string =>
  findCode(recipes, heading)
    .replace(/\/backup\/challenges-\d\S*/, () => join(backup, listBackups(backup).at(-1) ?? ''))
    .replace(/ \/backup\b/g, ` ${backup}`)
    .replaceAll('(ls /backup', `(ls ${backup}`)
    .replaceAll('deploy/backup.sh', script)
    .replaceAll('bin/challenge-service', bin)

const listBackups = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .toSorted()

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
  const listAside = (): readonly string[] =>
    readdirSync(join(folder, 'data'))
      .filter((name) => name.startsWith('before-'))
      .map((name) => join(folder, 'data', name))
  const modes = (): readonly string[] =>
    readdirSync(backup).map(
      (name) => `${name.replace(/\d.*Z/, '…')} ${(statSync(join(backup, name)).mode & 0o777).toString(8)}`,
    )
  const makeOld = (name: string, days: number): void => {
    writeFileSync(join(backup, name), 'from before')
    const at = Date.now() / 1000 - days * DAY_S
    utimesSync(join(backup, name), at, at)
  }

  it('what it makes is its owner alone, and holds what the log holds', async () => {
    const store = await open()
    await migrate(store, 0)
    await joining(store, 'ana@test.example')
    expect(JSON.parse(run('Backups'))).toMatchObject({ key_file: './data/challenges.db.key' })
    await store.close()
    expect(modes()).toEqual(['challenges-….db 600', 'challenges-….db.key 600'])
    rmSync(join(folder, 'data'), { recursive: true })
    mkdirSync(join(folder, 'data'))
    const [made = ''] = listBackups(backup)
    cpSync(join(backup, made), join(folder, 'data/challenges.db'))
    expect(await addresses()).toEqual(['ana@test.example'])
  })

  it('removes those of more than 30 days ago once a new one is there, and nothing else', async () => {
    makeOld('challenges-old.db', 32)
    makeOld('challenges-old.db.key', 32)
    makeOld('challenges-late.db', 29)
    makeOld('other.db', 99)
    const before = readdirSync(backup)
    expect(runFailing('Backups')).toBe('')
    expect(readdirSync(backup)).toEqual(before)
    const store = await open()
    await migrate(store, 0)
    await store.close()
    run('Backups')
    expect(readdirSync(backup).filter((name) => !/-\d/.test(name))).toEqual([
      'challenges-late.db',
      'other.db',
    ])
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
    writeFileSync(
      join(backup, `${listBackups(backup)[0] ?? ''}.key`),
      `${Buffer.alloc(32, 8).toString('base64')}\n`,
    )
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
    const [before = '', ...more] = listAside()
    expect(more).toEqual([])
    expect(readdirSync(before)).toEqual(readdirSync(killed))
    // A second time on the same day nothing of it is written over.
    run('Restoring')
    expect(listAside()).toHaveLength(2)
    expect(readdirSync(before)).toEqual(readdirSync(killed))
    cpSync(before, join(folder, 'data'), { recursive: true })
    expect(await addresses()).toEqual(['ana@test.example', 'ben@test.example'])
  })

  it('restoring leaves every file to the owner of the folder, also where root does it', async () => {
    const store = await open()
    await migrate(store, 0)
    await store.close()
    run('Backups')
    // Only root can give a folder to someone else.
    const own = process.getuid?.() ?? 0
    const owner = own === 0 ? 12_345 : own
    chownSync(join(folder, 'data'), owner, process.getgid?.() ?? 0)
    run('Restoring')
    const owners = readdirSync(join(folder, 'data')).map((name) => statSync(join(folder, 'data', name)).uid)
    expect(new Set(owners)).toEqual(new Set([owner]))
  })
})
