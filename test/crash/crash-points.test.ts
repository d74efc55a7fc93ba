// The process is killed at every single write to disk of one keyed creation. Whatever was on disk by then, the
// same call again makes exactly one thing: the change and its remembered answer are both there, or neither.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { createLog } from '../../packages/server/src/log/log.ts'
import { startService, type Service } from '../../packages/server/src/service.ts'
import { call } from '../support/call.ts'
import { prepareDatabase, type PreparedDatabase } from '../support/child-service.ts'
import { plantFault, soundSources, type Sources } from '../support/planted.ts'
import { countProbes, probes } from '../support/probe.ts'
import { requirement } from '../support/requirements.ts'

const strace = requirement('strace')
const MOST_WRITES = 40

/** Attaches strace to the process, to kill it at its n-th write into a file from now on. */
const killAtWrite = async (pid: number, n: number): Promise<void> => {
  const tracer = spawn(
    strace ?? '',
    ['-f', '-e', 'trace=pwrite64', '-e', `inject=pwrite64:signal=SIGKILL:when=${n}`, '-p', String(pid)],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const lines = createInterface({ input: tracer.stderr })
  const attached = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (/attached/.test(line)) resolve()
    })
  })
  await Promise.race([attached, once(tracer, 'exit')])
}

/** How many things one keyed call makes when the service is killed at its n-th write and the call repeated. */
const probesAfterCrashAt = async (
  database: PreparedDatabase,
  sources: Sources,
  n: number,
): Promise<{ readonly made: number; readonly crashed: boolean }> => {
  const options = {
    token: database.token,
    body: { label: `crash-${n}` },
    headers: { 'idempotency-key': `crash-${n}` },
  }
  const before = await database.inspect(countProbes)
  const victim = await database.start({ sources })
  await killAtWrite(victim.pid, n)
  const answered = await call(victim.url, 'POST', '/v1/probes', options).then(
    ({ status }) => status,
    () => undefined,
  )
  const crashed = answered === undefined
  if (!crashed) expect(answered).toBe(201)
  await victim.kill()

  const survivor = await startInProcess(database)
  expect((await call(survivor.url, 'POST', '/v1/probes', options)).status).toBe(201)
  await survivor.stop()
  return { made: (await database.inspect(countProbes)) - before, crashed }
}

/** A sound service on the same database, in this process. */
const startInProcess = ({ settings }: PreparedDatabase): Promise<Service> => {
  const config = readConfig(settings)
  const keys = readKeyring(settings, config.database)
  return startService({
    config,
    keys,
    log: createLog('silent', process.stderr),
    extra: probes,
  })
}

/** Every crash point of one creation, from its first write to the one that comes after its answer. */
const probesAtEveryCrashPoint = async (
  database: PreparedDatabase,
  sources: Sources,
): Promise<readonly number[]> => {
  const made: number[] = []
  for (let n = 1; n <= MOST_WRITES; n += 1) {
    const outcome = await probesAfterCrashAt(database, sources, n)
    made.push(outcome.made)
    if (!outcome.crashed) return made
  }
  throw new Error(`a creation writes more than ${MOST_WRITES} times`)
}

describe.skipIf(strace === undefined)('a service killed at each of its writes', () => {
  let database: PreparedDatabase
  let sources: Sources = soundSources
  afterEach(async () => {
    await database.remove()
    sources.remove()
    sources = soundSources
  })

  it('creates one thing for a call and its repetition', { timeout: 600_000 }, async () => {
    database = await prepareDatabase('sqlite')
    const made = await probesAtEveryCrashPoint(database, sources)

    expect(made.length).toBeGreaterThan(3)
    expect(new Set(made)).toEqual(new Set([1]))
  })

  it('would create two if the answer were remembered after the commit', { timeout: 600_000 }, async () => {
    database = await prepareDatabase('sqlite')
    sources = plantFault([rememberAfterCommit])

    expect(await probesAtEveryCrashPoint(database, sources)).toContain(2)
  })
})

// The work commits by itself; the key and its answer follow in a transaction of their own.
const rememberAfterCommit = {
  file: 'packages/server/src/operations/run-once.ts',
  from: '  return context.store.write(\n',
  to: `  const replayOf = (tx: Tx, now: number) =>
    once ? claimKey(tx, context.keys, once.owner, once.fingerprint, now) : Promise.resolve(undefined)
  const lookUp = context.store
    .write(async (tx) => {
      const remembered = await replayOf(tx, context.clock.now())
      if (!remembered) throw new Error('nothing yet')
      return { ...remembered, replayed: true }
    })
    .catch(() => undefined)
  if (once) {
    return lookUp.then(async (known) => {
      if (known) return known
      const answer = await context.store.write((tx) => work.run(tx, context.clock.now()))
      await context.store.write(async (tx) => {
        await replayOf(tx, context.clock.now())
        await rememberResponse(tx, context.keys, once.owner, once.fingerprint, answer, null)
      })
      return answer
    })
  }
  return context.store.write(
`,
}
