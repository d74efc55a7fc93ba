// Guards what /readyz promises: it says ready only while writes work. Every fault here is a real one.
import { closeSync, copyFileSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { call } from '../support/call.ts'
import { prepareDatabase, type PreparedDatabase } from '../support/child-service.ts'
import { commandOf } from '../support/command.ts'
import { createStorage, engines } from '../support/engine.ts'
import { postgresOfRun } from '../support/run-storage.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { TestClock } from '../support/clock.ts'
import { newSecret, startOn } from './keyed-world.ts'

vi.setConfig({ testTimeout: 120_000 })

const KEPT_MS = 2_000

const readiness = async (url: string): Promise<readonly [number, unknown]> => {
  const { status, text } = await call(url, 'GET', '/readyz')
  return [status, (JSON.parse(text) as { readonly status: string }).status]
}

const later = (service: TestService): Promise<readonly [number, unknown]> => {
  service.clock.advance(KEPT_MS)
  return readiness(service.url)
}

describe.each(engines)('/readyz ready on a full disk and with corrupt pages, on %s', (engine) => {
  let service: TestService
  afterEach(() => service.stop())

  const writtenAt = async (): Promise<number | undefined> =>
    (await service.store.first(once<{ written_at: number }>('select written_at from write_probe')))
      ?.written_at

  it('writes a row of its own, however often it is asked, once in two seconds', async () => {
    service = await startTestService(engine)
    const begun = service.clock.now()
    for (const expected of [begun, begun + KEPT_MS]) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => readiness(service.url)))
      expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]))
      expect(await writtenAt()).toBe(expected)
      service.clock.advance(KEPT_MS - 1)
      await readiness(service.url)
      expect(await writtenAt()).toBe(expected)
      service.clock.advance(1)
    }
  })

  it('is not ready while another node encrypts with a key that this one lacks', async () => {
    service = await startTestService(engine)
    expect(await later(service)).toEqual([200, 'ready'])
    const other = await startOn(service.databaseUrl, new TestClock(), `${newSecret()},${service.secretKey}`)
    expect(await readiness(other.url)).toEqual([200, 'ready'])
    expect(await later(service)).toEqual([503, 'key missing'])
    await other.stop()
  })

  it('is logged where it is not 200, since it is asked for ever', async () => {
    service = await startTestService(engine)
    const listProbes = (): readonly unknown[] =>
      service.logLines
        .map((line) => JSON.parse(line) as { readonly route?: string; readonly status?: number })
        .filter(({ route = '' }) => ['/readyz', '/healthz'].includes(route))
        .map(({ route, status }) => [route, status])
    await call(service.url, 'GET', '/healthz')
    expect(await later(service)).toEqual([200, 'ready'])
    const other = await startOn(service.databaseUrl, new TestClock(), `${newSecret()},${service.secretKey}`)
    await later(service)
    await expect.poll(listProbes).toEqual([['/readyz', 503]])
    await other.stop()
  })

  it('is told by the figures too', async () => {
    service = await startTestService(engine, { METRICS_PORT: '0' })
    const tell = async (): Promise<readonly string[]> => {
      service.clock.advance(KEPT_MS)
      const text = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
      return text.match(/^challenge_service_readiness\{.*$/gm) ?? []
    }
    expect(await tell()).toEqual(['challenge_service_readiness{status="ready"} 1'])
    const other = await startOn(service.databaseUrl, new TestClock(), `${newSecret()},${service.secretKey}`)
    expect(await tell()).toEqual(['challenge_service_readiness{status="key missing"} 1'])
    await other.stop()
  })
})

