// What no quota counts and what costs an event, a delivery for every subscription and a mail can be done to and fro
// a few times, and then no more.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, newMember } from '../support/groups.ts'
import { challenge, useFreshPerson } from '../support/people.ts'
import { useFreshService } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { expectFewRows, long, subscribeThrice, toggle } from './toggling.ts'

const DAY_MS = 86_400_000

describe.each(engines)('Uncounted calls amplify without end, on %s', (engine) => {
  const service = useFreshService(engine, loopbackAllowed)
  const ana = useFreshPerson(service)
  const bo = useFreshPerson(service)

  describe('in a dispute', () => {
    let made: Challenge
    beforeEach(async () => {
      await subscribeThrice(ana)
      made = await challenge(ana, bo)
      await bo.act(made, 'accept')
      await ana.act(made, 'resolve', { outcome: 'creator_won' })
      await bo.act(made, 'dispute', { reason: 'no' })
    })

    it('3,000 changes of a position leave ten, and the way out stays open', long, async () => {
      const outcomes = ['draw', 'creator_won']
      const answers = await toggle((n) =>
        ana.call('POST', `/v1/challenges/${made.id}/resolve`, { outcome: outcomes[n % 2] }),
      )
      expect(new Set(answers.keys())).toEqual(new Set(['200', '409 limit_reached']))
      await expectFewRows(service.store)
      const proposed = (await ana.events()).filter(({ type }) => type === 'challenge.proposed')
      expect(proposed).toHaveLength(1 + 10)

      const { allowed_actions: allowed, positions } = await ana.get(made)
      expect(allowed).toEqual(['resolve', 'evidence'])
      expect(positions.creator).toBe('creator_won')
      await bo.act(made, 'resolve', { outcome: 'draw' })
      expect((await ana.act(made, 'resolve', { outcome: 'draw' })).resolution?.settled_by).toBe('agreement')
    })

    it('a refused change says what is left, and repeating one’s own position is none', long, async () => {
      for (let n = 0; n < 5; n += 1) {
        await ana.act(made, 'resolve', { outcome: 'draw' })
        await ana.act(made, 'resolve', { outcome: 'creator_won' })
        await ana.act(made, 'resolve', { outcome: 'creator_won' })
      }
      const path = `/v1/challenges/${made.id}/resolve`
      const refused = await ana.call('POST', path, { outcome: 'draw' })
      expect(refused.status).toBe(409)
      expect(refused.body.error).toMatchObject({
        code: 'conflict',
        reason: 'limit_reached',
        allowed_actions: ['resolve', 'evidence'],
      })
      await ana.act(made, 'resolve', { outcome: 'creator_won' })
      const conceded = await ana.act(made, 'resolve', { outcome: 'opponent_won' })
      expect(conceded.resolution?.settled_by).toBe('concession')
    })
  })

  it('3,000 changes of support leave eleven, and then nobody is shown that action', long, async () => {
    const group = await service.group()
    const [creator, opponent, observer] = [
      await newMember(service, group),
      await newMember(service, group),
      await newMember(service, group),
    ]
    await subscribeThrice(adminOf(service, group))
    const made = await challengeIn(creator, opponent)
    await act(opponent, made, 'accept')
    const sides = ['creator', 'opponent']
    const path = `/v1/challenges/${made.id}/support`
    const answers = await toggle((n) => observer.call('POST', path, { side: sides[n % 2] }))
    expect(answers.get('201')).toBe(1)
    expect(new Set(answers.keys())).toEqual(new Set(['201', '200', '409 limit_reached']))
    await expectFewRows(service.store)

    const shown = async (): Promise<readonly Challenge[]> => {
      const one = await observer.call('GET', `/v1/challenges/${made.id}`)
      const list = await observer.call('GET', `/v1/groups/${group.id}/challenges`)
      return [one.body.data as Challenge, ...(list.body.data as readonly Challenge[])]
    }
    const [{ support } = made] = await shown()
    expect(support.creator + support.opponent).toBe(1)
    for (const { allowed_actions: allowed } of await shown()) expect(allowed).toEqual([])
    // The same once more is no change, also when there is none left.
    const repeated = await act(observer, made, 'support', { side: support.mine })
    expect(repeated.allowed_actions).toEqual([])
    // Of others there is no change of this.
    expect(
      (await act(adminOf(service, group), made, 'support', { side: 'creator' }, 201)).allowed_actions,
    ).toEqual(['support'])
  })

  it(
    'the tenth change of support is answered without the action, and one of the comment counts',
    long,
    async () => {
      const group = await service.group()
      const [creator, opponent] = [await newMember(service, group), await newMember(service, group)]
      const observer = await newMember(service, group)
      const made = await challengeIn(creator, opponent)
      await act(opponent, made, 'accept')
      const support = (comment: string, status = 200): Promise<Challenge> =>
        act(observer, made, 'support', { side: 'creator', comment }, status)
      await support('no. 0', 201)
      // It is due by now, which is written with this call: the support is the same all the same.
      service.clock.advance(6 * DAY_MS)
      expect((await support('no. 0')).status).toBe('due')
      for (let n = 1; n < 10; n += 1) expect((await support(`no. ${n}`)).allowed_actions).toEqual(['support'])
      expect((await support('no. 10')).allowed_actions).toEqual([])
      await support('no. 11', 409)
      expect((await support('no. 10')).support).toEqual({ creator: 1, opponent: 0, mine: 'creator' })
    },
  )

  it('3,000 disputes and amendments of an entry leave ten amendments', long, async () => {
    await subscribeThrice(ana)
    const made = await challenge(ana, bo)
    await bo.act(made, 'accept')
    const path = `/v1/challenges/${made.id}/tally`
    const recorded = await ana.call('POST', path, {})
    const [entry] = (recorded.body.data as { entries: readonly { id: string }[] }).entries
    const entry_id = entry?.id
    const answers = await toggle((n) =>
      n % 2 === 0
        ? bo.call('POST', `${path}/dispute`, { entry_id, reason: 'no' })
        : ana.call('POST', `${path}/resolve`, { entry_id, action: 'amend', amount: n }),
    )
    const known = new Set(['200', '409 limit_reached', '409 entry_not_pending'])
    expect(new Set(answers.keys())).toEqual(known)
    expect(answers.get('200')).toBe(11 + 10)
    await expectFewRows(service.store)
    // Both still have a way to end it.
    expect((await ana.get(made)).allowed_actions).toContain('tally_resolve')
    const accepted = await bo.call('POST', `${path}/resolve`, { entry_id, action: 'accept' })
    expect(accepted.status, accepted.text).toBe(200)
  })
})
