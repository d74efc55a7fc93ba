// The systemd unit: systemd finds no fault with it, and little that it leaves open.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { requirement } from '../support/requirements.ts'

const shipped = readFileSync(join(repository, 'deploy/systemd/challenge-service.service'), 'utf8')
const program = requirement('systemd-analyze') ?? ''
// Of 10; what systemd itself calls OK ends at 4.
const EXPOSURE_MAX = 2

describe.skipIf(program === '')('the systemd unit', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'unit-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const write = (text: string): string => {
    const path = join(folder, 'challenge-service.service')
    writeFileSync(path, text)
    return path
  }

  /** With the Node of this machine, since the command must be there. */
  const verify = (text: string) => {
    const path = write(text.replace('/usr/bin/node', process.execPath))
    const { status, stderr } = spawnSync(program, ['verify', path], { encoding: 'utf8' })
    return { status, complaints: stderr.split('\n').filter((line) => line.includes('challenge-service')) }
  }

  it('is sound', () => {
    expect(verify(shipped)).toEqual({ status: 0, complaints: [] })
  })

  it('would be refused with a setting that there is not', () => {
    const { complaints } = verify(shipped.replace('ProtectHome=yes', 'ProtectHomes=yes'))
    expect(complaints).toHaveLength(1)
  })

  it('leaves little open', () => {
    const text = execFileSync(program, ['security', '--offline=true', '--no-pager', write(shipped)], {
      encoding: 'utf8',
    })
    const level = /Overall exposure level for \S+: ([\d.]+)/.exec(text)?.[1]
    expect(Number(level)).toBeLessThanOrEqual(EXPOSURE_MAX)
  })

  it('gives it longer to stop than it takes', () => {
    const given = Number(/^TimeoutStopSec=(\d+)$/m.exec(shipped)?.[1])
    const source = readFileSync(join(repository, 'packages/server/src/cli/actions/serve.ts'), 'utf8')
    const taken = Number(/^const STOP_WITHIN_MS = ([\d_]+)$/m.exec(source)?.[1]?.replaceAll('_', '')) / 1000
    expect(given).toBeGreaterThan(taken)
  })
})
