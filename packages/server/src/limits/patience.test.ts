// Time that a process spent on other things is not waited: what was asked meanwhile was not even sent.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { RedisPatience, within } from './patience.ts'

const WITHIN_MS = 1_000

/** Another thread that answers at once. */
const startEcho = async (): Promise<Worker> => {
  const echo = new Worker(
    `const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => parentPort.postMessage('here'))`,
    { eval: true },
  )
  await once(echo, 'online')
  return echo
}

const holdProcess = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('an answer', () => {
  it('is not late where this process was too busy to ask and to hear', async () => {
    const echo = await startEcho()
    const answer = new Promise((resolve) => {
      echo.once('message', resolve)
      // As a socket is written to: once the present work is done.
      setImmediate(() => echo.postMessage('asked'))
    })
    const waited = within(answer, WITHIN_MS)
    holdProcess(1.5 * WITHIN_MS)
    await expect(waited).resolves.toBe('here')
    await echo.terminate()
  })

  it('that never comes is given up', async () => {
    await expect(within(new Promise(() => undefined), 10)).rejects.toThrow('no answer within 10 ms')
  })

  it('that never comes ends the patience with one that is asked again and again', async () => {
    const ended = new Promise<string>((resolve) => {
      new RedisPatience(10, ({ message }) => resolve(message)).begin()
    })
    expect(await ended).toBe('no answer within 10 ms')
  })
})
