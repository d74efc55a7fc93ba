// The assistants of two people play a whole challenge: by HTTP and by the bridge, in both revisions.
import { describe, expect, it, vi } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { callConfirmed, connect, revisions, type Assistant } from '../support/mcp.ts'
import { connectByStdio, connectClient } from '../support/mcp-stdio.ts'
import { challenge, newChallenge, person } from '../support/people.ts'
import { useService } from '../support/service.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 60_000 })

const ways = { HTTP: connect, stdio: connectByStdio }

const challengeOf = ({ structuredContent }: { readonly structuredContent?: unknown }): Challenge =>
  structuredContent as Challenge

describe.each(engines)('two assistants on %s', (engine) => {
  const service = useService(engine, { READS_PER_MINUTE: '10000', WRITES_PER_MINUTE: '10000' })

  describe.each(revisions)('in revision %s', (revision) => {
    it.each(['HTTP', 'stdio'] as const)(
      'by %s, play a challenge from the invitation to its end',
      async (way) => {
        const [ana, ben] = [await person(service), await person(service)]
        const join = (token: string): Promise<Assistant> => ways[way](revision, { url: service.url, token })
        const [anas, bens] = [await join(ana.token), await join(ben.token)]

        const made = challengeOf(await callConfirmed(anas, 'create_challenge', newChallenge(ben)))
        expect(made.status).toBe('pending')
        const waiting = (await bens.callTool('list_challenges', { status: ['pending'] })).structuredContent
        expect(waiting).toMatchObject({ items: [{ id: made.id, role: 'opponent' }] })
        const input = { challenge_id: made.id }
        expect(challengeOf(await callConfirmed(bens, 'accept_challenge', input)).status).toBe('active')
        await callConfirmed(anas, 'add_evidence', { ...input, url: 'https://example.com/run' })
        const proposed = await callConfirmed(anas, 'propose_outcome', { ...input, outcome: 'creator_won' })
        expect(challengeOf(proposed).status).toBe('proposed')
        const ended = challengeOf(await callConfirmed(bens, 'agree', input))
        expect([ended.status, ended.resolution?.outcome, ended.evidence_count]).toEqual([
          'resolved',
          'creator_won',
          1,
        ])
        expect(challengeOf(await anas.callTool('get_challenge', input)).status).toBe('resolved')
        await Promise.all([anas.close(), bens.close()])
      },
    )
  })

  it('by stdio, hear of what they listen to', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const made = await challenge(ana, ben)
    const uri = `challenge-service://challenges/${made.id}`
    const client = await connectClient(service.url, ana.token)
    const heard = new Promise((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
    })
    const listening = await client.listen({ resourceSubscriptions: [uri] })
    await ben.act(made, 'accept')
    expect(await heard).toBe(uri)
    // What is cancelled on this side is over on the other.
    await listening.close()
    await service.untilNoneWaits()
    await client.close()
  })
})
