// One node of a cluster: a process of `challenge-service serve`, of this release or of another.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** That of this repository. */
export const ownProgram = join(import.meta.dirname, '../../bin/challenge-service')

/**
 * Starts one on a free port of 127.0.0.1, and waits until it serves. Gives `{ url, pid, greeting, ended, kill }`;
 * `greeting` is what it printed for people before it listened.
 */
export const startNodeProcess = async ({ program = ownProgram, args = [], env }) => {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', ...args], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C is for the process that started it, which then stops it in good order.
    detached: true,
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const greeting = []
  const listening = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^listening on (\S+)$/.exec(line)?.[1]
      if (url === undefined) greeting.push(line)
      else resolve(url)
    })
  })
  const died = ended.then(({ code }) => {
    throw new Error(`a node ended before it served (exit status ${code}):\n${greeting.join('\n')}`)
  })
  const url = await Promise.race([listening, died])
  died.catch(() => undefined)
  return {
    url,
    pid: child.pid,
    greeting: greeting.filter((line) => !line.startsWith('{')),
    ended,
    kill: (signal) => child.kill(signal),
  }
}
