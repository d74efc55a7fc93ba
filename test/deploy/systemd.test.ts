// The systemd units: systemd finds no fault with them, and little that they leave open. The command and the backup run
// as the unit does.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { takeBlocks } from '../docs/runners.ts'
import { repository } from '../support/planted.ts'
import { requirement } from '../support/requirements.ts'

const read = (name: string): string => readFileSync(join(repository, 'deploy/systemd', name), 'utf8')
const shipped = read('challenge-service.service')
const nightly = read('challenge-service-backup.service')
/** As who has taken the # away. */
const withCredentials = (text: string): string => text.replaceAll(/^#(LoadCredential|credentials)=/gm, '$1=')
const program = requirement('systemd-analyze') ?? ''
// Of 10; what systemd itself calls OK ends at 4.
const EXPOSURE_MAX = 2

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unit-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(program === '')('the systemd units', () => {
  const write = (text: string, name = 'challenge-service.service'): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  /** With the Node of this machine, since the command must be there. */
  const verify = (text: string, name?: string) => {
    const path = write(text.replace('/usr/bin/node', process.execPath), name)
    const { status, stderr } = spawnSync(program, ['verify', path], { encoding: 'utf8' })
    return { status, complaints: stderr.split('\n').filter((line) => line.includes('challenge-service')) }
  }

  it.each([
    ['that of one node', shipped, 'challenge-service.service'],
    ['that of several', shipped, 'challenge-service@.service'],
    ['that of the backup', nightly, 'challenge-service-backup.service'],
    ['that of one node, with credentials', withCredentials(shipped), 'challenge-service.service'],
    ['that of the backup, with credentials', withCredentials(nightly), 'challenge-service-backup.service'],
  ])('are sound: %s', (_, text, name) => {
    expect(verify(text, name)).toEqual({ status: 0, complaints: [] })
  })

  it('start a backup every night', () => {
    write(nightly, 'challenge-service-backup.service')
    const timer = read('challenge-service-backup.timer')
    expect(verify(timer, 'challenge-service-backup.timer')).toEqual({ status: 0, complaints: [] })
    const [, when = ''] = /^OnCalendar=(.*)$/m.exec(timer) ?? []
    expect(execFileSync(program, ['calendar', when], { encoding: 'utf8' })).toContain('Next elapse')
  })

  it('would be refused with a setting that there is not', () => {
    const { complaints } = verify(shipped.replace('ProtectHome=yes', 'ProtectHomes=yes'))
    expect(complaints).toHaveLength(1)
  })

  it.each([
    ['the service', shipped],
    ['the backup', nightly],
  ])('leave little open: %s', (_, text) => {
    const said = execFileSync(program, ['security', '--offline=true', '--no-pager', write(text)], {
      encoding: 'utf8',
    })
    const level = /Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1]
    expect(Number(level)).toBeLessThanOrEqual(EXPOSURE_MAX)
  })
})

it('the unit gives it longer to stop than it takes', () => {
  const given = Number(/^TimeoutStopSec=(\d+)$/m.exec(shipped)?.[1])
  const source = readFileSync(join(repository, 'packages/server/src/cli/actions/serve.ts'), 'utf8')
  const taken = Number(/^const STOP_WITHIN_MS = ([\d_]+)$/m.exec(source)?.[1]?.replaceAll('_', '')) / 1000
  const { drainSeconds } = readConfig({ DATABASE_URL: 'postgres://localhost/challenges' })
  expect(given).toBeGreaterThan(drainSeconds + taken)
})

describe('what runs beside the unit', () => {
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(shipped)?.[1] ?? ''
  const environment = valueOf('Environment').replace(' PORT=%i', '')

  it('is the command, with its user, folder, settings and program', () => {
    const said = join(folder, 'systemd-run')
    writeFileSync(said, '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    chmodSync(said, 0o755)
    const given = execFileSync(
      join(repository, 'deploy/systemd/challenge-service'),
      ['mail', 'list', 'a b'],
      {
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
      },
    ).split('\n')
    expect(given).toEqual(
      expect.arrayContaining([
        `--uid=${valueOf('User')}`,
        `--gid=${valueOf('Group')}`,
        `--working-directory=${valueOf('WorkingDirectory')}`,
        `--property=UMask=${valueOf('UMask')}`,
        `--property=Environment=${environment}`,
        `--property=EnvironmentFile=${valueOf('EnvironmentFile')}`,
      ]),
    )
    expect(given.filter((word) => word.includes('LoadCredential'))).toEqual([])
    const start = valueOf('ExecStart').replace('serve', 'mail list').split(' ')
    expect(given.slice(given.indexOf(start[0] ?? ''))).toEqual([...start, 'a b', ''])
  })

  it('has the credentials of the unit, where those are taken', () => {
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const command = join(folder, 'challenge-service')
    writeFileSync(command, withCredentials(read('challenge-service')), { mode: 0o755 })
    const given = execFileSync(command, ['mail', 'list'], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    }).split('\n')
    const credentials = [...withCredentials(shipped).matchAll(/^LoadCredential=.*$/gm)].map(([line]) => line)
    expect(credentials.map((line) => /=(\w+):/.exec(line)?.[1])).toEqual(['SECRET_KEY', 'SMTP_URL'])
    for (const line of credentials) expect(given).toContain(`--property=${line}`)
    const shown = takeBlocks('credentials of the units').map(({ code }) => code.trim().split('\n'))
    expect(shown).toEqual([['[Service]', ...credentials]])
    expect([...withCredentials(nightly).matchAll(/^LoadCredential=.*$/gm)].map(([line]) => line)).toEqual(
      credentials,
    )
  })

  it('is the backup, with the same', () => {
    for (const name of ['User', 'Group', 'WorkingDirectory', 'UMask', 'EnvironmentFile'])
      expect(nightly).toContain(`\n${name}=${valueOf(name)}\n`)
    expect(nightly).toContain(`\nEnvironment=${environment}\n`)
  })
})
