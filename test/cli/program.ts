// The operator's command line as it is installed: real processes, their exit status, and what they print.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'

type Child = ChildProcessByStdio<null, Readable, Readable>
export type Variables = Readonly<Record<string, string>>

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const children = new Set<Child>()
let folder = ''

/** Gives commands a folder to run in, and ends those that still run. Called once in a file. */
export const guardCommands = (): void => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'challenge-service-cli-'))
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
}

/** A path in the folder where commands run. */
export const pathOf = (name: string): string => join(folder, name)

/** Nothing of the environment of the tests but the way to node, in a folder that is nobody's. */
const launch = (args: readonly string[], variables: Variables): Child => {
  const env = { PATH: process.env['PATH'], ...variables }
  const child = spawn(bin, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  child.once('close', () => children.delete(child))
  return child
}

const outcomeOf = async (child: Child): Promise<Ended> => {
  const told = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      told[name] += text
    })
  }
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, ...told }
}

export const run = (args: readonly string[], variables: Variables = {}): Promise<Ended> =>
  outcomeOf(launch(args, variables))

interface Served {
  readonly url: string
  /** What it printed up to the line that says it listens. */
  readonly greeting: string
  /** Ends it by SIGTERM. */
  stop(): Promise<Ended>
}

export const serve = async (args: readonly string[], variables: Variables): Promise<Served> => {
  const child = launch(['serve', '--port', '0', ...args], variables)
  const ended = outcomeOf(child)
  const greeting = await new Promise<string>((resolve, reject) => {
    let told = ''
    child.stdout.on('data', (text: string) => {
      told += text
      if (/^listening on .+\n/m.test(told)) resolve(told)
    })
    ended.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)), reject)
  })
  return {
    url: /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(greeting)?.[1] ?? '',
    greeting,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** What it printed for people. */
export const textOf = ({ status, stdout, stderr }: Ended): string => {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

/** The one object that --json printed. */
export const objectOf = (ended: Ended): unknown => {
  const text = textOf(ended)
  expect(text).toMatch(/^\{.*\}\n$/)
  return JSON.parse(text)
}

/** The one line that says why it was refused. */
export const refusalOf = ({ status, stdout, stderr }: Ended): string => {
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^error: .+\n$/)
  return stderr
}

export const settingsFor = (url: string, secret = randomBytes(32).toString('base64')): Variables => ({
  DATABASE_URL: url,
  ...(url.startsWith('postgres') ? { SECRET_KEY: secret } : {}),
})
