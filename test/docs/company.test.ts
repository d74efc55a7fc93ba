// docs/company.md: the service is set up as the page says, and its commands are run in one shell, from the top to the end.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPostOffice } from '../support/post-office.ts'
import { requirement } from '../support/requirements.ts'
import { takeBlocks } from './runners.ts'
import { makeClone, runBlock, startServing } from './shell.ts'

const TIMEOUT_MS = 120_000

it.skipIf(requirement('curl') === undefined)(
  'a company is set up as the page says, and looked after',
  async () => {
    const office = await openPostOffice()
    onTestFinished(() => office.close())
    const clone = makeClone()
    onTestFinished(() => clone.remove())
    const cwd = clone.folder

    const [settings, ...more] = takeBlocks('service of a company')
    expect(more).toEqual([])
    const code = settings?.code.replace(/smtps:\S+/, office.url) ?? ''
    expect(code).toContain(office.url)
    const service = await startServing(code, { cwd })
    onTestFinished(() => service.stop())
    expect(statSync(join(cwd, 'company.env')).mode & 0o077).toBe(0)

    const commands = takeBlocks('commands of a company').map((block) => block.code)
    const printed = await runBlock(commands.join('\n'), { cwd, url: service.url })
    expect(printed).toMatch(/^250 /)
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dan']) {
      expect(printed).toMatch(new RegExp(`${name.toLowerCase()}@bakery\\.example +${name} +\\w+ +present`))
    }
    expect(printed).toContain('"name":"Blue Bakery","role":"admin","member_count":4')
    expect(printed).toContain('50000')
    const kept = JSON.parse(readFileSync(join(cwd, 'dan.json'), 'utf8')) as { readonly email: string }
    expect(kept.email).toBe('dan@bakery.example')
    expect(await runBlock('bin/challenge-service account list', { cwd, url: service.url })).not.toContain(
      'dan@',
    )

    // Whoever was added is told so under the name and address of the company.
    await expect.poll(() => office.received.length).toBeGreaterThan(1)
    for (const { from, text } of office.received) {
      expect(from?.text).toContain('challenges@bakery.example')
      expect(text).toContain('Ana Lima, office, ana@bakery.example')
    }
  },
  TIMEOUT_MS,
)
