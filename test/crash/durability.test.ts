// An acknowledged write is on disk: the log is synced before the answer leaves, and a killed process has lost
// nothing that it had answered. `kill -9` alone proves nothing of the first: the page cache outlives it.
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sql } from '../../packages/server/src/store/statements/statement.ts'
import { call } from '../support/call.ts'
import { prepareDatabase, type PreparedDatabase } from '../support/child-service.ts'
import { engines } from '../support/engine.ts'
import { plantedFolder, plantFault, soundSources, type Sources } from '../support/planted.ts'
import { requirement } from '../support/requirements.ts'

const strace = requirement('strace')

describe.skipIf(strace === undefined)('under strace', () => {
  let database: PreparedDatabase
  let sources: Sources = soundSources
  afterEach(async () => {
    await database.remove()
    sources.remove()
    sources = soundSources
  })

  /** The system calls of one creation: what came to the log of the database, and the answer. */
  const traceCreation = async (): Promise<readonly string[]> => {
    database = await prepareDatabase('sqlite')
    const output = join(mkdtempSync(join(plantedFolder(), 'strace-')), 'trace')
    const calls = 'trace=pwrite64,fdatasync,fsync,write,writev,sendto,sendmsg'
    const service = await database.start({
      sources,
      prefix: [strace ?? '', '-D', '-f', '-y', '-o', output, '-e', calls],
    })
    const reply = await call(service.url, 'POST', '/v1/probes', {
      token: database.token,
      body: { label: 'x' },
    })
    expect(reply.status).toBe(201)
    await service.kill()
    // strace outlives what it traces (-D) by as long as it takes to write this last line; it pads short pids.
    const lastLine = new RegExp(String.raw`^${service.pid} +\+{3} killed by SIGKILL`, 'm')
    await expect.poll(() => readFileSync(output, 'utf8')).toMatch(lastLine)
    return readFileSync(output, 'utf8').split('\n')
  }

  /** Whether the last write to the log before the answer was synced before it, too. */
  const isSyncedBeforeAnswer = (lines: readonly string[]): boolean => {
    const answerAt = lines.findIndex((line) => line.includes('HTTP/1.1 201'))
    expect(answerAt).toBeGreaterThan(0)
    const before = lines.slice(0, answerAt)
    const writtenAt = before.findLastIndex((line) => /pwrite64\(.*-wal>/.test(line))
    expect(writtenAt).toBeGreaterThan(0)
    return before.findLastIndex((line) => /f(data)?sync\(.*-wal>\)\s+= 0/.test(line)) > writtenAt
  }

  it('the log is synced before the 201 is written', async () => {
    expect(isSyncedBeforeAnswer(await traceCreation())).toBe(true)
  })

  it('with synchronous=NORMAL it is not', async () => {
    sources = plantFault([
      {
        file: 'packages/server/src/store/sqlite/sqlite-store.ts',
        from: 'synchronous = full',
        to: 'synchronous = normal',
      },
    ])
    expect(isSyncedBeforeAnswer(await traceCreation())).toBe(false)
  })
})

const labels = sql<{ id: string; label: string }, []>('test.probe_labels', 'select id, label from probes')

const ROUNDS = 6
const CLIENTS = 16

describe.each(engines)('kill -9 on %s', (engine) => {
  it('loses nothing acknowledged, and repeated calls make nothing twice', { timeout: 300_000 }, async () => {
    const database = await prepareDatabase(engine)
    const acknowledged = new Map<string, string>()
    const unanswered = new Set<string>()
    let enough = { size: Infinity, reached: () => undefined as void }

    const create = async (url: string, label: string): Promise<void> => {
      const options = { token: database.token, body: { label }, headers: { 'idempotency-key': label } }
      const { status, body } = await call(url, 'POST', '/v1/probes', options)
      expect(status).toBe(201)
      acknowledged.set(label, (body.data as { id: string }).id)
      unanswered.delete(label)
      if (acknowledged.size >= enough.size) enough.reached()
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const service = await database.start()
      const life = { over: false }
      void service.ended.then(() => (life.over = true))
      for (const label of unanswered) await create(service.url, label)
      const reached = new Promise<void>((resolve) => {
        enough = { size: acknowledged.size + 100 + Math.floor(Math.random() * 400), reached: resolve }
      })
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let i = 0; !life.over; i += 1) {
          const label = `${round}-${client}-${i}`
          unanswered.add(label)
          await create(service.url, label).catch((error: unknown) => {
            // Only the end of the process may leave a call without its answer.
            if (error instanceof Error && error.name === 'AssertionError') throw error
          })
        }
      })
      await reached
      await service.kill()
      await Promise.all(clients)
    }

    const stored = await database.inspect((store) => store.all(labels))
    const byLabel = new Map<string, string[]>()
    for (const { id, label } of stored) byLabel.set(label, [...(byLabel.get(label) ?? []), id])
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * 100)
    for (const [label, id] of acknowledged) expect(byLabel.get(label)).toEqual([id])
    expect(stored.length).toBe(byLabel.size)
    await database.remove()
  })
})