describe('/readyz ready on a full disk and with corrupt pages: SQLite', () => {
  it('a file that may not grow is not ready, and calls say that storage is unavailable', async () => {
    const database: PreparedDatabase = await prepareDatabase('sqlite')
    try {
      // Half a mebibyte for any file: the log reaches it soon. Without the signal, a write beyond it fails like any.
      const small = ['sh', '-c', `trap '' XFSZ; ulimit -f 1024; exec "$@"`, 'sh']
      const { url } = await database.start({ prefix: small })
      expect(await readiness(url)).toEqual([200, 'ready'])
      const { token } = database
      const create = () => call(url, 'POST', '/v1/probes', { token, body: { label: 'x' } })
      let last = await create()
      for (let tries = 0; tries < 500 && last.status === 201; tries += 1) last = await create()
      expect(last.status).toBe(500)
      expect(last.body.error).toMatchObject({
        code: 'internal_error',
        reason: 'storage_unavailable',
        retry_after: 5,
      })
      expect(last.headers['retry-after']).toBe('5')
      await expect.poll(async () => (await readiness(url))[0]).toBe(503)
      expect((await call(url, 'GET', '/v1/me', { token })).status).toBe(200)
    } finally {
      await database.remove()
    }
  })

  it('a database that cannot be written to is not ready', async () => {
    const service = await startTestService('sqlite')
    try {
      await service.store.write((tx) => tx.run(once('pragma query_only = on')))
      expect(await later(service)).toEqual([503, 'storage read-only'])
    } finally {
      await service.stop()
    }
  })

  it.each(['removed', 'replaced', 'parted from its log'])(
    'a file that was %s is not ready, and nothing is acknowledged',
    async (how) => {
      const service = await startTestService('sqlite')
      const { token } = await service.token(await service.account())
      const create = () => service.call('POST', '/v1/probes', { token, body: { label: 'x' } })
      try {
        expect([await later(service), (await create()).status]).toEqual([[200, 'ready'], 201])
        const path = service.databaseUrl.slice('sqlite:'.length)
        if (how === 'replaced') copyFileSync(path, `${path}-other`)
        rmSync(how === 'parted from its log' ? `${path}-wal` : path)
        if (how === 'replaced') renameSync(`${path}-other`, path)
        expect((await create()).body.error).toMatchObject({ reason: 'storage_unavailable' })
        expect(await later(service)).toEqual([503, 'storage unreachable'])
        expect(service.logLines.join('')).toContain('was removed or replaced while it was in use')
      } finally {
        // What it would have written down at its end has no place either.
        await expect(service.stopKeeping()).rejects.toThrow('the database does not answer')
        await service.remove()
      }
    },
  )

  it('a database with damaged pages is not ready', async () => {
    const storage = await createStorage('sqlite')
    const clock = new TestClock()
    const secret = newSecret()
    try {
      const before = await startOn(storage.url, clock, secret)
      const [page] = await before.store.all(
        once<{ rootpage: number }>("select rootpage from sqlite_master where name = 'challenges'"),
      )
      const [size] = await before.store.all(once<{ page_size: number }>('pragma page_size'))
      await before.stop()
      const bytes = size?.page_size ?? 0
      const file = openSync(storage.url.slice('sqlite:'.length), 'r+')
      writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, ((page?.rootpage ?? 0) - 1) * bytes)
      closeSync(file)
      const after = await startOn(storage.url, clock, secret)
      try {
        expect(await readiness(after.url)).toEqual([503, 'storage damaged'])
        expect((await call(after.url, 'GET', '/healthz')).status).toBe(200)
      } finally {
        await after.stop()
      }
    } finally {
      await storage.remove()
    }
  })
})

