// README.md: its story is played on the demonstration, from the first call to a token of one's own.
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../support/databases.ts'
import { call } from '../support/call.ts'
import { requirement } from '../support/requirements.ts'
import { postgresOfRun } from '../support/run-storage.ts'
import { nameBlock } from './blocks.ts'
import { takeBlocks } from './runners.ts'
import { makeClone, runBlock, startServing } from './shell.ts'
import { findDifferences } from './shown.ts'

const TIMEOUT_MS = 60_000

const openClone = (): string => {
  const clone = makeClone()
  onTestFinished(() => clone.remove())
  return clone.folder
}

it.skipIf(requirement('curl') === undefined)(
  'the first challenge is played as it is told',
  async () => {
    const cwd = openClone()
    const service = await startServing('bin/challenge-service serve --demo', { cwd })
    onTestFinished(() => service.stop())
    const [ana = '', ben = ''] = [...service.printed.matchAll(/Bearer (cs_acc_\w+)/g)]
      .map(([, token = '']) => token)
      .filter((token, at, all) => all.indexOf(token) === at)
    const run = async (code: string): Promise<unknown> =>
      JSON.parse(await runBlock(code, { cwd, url: service.url }))

    const blocks = takeBlocks('first challenge')
    const [create, created, accept, refused, own, ...more] = blocks
    if (!create || !created || !accept || !refused || !own)
      throw new Error('the story is shorter than it was')
    expect(more.map(nameBlock)).toEqual([])

    const asAna = create.code.replace(/cs_acc_\w+…/, ana)
    const given = (await run(asAna)) as { readonly data: { readonly id: string } }
    expect(findDifferences(JSON.parse(created.code), given)).toEqual([])
    expect(await run(asAna)).toMatchObject({ data: { id: given.data.id } })

    const asBen = accept.code.replace(/cs_acc_\w+…/, ben).replace(/ch_\w{26}/, given.data.id)
    expect(await run(asBen)).toMatchObject({ data: { status: 'active', role: 'opponent' } })

    const mistaken = asAna
      .replace('opponent_email', 'oponent_email')
      .replace('"due_days": 5', '"due_days": 500')
      .replace('Idempotency-Key: ', 'Idempotency-Key: other-')
    const answer = (await run(mistaken)) as { readonly error: unknown }
    const shown = JSON.parse(refused.code) as { readonly error: unknown }
    expect(shown.error).toEqual(answer.error)

    const printed = await runBlock(own.code, { cwd, url: service.url })
    const [link] = /\/sign-in\/\S+/.exec(printed) ?? []
    const page = await fetch(service.url + String(link))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('you@example.com')
  },
  TIMEOUT_MS,
)

it.skipIf(requirement('openssl') === undefined)(
  'the first start on PostgreSQL makes the tables',
  async () => {
    const database = await createDatabase((await postgresOfRun()).adminUrl)
    onTestFinished(() => database.drop())
    const [{ code } = { code: '' }, ...more] = takeBlocks('first start on PostgreSQL')
    expect(more).toEqual([])
    const script = code.replace(/'postgres:[^']+'/, () => `'${database.url}'`)
    expect(script).not.toBe(code)

    const service = await startServing(script, { cwd: openClone() })
    onTestFinished(() => service.stop())
    expect((await call(service.url, 'GET', '/readyz')).status).toBe(200)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    onTestFinished(() => client.end())
    expect((await client.query('select count(*) from people')).rows).toEqual([{ count: '0' }])
  },
  TIMEOUT_MS,
)
