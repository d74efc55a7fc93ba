// What the cases of cases.mjs need to be there: databases, people, a service that runs. The names of what differs
// from run to run are hidden again before anything is shown.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { closeGroup } from '../../packages/server/dist/features/privacy/group-deletion.service.js'
import { systemClock } from '../../packages/server/dist/kernel/clock.js'
import { readRows } from '../../packages/server/dist/store/copy/open-rows.js'
import { beginCopy, nameSource } from '../../packages/server/dist/store/copy/target-ledger.js'
import { openStore } from '../../packages/server/dist/store/open.js'
import { once as statement } from '../../packages/server/dist/store/statements/statement.js'
import { startSilentService } from '../silent-service.mjs'

const bin = join(import.meta.dirname, '../../bin/challenge-service')

const writeIn = async (path, body) => {
  const store = await openStore({ kind: 'file', path }, { onIdleError: () => undefined })
  await store.write(body)
  await store.close()
}

export const openStage = (folder, runCommand) => {
  const values = new Map()
  const ends = []

  const fill = (text) => [...values].reduce((filled, [name, value]) => filled.replaceAll(name, value), text)

  const stage = {
    /** The command with what stands for the names in capitals. */
    fill,
    set: (name, value) => values.set(name, value),

    /** As a page can show it: ids shortened, ports and folders those of everyone. */
    hide: (text) =>
      text
        .replaceAll(/\b([a-z]{2,4})_[0-9a-z]{26}\b/g, '$1_01m7…')
        .replaceAll(/\bkey [0-9a-f]{8}\b/g, 'key 1f0c77d2')
        // Without a network the system says the other.
        .replaceAll('EAI_AGAIN', 'ENOTFOUND')
        .replaceAll(`${folder}/`, './')
        .replaceAll(values.get('BUSY') ?? '8080', '8080')
        .trim(),

    /** Does something that must succeed; with `--json`, the id of what was made stands for the name. */
    run: async (text, name) => {
      const { status, stdout, stderr } = await runCommand(fill(`challenge-service ${text}`))
      if (status !== 0) throw new Error(`${text}: ${stderr}`)
      const made = text.includes('--json') ? JSON.parse(stdout) : {}
      if (name) values.set(name, made.id)
      return made
    },

    /** Hands a running service, and calls to it, to the body. */
    serving: async (body) => {
      const settings = { DATABASE_URL: 'sqlite:./data/challenges.db', WEBHOOK_ALLOW_PRIVATE: 'true' }
      const service = await startSilentService(settings, { jobs: false })
      const call = async (token, method, path, input) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const answer = await fetch(service.url + path, {
          method,
          headers,
          ...(input ? { body: JSON.stringify(input) } : {}),
        })
        if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
        return (await answer.json()).data
      }
      try {
        return await body(call, () => service.runDue())
      } finally {
        await service.stop()
      }
    },

    /** Another process that serves this database, until the end. */
    serveElsewhere: async (path, settings = {}) => {
      const { PATH } = process.env
      const env = { PATH, DATABASE_URL: `sqlite:${path}`, PORT: '0', LOG_LEVEL: 'silent', ...settings }
      const child = spawn(bin, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      ends.push(async () => {
        child.kill()
        await once(child, 'close')
      })
    },

    /** A port on which someone listens. */
    listen: async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      values.set('BUSY', String(server.address().port))
      ends.push(async () => server.close())
    },

    /** Has a database forget the last steps that it went through. */
    makeOlder: (path) =>
      writeIn(path, (tx) => tx.run(statement('delete from schema_migrations where version > 20'))),

    /** Has a database remember a step of another version. */
    addStep: (path, version, name) =>
      writeIn(path, (tx) =>
        tx.run(
          statement(
            `insert into schema_migrations (version, name, applied_at) values (${version}, '${name}', 0)`,
          ),
        ),
      ),

    /** Writes over the list of tables in a database that nobody has open; its head stays. */
    damage: async (path) => {
      const file = await open(path, 'r+')
      await file.write(Buffer.alloc(1_000, 0xa5), 0, 1_000, 100)
      await file.close()
    },

    /** A deletion of a group that was stopped when it had begun. */
    interruptDeletion: async (name) => {
      const store = await openStore(
        { kind: 'file', path: './data/challenges.db' },
        { onIdleError: () => undefined },
      )
      await store.write((tx) => closeGroup(tx, values.get(name), systemClock.now()))
      await store.close()
    },

    /** A file that another program made. */
    makeForeign: (path) => writeIn(path, (tx) => tx.run(statement('create table notes (text text)'))),

    /** A copy of ./old/challenges.db, or of another, that was killed; the source has changed since. */
    interruptCopy: async (path, source) => {
      const rows = await readRows({ kind: 'file', path: './old/challenges.db' }, { locked: false })
      const name = source ?? (await nameSource(rows))
      await rows.close()
      const store = await openStore({ kind: 'file', path }, { onIdleError: () => undefined })
      await beginCopy(store, name, systemClock.now())
      await store.close()
      await writeIn(path, (tx) => tx.run(statement('insert into write_probe (id, written_at) values (1, 1)')))
    },

    close: async () => {
      for (const end of ends.toReversed()) await end()
    },
  }
  return stage
}
