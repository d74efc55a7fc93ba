// The log of a process says when it started, when it stopped, and why.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { thisRelease } from '../../packages/server/src/kernel/release.ts'
import { makeClone, startServing } from '../docs/shell.ts'

const serveFor = async (environment: Readonly<Record<string, string>>) => {
  const clone = makeClone()
  onTestFinished(() => clone.remove())
  const served = await startServing('exec bin/challenge-service serve', {
    cwd: clone.folder,
    environment: { LOG_LEVEL: 'info', ...environment },
  })
  const readLines = (): readonly Line[] =>
    served.printed
      .split('\n')
      // Behind the last line end is what is only half there.
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line)
  return { served, readLines }
}

interface Line {
  readonly msg: string
  readonly level: number
  readonly reason?: string
  readonly release?: string
  readonly metrics_port?: number
}

describe('serve, in its log', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('tells of its start, and of its stop by %s', async (signal) => {
    const { served, readLines } = await serveFor({})
    await served.stop(signal)
    const lines = readLines()
    expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({ level: 30, release: thisRelease })
    expect(lines.slice(-2)).toMatchObject([
      { msg: 'stopping', level: 30, reason: signal },
      { msg: 'stopped' },
    ])
  })

  it('names the port on which the figures are, where any free one was to be taken', async () => {
    const { served, readLines } = await serveFor({ METRICS_PORT: '0' })
    onTestFinished(() => served.stop())
    // The log may come after the line that says where it listens.
    const findPort = () => readLines().find(({ msg }) => msg === 'started')?.metrics_port
    const port = await vi.waitUntil(findPort, { timeout: 10_000 })
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
  })
})
