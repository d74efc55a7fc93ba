// The trial in docs/webhooks.md, step by step as a reader does it, on the service as it is installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import type { Delivery } from '@challenge-service/contract'
import { call } from '../support/call.ts'
import { repository } from '../support/planted.ts'
import { requirement } from '../support/requirements.ts'
import { listBlocks } from './blocks.ts'
import { findCode, freePort } from './document.ts'
import { takeBlocks } from './runners.ts'

const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] }

/** Starts a program and gives its lines; ends it with the test. */
const launch = (program: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}) => {
  const env = { ...environment, ...more }
  // A group of its own, so that what a shell left in the background ends with it.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  onTestFinished(async () => {
    const closed = once(child, 'close')
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await closed
  })
  return createInterface({ input: child.stdout })
}

/** The first match of each pattern, in order. */
const find = async (
  lines: AsyncIterable<string>,
  patterns: readonly RegExp[],
): Promise<readonly string[]> => {
  const found: string[] = []
  for await (const line of lines) {
    const match = patterns[found.length]?.exec(line)
    if (match) found.push(match[1] ?? match[0])
    if (found.length === patterns.length) return found
  }
  throw new Error(`ended after ${found.join(', ')}`)
}

it.skipIf(requirement('curl') === undefined)(
  'the trial works as it is written',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'challenge-service-trial-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const steps = takeBlocks('trial of webhooks').map(({ code }) => code)
    const [start = '', subscribe = '', receive = '', look = '', ...more] = steps
    expect(more).toEqual([])
    expect(start).toBe('npm install && WEBHOOK_ALLOW_PRIVATE=true npm start\n')

    const bin = join(repository, 'bin/challenge-service')
    const service = launch(bin, ['serve', '--demo', '--port', '0'], folder, { WEBHOOK_ALLOW_PRIVATE: 'true' })
    const [token = '', url = ''] = await find(service, [/Bearer (cs_acc_\w+)/, /^listening on (\S+)$/])

    const port = String(await freePort())
    writeFileSync(join(folder, 'receiver.mjs'), findCode(listBlocks(), 'Node.js without packages'))
    // A reader takes a moment to paste the next step; here the receiver may not be up yet.
    const listening = 'until curl -s -o /dev/null http://127.0.0.1:3000/; do sleep 0.1; done\n'
    const script = [subscribe, receive, listening, look]
      .join('')
      .replaceAll('http://127.0.0.1:8080', url)
      .replaceAll(':3000/', `:${port}/`)
      .replace('cs_acc_…', token)
    const shell = launch('bash', ['-c', `${script}\nwait`], folder, { PORT: port })
    // The answers of curl end without a line of their own.
    await find(shell, [/webhook\.test evt_\w+/])

    const subscriptions = await call(url, 'GET', '/v1/webhooks', { token })
    const [{ id } = { id: '' }] = subscriptions.body.data as { id: string }[]
    // The note of it follows the answer; a reader sees it at the second look.
    await expect
      .poll(async () => {
        const log = await call(url, 'GET', `/v1/webhooks/${id}/deliveries`, { token })
        return (log.body.data as Delivery[]).map(({ type, outcome, response_status: status }) => [
          type,
          outcome,
          status,
        ])
      })
      .toEqual([['webhook.test', 'delivered', 204]])
  },
  60_000,
)
