// What must be there before the transcripts of the operator's documents are run, by the page and the heading that they
// stand under: the databases, people, mails and deliveries of which they tell. Each page stands for itself.
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { createAccount, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { DAY_MS, dayOf } from '../../packages/server/src/kernel/instants.ts'
import { nameDatabase } from '../../packages/server/src/store/target.ts'
import type { Reply } from '../support/call.ts'
import { commandOf } from '../support/command.ts'
import { createStorage } from '../support/engine.ts'
import { mailTo, visit } from '../support/mails.ts'
import { answer, startReceiver } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { freePort } from './document.ts'
import { startMailServer } from './mail-server.ts'
import { startServing } from './shell.ts'
import type { Names } from './transcript.ts'

export interface Stage {
  /** A clone, where commands run. */
  readonly folder: string
  /** The settings of the commands that follow. */
  environment: Readonly<Record<string, string>>
  /** What the page says, and what stands for it in this run: ports, hosts, days, keys. */
  readonly words: Map<string, string>
  readonly names: Names
  /** Done at the end, the last first. */
  readonly ends: (() => Promise<void>)[]
}

type Prepare = (stage: Stage) => Promise<void>

const serveOnce = async ({ folder }: Stage, environment: Readonly<Record<string, string>>): Promise<void> => {
  const served = await startServing('bin/challenge-service serve', { cwd: folder, environment })
  await served.stop()
}

const newKey = (): string => randomBytes(32).toString('base64')

/** A service of its own, whose database the commands that follow work on. */
const openService = async (stage: Stage): Promise<TestService> => {
  const service = await startTestService('sqlite', {
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_RETRY_SECONDS: '0,0,0,0,0',
  })
  // A command goes by the time of the machine.
  service.clock.set(new Date().toISOString())
  stage.ends.push(() => service.stop())
  stage.environment = { DATABASE_URL: service.databaseUrl, SECRET_KEY: service.secretKey }
  return service
}

const addAccount = async (service: TestService, name: string) => {
  const email = `${name.toLowerCase()}@example.com`
  const token = await service.store.write(async (tx) => {
    const now = service.clock.now()
    const { id } = await createAccount(tx, { email, firstName: name, plan: 'club' }, now)
    return (await createToken(tx, { owner: { kind: 'account', id }, scopes: 'all' }, now)).token
  })
  return {
    email,
    call: async (method: string, path: string, body?: object): Promise<Reply> => {
      const reply = await service.call(method, path, { token, ...(body ? { body } : {}) })
      expect(reply.status, reply.text).toBeLessThan(300)
      return reply
    },
  }
}

const challengeBody = (email: string) => ({
  claim: 'I run ten kilometres before Sunday.',
  opponent_email: email,
  stake: 'a coffee',
  due_days: 5,
})

let commands: TestService | undefined
let mails: TestService | undefined

const given = (service: TestService | undefined): TestService => {
  if (!service) throw new Error('the part of the page that makes this service has not been played')
  return service
}

type Preparations = Readonly<Record<string, Prepare>>

const operating: Preparations = {
  'Moving between SQLite and PostgreSQL': async (stage) => {
    const there = await createStorage('postgres')
    stage.ends.push(() => there.remove())
    await serveOnce(stage, {})
    stage.words.set('postgres://challenges:password@db.example.com/challenges', there.url)
    stage.words.set('db.example.com:5432/challenges', nameDatabase(there.target))
  },

  'A key that does not fit': (stage) => serveOnce(stage, {}),

  Rotation: async (stage) => {
    const [OLD, NEW] = [newKey(), newKey()]
    const DATABASE_URL = 'sqlite:./rotated/challenges.db'
    await serveOnce(stage, { DATABASE_URL, SECRET_KEY: OLD })
    await serveOnce(stage, { DATABASE_URL, SECRET_KEY: `${NEW},${OLD}` })
    stage.words.set('NEW,OLD', `${NEW},${OLD}`)
    stage.environment = { DATABASE_URL }
  },
}

const commandPage: Preparations = {
  'Exit status': async (stage) => {
    const service = await openService(stage)
    await addAccount(service, 'Ana')
  },

  serve: async (stage) => {
    stage.environment = {}
    stage.words.set('8080', String(await freePort()))
  },

  migrate: async (stage) => {
    stage.words.delete('8080')
    stage.environment = { DATABASE_URL: 'sqlite:./new/challenges.db' }
  },

  'account create, list, show, rename, move, link, plan, quota': async (stage) => {
    commands = await openService(stage)
    await addAccount(commands, 'Ben')
    await commandOf(commands)('account', 'plan', 'ben@example.com', 'free')
  },

  'group create, list, show, rename, members, add, role, remove, quota, delete 2': async (stage) => {
    const service = given(commands)
    const [groupId = ''] = /grp_\w{26}/.exec(stage.names.fill('grp_01m7eexdyf…')) ?? []
    const command = commandOf(service)
    await command('group', 'add', groupId, '--email', 'dana@example.com', '--first-name', 'Dana')
    await command('token', 'create', '--group', groupId)
    const made = await command('token', 'create', '--group', groupId, '--json')
    const { token } = JSON.parse(made) as { readonly token: string }
    for (const user of ['ana@example.com', 'dana@example.com']) {
      const body = { ...challengeBody('emil@example.com'), user_email: user }
      const reply = await service.call('POST', '/v1/challenges', { token, body })
      expect(reply.status, reply.text).toBe(201)
    }
  },

  'token create, list, revoke': async (stage) => {
    const service = given(commands)
    const command = commandOf(service)
    const made = await command(
      'group',
      'create',
      '--name',
      'Green Team',
      '--admin',
      'cleo@example.com',
      '--json',
    )
    const { id } = JSON.parse(made) as { readonly id: string }
    await command('group', 'add', id, '--email', 'ben@example.com', '--first-name', 'Ben')
    stage.names.set('grp_01m7efe7kw…', id)
    stage.words.set('http://127.0.0.1:8080', service.url)
  },

  'mail list, show': async (stage) => {
    const service = await openService(stage)
    mails = service
    stage.words.delete('http://127.0.0.1:8080')
    const ana = await addAccount(service, 'Ana')
    await ana.call('POST', '/v1/challenges', challengeBody('ben@example.com'))
    await service.runDue()
  },

  'mail stops, allow, bounced': async () => {
    const service = given(mails)
    const press = async (path: string, choice: string): Promise<void> => {
      expect((await visit(service, path, { form: { choice } })).status).toBeLessThan(400)
    }
    const { answerPath, stopPath } = await mailTo(service, 'ben@example.com', 'invited')
    const cleo = await addAccount(service, 'Cleo')
    const { body } = await cleo.call('POST', '/v1/challenges', challengeBody('ben@example.com'))
    const { id } = body.data as { readonly id: string }
    await service.runDue()
    await press((await mailTo(service, 'ben@example.com', 'invited')).answerPath, 'accept')
    await cleo.call('POST', `/v1/challenges/${id}/resolve`, { outcome: 'creator_won' })
    await service.runDue()
    for (const choice of ['no_invitations', 'daily_news']) await press(stopPath, choice)
    await press(answerPath, 'block')
    await service.erase((await addAccount(service, 'Dana')).email)
  },

  'mail test': async (stage) => {
    const server = await startMailServer()
    stage.ends.push(server.close)
    stage.environment = { SMTP_URL: server.url, PUBLIC_URL: 'https://challenges.example' }
  },

  'question add, list': async (stage) => {
    const service = await openService(stage)
    const now = service.clock.now()
    stage.words.set('2027-01-01', dayOf(now + 30 * DAY_MS)).set('2026-11-15', dayOf(now))
    for (const name of ['Ana', 'Ben']) {
      const person = await addAccount(service, name)
      const { body } = await person.call('GET', '/v1/questions/daily')
      const { options, id } = body.data as { id: string; options: readonly { readonly id: string }[] }
      await person.call('POST', '/v1/questions/daily', { question_id: id, option: options[0]?.id })
    }
  },

  'webhook list, deliveries, enable, resend': async (stage) => {
    const service = await openService(stage)
    const receiver = await startReceiver((socket) => socket.write(answer(500)))
    stage.ends.push(() => receiver.close())
    stage.words.set('bot.example.com', new URL(receiver.url).host)
    const ana = await addAccount(service, 'Ana')
    const { body } = await ana.call('POST', '/v1/webhooks', { url: receiver.url })
    const { id } = body.data as { readonly id: string }
    await ana.call('POST', '/v1/challenges', challengeBody('ben@example.com'))
    for (let tries = 0; tries < 8; tries += 1) await service.runDue()
    const log = await ana.call('GET', `/v1/webhooks/${id}/deliveries`)
    const [delivery] = log.body.data as readonly { readonly id: string }[]
    stage.names.set('dlv_01m7fh9k20…', String(delivery?.id))
  },

  doctor: async (stage) => {
    stage.environment = {}
  },

  mcp: async (stage) => {
    const service = await openService(stage)
    const { email } = await addAccount(service, 'Ana')
    const made = await commandOf(service)('token', 'create', '--account', email, '--json')
    stage.names.set('cs_acc_gvplD8…', (JSON.parse(made) as { readonly token: string }).token)
    stage.words.set('http://127.0.0.1:8080', service.url)
  },

  'account export, erase': async (stage) => {
    const service = await openService(stage)
    await addAccount(service, 'Ana')
  },
}

/** Of each page, by heading; the second block under one heading has a 2 behind it. */
export const preparations: Readonly<Record<string, Preparations>> = {
  'docs/operating.md': operating,
  'docs/settings.md': {},
  'docs/commands.md': commandPage,
}
