// docs/operating.md: its settings are used as they stand, and what it tells of the database and of alerts is there. Its
// transcripts are played by console.test.ts, its recipes by test/safety/backup-recipes.test.ts.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { tables } from '../../packages/server/src/store/schema/schema.ts'
import { call } from '../support/call.ts'
import { repository } from '../support/planted.ts'
import { openPostOffice } from '../support/post-office.ts'
import { requirement } from '../support/requirements.ts'
import { findCode } from './document.ts'
import { takeBlocks } from './runners.ts'
import { makeClone, runBlock, startServing } from './shell.ts'
import { findDifferences } from './shown.ts'

const openClone = (): string => {
  const clone = makeClone()
  onTestFinished(() => clone.remove())
  return clone.folder
}

describe('the settings of operating', () => {
  const blocks = takeBlocks('settings of operating')

  it('are all tried here', () => {
    expect(blocks.map(({ heading }) => heading)).toEqual(['Mail', 'Keys', 'Logs'])
  })

  it.skipIf(requirement('openssl') === undefined)('make a key that the service takes', async () => {
    const key = await runBlock(findCode(blocks, 'Keys'), { cwd: openClone(), url: '' })
    expect(() =>
      readKeyring({ SECRET_KEY: key.trim() }, { kind: 'server', url: 'postgres://db.example/challenges' }),
    ).not.toThrow()
  })

  it('serve with mails', async () => {
    const office = await openPostOffice()
    onTestFinished(() => office.close())
    const code = findCode(blocks, 'Mail').replace(/smtps:\S+/, office.url)
    const served = await startServing(code, { cwd: openClone() })
    onTestFinished(() => served.stop())
    expect((await call(served.url, 'GET', '/readyz')).status).toBe(200)
  }, 180_000)

  it('show a line of the log as it is written', async () => {
    const cwd = openClone()
    const served = await startServing('bin/challenge-service serve --demo', {
      cwd,
      environment: { LOG_LEVEL: 'info' },
    })
    const [, token = ''] = /Bearer (cs_acc_\w+)/.exec(served.printed) ?? []
    await call(served.url, 'GET', '/v1/me', { token })
    await served.stop()
    const line = served.printed.split('\n').find((text) => text.includes('"msg":"call"'))
    const shown = JSON.parse(
      findCode(blocks, 'Logs').replaceAll(/(\w+_)\w+…/g, `$1${'0'.repeat(26)}`),
    ) as object
    const given = JSON.parse(line ?? '{}') as object
    expect(Object.keys(given)).toEqual(Object.keys(shown))
    expect(findDifferences({ ...shown, ms: 0 }, { ...given, ms: 0 })).toEqual([])
  }, 180_000)
})

it('the file for traces gives a span for a call', async () => {
  const [{ code } = { code: '' }, ...more] = takeBlocks('tracing of operating')
  expect(more).toEqual([])
  const cwd = openClone()
  symlinkSync(join(repository, 'node_modules'), join(cwd, 'node_modules'))
  writeFileSync(join(cwd, 'tracing.mjs'), code)
  const served = await startServing('bin/challenge-service serve --demo', {
    cwd,
    environment: { NODE_OPTIONS: '--import ./tracing.mjs' },
  })
  onTestFinished(() => served.stop())
  await call(served.url, 'GET', '/healthz')
  await expect.poll(() => served.printed).toContain("name: 'GET /healthz'")
  expect(served.printed).toContain("name: 'transaction'")
}, 180_000)

it('the table of what divides names every table of the database once', () => {
  const text = readFileSync(join(repository, 'docs/operating.md'), 'utf8')
  const [, rows = ''] = /\n\| divides by .*\n\| -.*\n((?:\|.*\n)+)/.exec(text) ?? []
  const named = [...rows.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  const there = tables.map(({ name }) => name)
  expect(there.length).toBeGreaterThan(40)
  expect(named.toSorted()).toEqual(there.toSorted())
})

it('the alerts that an incident names are there', () => {
  const text = readFileSync(join(repository, 'docs/operating.md'), 'utf8')
  const alerts = readFileSync(join(repository, 'deploy/prometheus/alerts.yml'), 'utf8')
  const named = [...text.matchAll(/`(ChallengeService\w+)`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !alerts.includes(`alert: ${name}\n`))).toEqual([])
})
