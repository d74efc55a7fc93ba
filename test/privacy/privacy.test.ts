// Nobody's surname or address reaches anyone else, nor a log, whatever the two of them do; and what is known of
// an address cannot be told from how a challenge against it is answered.
import { afterEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../packages/server/src/features/access/actor.ts'
import type { GroupId, OwnerId, PersonId } from '../../packages/server/src/kernel/ids.ts'
import { challengeNoticeKinds } from '../../packages/server/src/mail/notice.rules.ts'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { createChallenge } from '../../packages/server/src/features/challenges/create.service.ts'
import { engines } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import { findPersonId } from '../support/people.ts'
import { recording } from '../support/recording.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { tellWholeStory } from './whole-story.ts'

const settings = { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' }
let service: TestService
afterEach(() => service.stop())

describe.each(engines)('surnames and addresses, on %s', (engine) => {
  it(
    'are in no answer, event, error, mail, page or log line but one’s own profile',
    { timeout: 180_000 },
    async () => {
      service = await startTestService(engine, settings)
      const { witness, everyone } = await tellWholeStory(service)

      expect(witness.count).toBeGreaterThan(500)
      expect(service.logLines.length).toBeGreaterThan(500)
      expect([...witness.kinds].toSorted()).toEqual(
        [...challengeNoticeKinds, 'member_added', 'mails_stopped'].toSorted(),
      )
      expect(witness.leaks(everyone)).toEqual([])
    },
  )
})

describe.each(engines)('creating against an address, on %s', (engine) => {
  it('answers the same and runs the same statements, whatever is known of it', async () => {
    service = await startTestService(engine, settings)
    const creator = await service.account()
    const known = await service.account()
    const group = await service.group()
    const actors = [await accountActor(creator), await memberActor(group.id, group.adminEmail)]
    for (const [at, actor] of actors.entries()) {
      const challenged = `challenged${at}@test.example`
      const erased = await service.account()
      await service.erase(erased.email)
      const addresses = [`unknown${at}@test.example`, challenged, challenged, known.email, erased.email]
      const outcomes: object[] = []
      for (const address of addresses) outcomes.push(await outcomeOf(actor, address))

      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
      expect(outcomes[0]).toMatchObject({
        statements: expect.arrayContaining(['challenges.insert']) as string[],
      })
    }
  })

  it('answers the same to someone who is blocked by whom they challenge', async () => {
    service = await startTestService(engine, settings)
    const group = await service.group()
    const creator = await accountActor(await service.account())
    for (const actor of [creator, await memberActor(group.id, group.adminEmail)]) {
      const [blocking, other] = [await service.account(), await service.account()]
      const blockingId = await personOf(blocking.email)
      await service.store.write((tx) => blockPerson(tx, blockingId, actor.personId, service.clock.now()))
      const { answer } = await outcomeOf(actor, blocking.email)
      expect(answer).toEqual((await outcomeOf(actor, other.email)).answer)
    }
  })

  /** The answer without its id, and the names of the statements in their order. */
  const outcomeOf = (actor: Actor, opponent_email: string): Promise<{ readonly answer: object }> =>
    service.store.write(async (tx) => {
      const statements: (string | null)[] = []
      const input = { claim: 'I run.', opponent_email, stake: 'a coffee', due_days: 5 }
      const periods = { confirmMs: 1, disputeMs: 1, settleMs: 1, stakes: null }
      const call = { actor, input, now: service.clock.now() }
      const { text } = await createChallenge(recording(tx, statements), call, periods)
      const { id: _, ...answer } = JSON.parse(text) as Record<string, unknown>
      return { answer, statements }
    })

  const personOf = (email: string): Promise<PersonId> => findPersonId(service, email)

  const actingPerson = async (ownerId: OwnerId, email: string) => ({
    caller: callerOf(ownerId),
    personId: await personOf(email),
    firstName: 'Pat',
    email,
  })

  const accountActor = async ({ id, email }: TestAccount): Promise<Actor> => ({
    ...(await actingPerson(id, email)),
    byOwnHand: true,
    id,
    groupId: null,
    groupName: null,
    role: null,
  })

  const memberActor = async (groupId: GroupId, email: string): Promise<Actor> => ({
    ...(await actingPerson(groupId, email)),
    byOwnHand: false,
    id: asId('member', 'mem_00000000000000000000000000'),
    groupId,
    groupName: 'Blue',
    role: 'admin',
  })
})

const callerOf = (ownerId: OwnerId): Actor['caller'] => ({
  credentialId: asId('token', 'tok_0'),
  tokenName: null,
  client: null,
  kind: 'account',
  scopes: [],
  expiresAt: null,
  ownerId,
  account: null,
  group: null,
  ownQuota: null,
  quotaUsed: 0,
})
