// The log of a process says when it started, when it stopped, and why.
import { describe, expect, it, onTestFinished } from 'vitest'
import { thisRelease } from '../../packages/server/src/store/release.ts'
import { makeClone, startServing } from '../docs/shell.ts'

interface Line {
  readonly msg: string
  readonly level: number
  readonly reason?: string
  readonly release?: string
}

describe('serve, in its log', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('tells of its start, and of its stop by %s', async (signal) => {
    const clone = makeClone()
    onTestFinished(() => clone.remove())
    const served = await startServing('exec bin/challenge-service serve', {
      cwd: clone.folder,
      environment: { LOG_LEVEL: 'info' },
    })
    await served.stop(signal)
    const lines = served.printed
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line)
    expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({ level: 30, release: thisRelease })
    expect(lines.slice(-2)).toMatchObject([
      { msg: 'stopping', level: 30, reason: signal },
      { msg: 'stopped' },
    ])
  })
})
