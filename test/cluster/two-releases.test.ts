// The last release and this one on one database, as while a release is rolled out: each plays on with what the other
// wrote, and both show the same.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { call } from '../support/call.ts'
import {
  clusterPerson,
  createCluster,
  ownProgram,
  type ClusterPerson,
  type TestCluster,
} from '../support/cluster.ts'
import { unpackLastRelease } from '../support/last-release.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'

type Shown = Readonly<Record<string, unknown>> & { readonly id: string }

describe('the last release beside this one', { timeout: 180_000 }, () => {
  const last = unpackLastRelease()
  let cluster: TestCluster
  let postOffice: PostOffice
  let receiver: Receiver
  let ana: ClusterPerson
  let ben: ClusterPerson

  /** The node that runs the last release, and the one that runs this release. */
  const urlOf = (name: 'last' | 'own'): string => cluster.nodes[name === 'last' ? 0 : 1]?.url ?? ''

  const ask = async (
    at: 'last' | 'own',
    who: ClusterPerson,
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const reply = await call(urlOf(at), method, path, { token: who.token, body })
    expect(reply.status, `${at}: ${method} ${path}: ${reply.text}`).toBeLessThan(300)
    return reply.body.data as Shown
  }

  beforeAll(async () => {
    postOffice = await openPostOffice()
    receiver = await startReceiver((socket) => socket.write(answer(200)))
    cluster = await createCluster(2, {
      SMTP_URL: postOffice.url,
      SITE_CONTACT: 'Pat, pat@test.example',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    })
    await cluster.start('a', last.bin)
    ana = await clusterPerson(cluster, last.bin, 'Ana')
    ben = await clusterPerson(cluster, last.bin, 'Ben')
    // This one brings the database up to date while the last one serves it.
    await cluster.start('b', ownProgram)
  })
  afterAll(async () => {
    await cluster.close()
    await Promise.all([postOffice.close(), receiver.close()])
    last.remove()
  })

  const sides = [
    ['last', 'own'],
    ['own', 'last'],
  ] as const

  const terms = (claim: string, opponent: string) => ({
    claim,
    opponent_email: opponent,
    stake: 'a coffee',
    due_days: 5,
  })

  it.each(sides)('plays a challenge that one made on the other: %s, then %s', async (first, second) => {
    const { id } = await ask(first, ana, 'POST', '/v1/challenges', terms(`Made by ${first}.`, ben.email))
    const path = `/v1/challenges/${id}`
    await ask(second, ben, 'POST', `${path}/accept`)
    await ask(first, ana, 'POST', `${path}/evidence`, { text: `Seen by ${first}.` })
    await ask(second, ben, 'POST', `${path}/evidence`, { text: `Seen by ${second}.` })
    await ask(first, ana, 'POST', `${path}/resolve`, { outcome: 'creator_won' })
    await ask(second, ben, 'POST', `${path}/dispute`, { reason: 'It was later.' })
    await ask(second, ben, 'POST', `${path}/resolve`, { outcome: 'creator_won' })
    for (const who of [ana, ben]) {
      // This release shows more members, and none of them otherwise.
      expect(await ask('own', who, 'GET', path)).toMatchObject(await ask('last', who, 'GET', path))
      const feed = (at: 'last' | 'own') => ask(at, who, 'GET', '/v1/events?limit=100')
      expect(await feed('own')).toEqual(await feed('last'))
    }
    expect(await ask(first, ben, 'GET', path)).toMatchObject({ status: 'resolved' })
  })

  it.each(sides)('mails once what %s made, with a link that both open', async (first) => {
    const address = `guest-of-${first}@test.example`
    await ask(first, ana, 'POST', '/v1/challenges', terms(`For a guest of ${first}.`, address))
    const mailsTo = () => postOffice.received.filter(({ to }) => !Array.isArray(to) && to?.text === address)
    await vi.waitUntil(() => mailsTo().length > 0, { timeout: 30_000 })
    const path = /\/a\/[\w.-]+/.exec(mailsTo()[0]?.text ?? '')?.[0] ?? 'no link'
    for (const at of ['last', 'own'] as const) {
      const headers = { host: new URL(cluster.url).host }
      const page = await fetch(urlOf(at) + path, { headers })
      expect([at, page.status]).toEqual([at, 200])
      expect(await page.text()).toContain(`For a guest of ${first}.`)
    }
    expect(mailsTo()).toHaveLength(1)
  })

  it('delivers each event once, from either release', async () => {
    await ask('own', ben, 'POST', '/v1/webhooks', { url: receiver.url, events: ['challenge.created'] })
    for (const at of ['last', 'own', 'last', 'own'] as const)
      await ask(at, ana, 'POST', '/v1/challenges', terms(`To be delivered, by ${at}.`, ben.email))
    await vi.waitUntil(() => receiver.requests.length >= 4, { timeout: 30_000 })
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(4)
    expect(ids).toHaveLength(4)
  })

  it('starts again on the database that this one brought up to date', async () => {
    await cluster.stop('a')
    await cluster.start('a', last.bin)
    expect((await call(urlOf('last'), 'GET', '/readyz')).body).toEqual({ status: 'ready' })
    expect(await ask('last', ana, 'GET', '/v1/me')).toMatchObject({ email: ana.email })
  })
})
