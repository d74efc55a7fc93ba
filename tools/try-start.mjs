// Does what the README says after `npm install`: starts the demonstration with `npm start`, makes a challenge, stops
// it, starts it again, and finds the challenge. Fails where one of these does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const START_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'try-start-'))
const env = { ...process.env, PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'challenges.db')}` }

/** Starts it, does the work with the address and the token that it prints, and stops it. */
const whileStarted = async (work) => {
  // In a group of its own, so that the signal reaches what npm has started.
  const child = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const { pid } = child
  if (pid === undefined) throw new Error('npm cannot be started')
  const ended = once(child, 'exit')
  const stop = () => process.kill(-pid, 'SIGTERM')
  const timer = setTimeout(stop, START_MS)
  try {
    let token
    for await (const line of createInterface({ input: child.stdout })) {
      token ??= /Bearer (cs_acc_\w+)/.exec(line)?.[1]
      const url = /^listening on (\S+)$/.exec(line)?.[1]
      if (url !== undefined) return await work(url, token)
    }
    throw new Error('npm start ended before it listened')
  } finally {
    clearTimeout(timer)
    if (child.exitCode === null && child.signalCode === null) stop()
    await ended
  }
}

const call = async (url, token, init = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/challenges`, { ...init, headers })
  const body = await response.json()
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
  return body.data
}

const claim = {
  claim: 'It starts again.',
  opponent_email: 'ben@demo.example',
  stake: 'a coffee',
  due_days: 5,
}

try {
  const made = await whileStarted((url, token) =>
    call(url, token, { method: 'POST', body: JSON.stringify(claim) }),
  )
  const found = await whileStarted((url, token) => call(url, token))
  if (found[0]?.id !== made.id) throw new Error('the challenge is gone after the restart')
  console.log(`npm start on Node ${process.versions.node}: served, stopped, and served the same again`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