describe('/readyz ready on a full disk and with corrupt pages: PostgreSQL', () => {
  let service: TestService
  afterEach(() => service.stop())

  /** As the administrator: something about the database, and an end to every connection to it. */
  const change = async (about: (name: string) => string): Promise<void> => {
    const name = new URL(service.databaseUrl).pathname.slice(1)
    const client = new pg.Client({ connectionString: (await postgresOfRun()).adminUrl })
    await client.connect()
    try {
      await client.query(about(name))
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    } finally {
      await client.end()
    }
  }

  /** By a connection of its own to the database of the service. */
  const beside = async (work: (other: pg.Client) => Promise<void>): Promise<void> => {
    const other = new pg.Client({ connectionString: service.databaseUrl })
    await other.connect()
    try {
      await work(other)
    } finally {
      await other.end()
    }
  }

  it('a database that takes no connections is not ready, and calls say that storage is unavailable', async () => {
    service = await startTestService('postgres')
    const { token } = await service.token(await service.account())
    await change((name) => `alter database ${name} with allow_connections false`)
    expect(await later(service)).toEqual([503, 'storage unreachable'])
    for (const method of ['GET', 'POST']) {
      const path = method === 'GET' ? '/v1/me' : '/v1/challenges'
      const reply = await service.call(method, path, { token, ...(method === 'GET' ? {} : { body: {} }) })
      expect(reply.status).toBe(500)
      expect(reply.body.error).toMatchObject({ reason: 'storage_unavailable', retry_after: 5 })
      expect(reply.headers['retry-after']).toBe('5')
    }
    await change((name) => `alter database ${name} with allow_connections true`)
    expect(await later(service)).toEqual([200, 'ready'])
  })

  it('a database that hangs is not ready, and nobody who asks waits for it without end', async () => {
    service = await startTestService('postgres')
    await beside(async (other) => {
      await other.query('begin; lock table write_probe in access exclusive mode')
      const answers = await Promise.all(Array.from({ length: 5 }, () => readiness(service.url)))
      expect(answers).toEqual(answers.map(() => [503, 'storage unreachable']))
      expect((await call(service.url, 'GET', '/healthz')).status).toBe(200)
      await other.query('rollback')
    })
    await expect.poll(async () => (await later(service))[0]).toBe(200)
  })

  it('a database that had no room for a write is not ready until it has', async () => {
    service = await startTestService('postgres')
    const { token } = await service.token(await service.account())
    await beside(async (other) => {
      // The error of a full disk, and rows that exist can still be changed, as there.
      await other.query(`
        create function find_no_room() returns trigger language plpgsql as
          $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
        create trigger no_room before insert on challenges for each row execute function find_no_room()`)
      expect(await later(service)).toEqual([200, 'ready'])
      const body = { claim: 'I run', opponent_email: 'ben@test.example', stake: 'coffee', due_days: 5 }
      const reply = await service.call('POST', '/v1/challenges', { token, body })
      expect(reply.body.error).toMatchObject({ reason: 'storage_unavailable' })
      expect(await later(service)).toEqual([503, 'storage full'])
      await other.query('drop trigger no_room on challenges')
    })
    await expect.poll(async () => (await later(service))[0]).toBe(200)
  })

  it('a disk without room for anything new is not ready, though nobody writes, until it has some', async () => {
    service = await startTestService('postgres')
    await beside(async (other) => {
      await other.query(`
        create function find_no_room() returns event_trigger language plpgsql as
          $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
        create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS')
          execute function find_no_room()`)
      expect(await later(service)).toEqual([503, 'storage full'])
      expect(await later(service)).toEqual([503, 'storage full'])
      const said = expect.stringMatching(/^failed +storage .*no room left.*make room/m) as string
      await expect(commandOf(service)('doctor')).rejects.toMatchObject({ code: 1, stdout: said })
      await other.query('drop event trigger no_room')
    })
    await expect.poll(async () => (await later(service))[0]).toBe(200)
  })

  it('a database that only reads, as a standby does, is not ready', async () => {
    service = await startTestService('postgres')
    await change((name) => `alter database ${name} set default_transaction_read_only = on`)
    expect(await later(service)).toEqual([503, 'storage read-only'])
    await change((name) => `alter database ${name} reset default_transaction_read_only`)
    expect(await later(service)).toEqual([200, 'ready'])
  })
})
