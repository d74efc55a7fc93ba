// The small blocks of docs/webhooks.md: the event, the call that gives headers, and the statement that remembers.
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { once, sql } from '../../packages/server/src/store/statements/statement.ts'
import { createStore, engines } from '../support/engine.ts'
import { challenge, person } from '../support/people.ts'
import { answer, startReceiver } from '../support/receivers.ts'
import { requirement } from '../support/requirements.ts'
import { useService } from '../support/service.ts'
import { loopbackAllowed, subscribe } from '../support/subscriptions.ts'
import type { Block } from './blocks.ts'
import { takeBlocks } from './runners.ts'
import { runBlock } from './shell.ts'
import { findDifferences } from './shown.ts'

const blocks = takeBlocks('pieces of webhooks')
const [event, statement, call, ...more] = blocks.map(({ code }: Block) => code)

const remember = sql<never, [id: string]>('test.remember_event', statement ?? '')

it('are all tried here', () => {
  expect(blocks.map(({ language }) => language)).toEqual(['json', 'sql', 'sh'])
  expect(more).toEqual([])
})

describe('what is sent', () => {
  const service = useService('sqlite', loopbackAllowed)

  it('is what the page shows', async () => {
    const receiver = await startReceiver((socket) => socket.write(answer(204)))
    const [ana, ben] = [await person(service), await person(service)]
    await subscribe(ana, receiver, { events: ['challenge.accepted'] })
    const { id } = await challenge(ana, ben)
    await ben.call('POST', `/v1/challenges/${id}/accept`)
    await service.runDue()
    const given: unknown = JSON.parse(receiver.requests[0]?.body ?? '{}')
    await receiver.close()
    expect(findDifferences(JSON.parse(event ?? ''), given)).toEqual([])
  })

  it.skipIf(requirement('curl') === undefined)('carries the headers that the call gives', async () => {
    const { token } = await service.token(await service.account({ plan: 'club' }))
    // The key is left to the reader.
    const filled = (call ?? '').replace('"…"', '"a key"')
    const environment = { URL: service.url, TOKEN: token }
    const answered = await runBlock(filled, { cwd: tmpdir(), url: service.url, environment })
    expect(JSON.parse(answered)).toMatchObject({ data: { header_names: ['X-Api-Key'] } })
  })
})

describe.each(engines)('the statement that remembers an event, on %s', (engine) => {
  it('tells the first time from the second', async () => {
    const made = await createStore(engine)
    const { store } = made
    await store.write((tx) => tx.run(once('create table handled_events (id text primary key)')))
    const handle = () => store.write((tx) => tx.run(remember, 'evt_1'))
    expect([await handle(), await handle()]).toEqual([1, 0])
    await made.remove()
  })
})
