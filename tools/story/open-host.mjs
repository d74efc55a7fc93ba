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
  const expect = (number) => new Promise((resolve, reject) => waiting.set(number, { resolve, reject }))
  const ready = expect(0)
  const ended = once(child, 'exit')
  child.on('message', ({ number, result, failure }) => {
    const { resolve, reject } = waiting.get(number)
    waiting.delete(number)
    if (failure === undefined) resolve(result)
    else reject(new Error(failure))
  })
  void ended.then(([status]) => {
    const error = new Error(`the service of ${checkout} ended with ${status}`)
    for (const { reject } of waiting.values()) reject(error)
  })
  const order = (name) => (argument) => {
    const done = expect((last += 1))
    child.send({ number: last, order: name, argument })
    return done
  }
  await ready
  const names = ['start', 'advance', 'runDue', 'countWaiting', 'sign', 'command']
  return {
    ...Object.fromEntries(names.map((name) => [name, order(name)])),
    stop: async () => {
      if (child.connected) await order('stop')()
      await ended
    },
  }
}
