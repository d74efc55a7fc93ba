// Starts a host (host.mjs) and gives its orders as functions.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url))

export const openHost = async (checkout) => {
  const child = fork(HOST, [checkout], {
    execArgv: [],
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map()
  let last = 0
  const ended = once(child, 'exit')
  const expect = (number) =>
    new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject })
    })
  const ready = expect(0)
  child.on('message', ({ number, result, failure }) => {
    const { resolve, reject } = waiting.get(number)
    waiting.delete(number)
    if (failure === undefined) resolve(result)
    else reject(new Error(failure))
  })
  void ended.then(([status]) => {
    for (const { reject } of waiting.values()) {
      reject(new Error(`the service of ${checkout} ended with ${status}`))
    }
  })
  const give = async (order, argument) => {
    const answer = expect((last += 1))
    child.send({ number: last, order, argument })
    return await answer
  }
  try {
    await ready
  } catch (error) {
    throw new Error(`${checkout} cannot be started: is it built?`, { cause: error })
  }
  return {
    start: (settings) => give('start', settings),
    advance: (ms) => give('advance', ms),
    runDue: () => give('runDue'),
    countWaiting: () => give('countWaiting'),
    command: (args) => give('command', args),
    stop: async () => {
      if (child.connected) await give('stop')
      await ended
    },
  }
}
