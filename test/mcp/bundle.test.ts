// The service as it is installed answers assistants too: what it speaks with them is in the bundle, and loaded when the
// first one comes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { prepareDatabase } from '../support/child-service.ts'
import { connect, revisions } from '../support/mcp.ts'
import { repository } from '../support/planted.ts'

/** The address of a service that runs until the test is over. */
const serve = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const child = spawn(process.execPath, [join(repository, 'bin/challenge-service'), 'serve'], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^listening on (http:\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('it ended before it listened')
}

it('the installed service answers assistants of both revisions', async () => {
  const database = await prepareDatabase('sqlite')
  onTestFinished(() => database.remove())
  const url = await serve(database.settings)
  for (const revision of revisions) {
    const assistant = await connect(revision, { url, token: database.token })
    const { structuredContent } = await assistant.callTool('list_challenges')
    expect([assistant.revision, structuredContent]).toEqual([revision, { items: [], next_cursor: null }])
    await assistant.close()
  }
})
