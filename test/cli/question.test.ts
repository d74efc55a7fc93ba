// The operator schedules daily questions on the command line as it is installed.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { idPattern } from '@challenge-service/contract'
import { createStore, engines, type TestStore } from '../support/engine.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

describe.each(engines)('question, on %s', (engine) => {
  let database: TestStore
  beforeAll(async () => {
    database = await createStore(engine)
  })
  afterAll(() => database.remove())

  const run = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: database.storage.url }
    return (await execute(bin, ['question', ...args], { env })).stdout
  }
  const add = (date: string, ...options: readonly string[]): Promise<string> =>
    run('add', '--date', date, '--text', ' Tea? ', ...options.flatMap((one) => ['--option', one]), '--json')

  it('add schedules one for a day to come, once; list shows it', async () => {
    const added = JSON.parse(await add('2999-01-02', 'Yes', 'No')) as object
    const option = (text: string) => ({ id: expect.stringMatching(/^opt_/) as string, text })
    expect(added).toEqual({
      id: expect.stringMatching(new RegExp(idPattern('question'))) as string,
      date: '2999-01-02',
      text: 'Tea?',
      options: [option('Yes'), option('No')],
      built_in: false,
    })
    const refused = (line: string) => ({ code: 1, stdout: '', stderr: `error: ${line}\n` })
    await expect(add('2999-01-02', 'Yes', 'No')).rejects.toMatchObject(
      refused('there is a question for 2999-01-02 already'),
    )
    expect(JSON.parse(await run('list', '--from', '2999-01-01', '--json'))).toEqual({
      questions: [{ ...added, votes: 0 }],
    })
    expect(await run('list', '--from', '2999-01-01')).toMatch(
      /^2999-01-02  qst_\w+  scheduled  0 votes  Tea\?\n$/,
    )
    await expect(add('2999-01-03', 'Yes')).rejects.toMatchObject(
      refused('a question has 2 to 10 options, not 1'),
    )
    await expect(add('2999-01-03', 'Yes', 'Yes')).rejects.toMatchObject({ code: 1 })
    await expect(add('2020-01-01', 'Yes', 'No')).rejects.toMatchObject(
      refused('2020-01-01 has begun already (in UTC); choose a later day'),
    )
    await expect(add('2027-02-30', 'Yes', 'No')).rejects.toMatchObject({ code: 2 })
  })
})
