// docs/operating.md: a service runs with its settings, its commands are run beside it, and its alerts are there. Its
// transcripts are run by console.test.ts, its recipes by test/safety/backup-recipes.test.ts.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { call } from '../support/call.ts'
import { repository } from '../support/planted.ts'
import { openPostOffice } from '../support/post-office.ts'
import { requirement } from '../support/requirements.ts'
import type { Block } from './blocks.ts'
import { takeBlocks } from './runners.ts'
import { readSettings } from './setting-lines.ts'
import { makeClone, runBlock, startServing } from './shell.ts'

const TIMEOUT_MS = 180_000

const openClone = (): string => {
  const clone = makeClone()
  onTestFinished(() => clone.remove())
  return clone.folder
}

const onlyCode = ([block, ...more]: readonly Block[]): string => {
  expect(more).toEqual([])
  return String(block?.code)
}

it('a service is set up and looked after as the page says', { timeout: TIMEOUT_MS }, async () => {
  const office = await openPostOffice()
  onTestFinished(() => office.close())
  const cwd = openClone()
  const shown = readSettings(onlyCode(takeBlocks('settings of one node')))
  expect(shown['SMTP_URL']).toMatch(/^smtps:/)
  const environment = { ...shown, SMTP_URL: office.url }
  const service = await startServing('bin/challenge-service serve', { cwd, environment })
  onTestFinished(() => service.stop())
  expect((await call(service.url, 'GET', '/readyz')).status).toBe(200)

  const commands = takeBlocks('commands of operating').map(({ code }) => code)
  const printed = await runBlock(commands.join('\n'), { cwd, url: service.url, environment })
  expect(printed).toMatch(/^https:\/\/challenges\.example\.com\/sign-in\//m)
  expect(printed).toMatch(/^250 /m)
  for (const name of ['Ana', 'Ben', 'Dan']) {
    expect(printed).toMatch(new RegExp(`${name.toLowerCase()}@bakery\\.example +${name} +\\w+ +present`))
  }
  expect(printed).toContain('50000')
  expect(printed).toMatch(/^cs_grp_/m)
  const kept = JSON.parse(readFileSync(join(cwd, 'dan.json'), 'utf8')) as { readonly email: string }
  expect(kept.email).toBe('dan@bakery.example')

  // People who were added are told, in the name of the operator.
  await expect.poll(() => office.received.length).toBeGreaterThan(1)
  for (const { from, text } of office.received) {
    expect(from?.text).toContain('challenges@example.com')
    expect(text).toContain('Ana Lima, ana@example.com')
  }
})

it.skipIf(requirement('openssl') === undefined)('the command for a key makes one', async () => {
  const key = await runBlock(onlyCode(takeBlocks('key of operating')), { cwd: openClone(), url: '' })
  expect(() =>
    readKeyring({ SECRET_KEY: key.trim() }, { kind: 'server', url: 'postgres://db.example/challenges' }),
  ).not.toThrow()
})

it('the file for traces gives a span for a call', { timeout: TIMEOUT_MS }, async () => {
  const cwd = openClone()
  symlinkSync(join(repository, 'node_modules'), join(cwd, 'node_modules'))
  writeFileSync(join(cwd, 'tracing.mjs'), onlyCode(takeBlocks('tracing of operating')))
  const served = await startServing('bin/challenge-service serve --demo', {
    cwd,
    environment: { NODE_OPTIONS: '--import ./tracing.mjs' },
  })
  onTestFinished(() => served.stop())
  await call(served.url, 'GET', '/healthz')
  await expect.poll(() => served.printed).toContain("name: 'GET /healthz'")
  expect(served.printed).toContain("name: 'transaction'")
})

it('the page says what to do for every alert, and names no other', () => {
  const text = readFileSync(join(repository, 'docs/operating.md'), 'utf8')
  const alerts = readFileSync(join(repository, 'deploy/prometheus/alerts.yml'), 'utf8')
  const named = new Set([...text.matchAll(/`(ChallengeService\w+)`/g)].map(([, name = '']) => name))
  const there = [...alerts.matchAll(/alert: (\w+)$/gm)].map(([, name = '']) => name)
  expect([...named].toSorted()).toEqual(there.toSorted())
})
