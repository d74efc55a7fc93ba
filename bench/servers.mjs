// The processes that answer, each a child on the core of the servers. All but the one that is measured stand
// still meanwhile, so that what they do by themselves is not charged to another.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { launcherOf, repository } from './built.mjs'
import { onLeaving } from './leaving.mjs'
import { findProgram, onServerCore } from './machine.mjs'

/**
 * A service that can be restarted on the same database and with the same key. One process can be a tenth faster than
 * another with the same code, for as long as it lives: where code and memory come to lie is decided at its start. A
 * comparison of checkouts measures several processes of each.
 */
export const startRestartable = async (databaseUrl, options = {}) => {
  const secretKey = randomBytes(32).toString('base64')
  const begin = async (settings = {}, more = {}) =>
    await startService(databaseUrl, { ...options, ...more, secretKey, settings })
  let current = await begin()
  return {
    get url() {
      return current.url
    },
    get pid() {
      return current.pid
    },
    pause: () => current.pause(),
    resume: () => current.resume(),
    stop: async () => await current.stop(),
    /** Another on the same database, with `settings` besides the usual ones. */
    startBeside: begin,
    /** With `settings` of the environment besides the usual ones. */
    restart: async (settings) => {
      await current.stop()
      current = await begin(settings)
    },
  }
}

/** Limits, the sliding window included, work on every call; they are so high that nothing is refused. */
const NEVER_REACHED = '1000000'

export const startService = async (
  databaseUrl,
  {
    checkout = repository,
    node = process.execPath,
    nodeFlags = [],
    fsyncMs = 0,
    secretKey = randomBytes(32).toString('base64'),
    settings = {},
    place = onServerCore,
  } = {},
) =>
  await start(
    [...slowed(fsyncMs), node, ...nodeFlags, launcherOf(checkout), 'serve', '--port', '0'],
    {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      READS_PER_MINUTE: NEVER_REACHED,
      WRITES_PER_MINUTE: NEVER_REACHED,
      ACCOUNT_QUOTA: NEVER_REACHED,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    { place },
  )

/** As on an ordinary disk: each sync returns so much later. strace stands aside of everything else. */
const slowed = (fsyncMs) => {
  if (fsyncMs === 0) return []
  const strace = findProgram('strace')
  if (strace === undefined) throw new TypeError('--engine slow-disk needs strace')
  const syncs = 'fsync,fdatasync'
  const delay = `inject=${syncs}:delay_exit=${fsyncMs * 1000}`
  return [strace, '-D', '-f', '--seccomp-bpf', '-qqq', '-o', '/dev/null', '-e', `trace=${syncs}`, '-e', delay]
}

/** `answers` by path; see bare-server.mjs. */
export const startBare = async (answers) =>
  await start(
    [process.execPath, fileURLToPath(new URL('bare-server.mjs', import.meta.url))],
    {},
    { input: JSON.stringify(answers) },
  )

/** `place` says on which core. */
const start = async (command, settings, { input = '', place = onServerCore } = {}) => {
  const [program, ...args] = place(command)
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => undefined).end(input)
  const ended = once(child, 'exit')
  // One that stands still would do so for ever.
  const callOff = onLeaving(() => child.kill('SIGKILL'))
  void ended.then(callOff)
  const url = await Promise.race([
    listening(child),
    ended.then(() => Promise.reject(new Error(`${args.join(' ')} ended before it listened`))),
  ])
  return {
    url,
    pid: child.pid,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const listening = (child) =>
  new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^listening on (\S+)$/.exec(line)?.[1]
      if (url === undefined) process.stderr.write(`${line}\n`)
      else resolve(url)
    })
  })
