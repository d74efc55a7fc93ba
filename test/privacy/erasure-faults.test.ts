// The dump after an erasure is worth something: whatever is forgotten is seen in it.
import { describe, expect, it } from 'vitest'
import { tracesOf } from '../support/dump.ts'
import { findPersonId } from '../support/people.ts'
import { plantFault, type Edit } from '../support/planted.ts'
import { startPlanted } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { siteSettings } from '../site/visitor.ts'
import { CANARY, newPlayer, tellErasedStory } from './erased-story.ts'
import { useTheSite } from './site-traces.ts'

const patient = { timeout: 120_000 }

describe('a table that is forgotten is seen', () => {
  const steps = 'packages/server/src/features/privacy/erasure.steps.ts'
  const faults: readonly (readonly [string, Edit])[] = [
    ['events', { file: steps, from: 'writeBody(change(JSON.parse(body) as Event))', to: 'body' }],
    ['events', { file: steps, from: 'inEvents(withoutComment)', to: '(body) => body' }],
    ['idempotency_keys', { file: steps, from: 'JSON.stringify(change(JSON.parse(data)))', to: 'data' }],
    [
      'challenges',
      {
        file: 'packages/server/src/store/statements/columns.ts',
        from: 'set ${assignments} where',
        to: String.raw`set ${'$'}{assignments.replace(/\bsnapshot = (\$\w+)/, 'snapshot = coalesce(snapshot, $1)')} where`,
      },
    ],
    [
      'challenges',
      {
        file: 'packages/server/src/features/challenges/rules/erase.rules.ts',
        from: 'closedReason !== null && getCloser(life) === party ? REMOVED',
        to: "closedReason !== null && getCloser(life) !== party ? 'x'",
      },
    ],
    [
      'events',
      {
        file: 'packages/server/src/features/privacy/redaction.rules.ts',
        from: 'closed_reason && getCloser(challenge) === party',
        to: 'closed_reason && getCloser(challenge) !== party',
      },
    ],
    [
      'mails',
      {
        file: steps,
        from: 'factsWithoutParty(facts, party)',
        to: '({ ...factsWithoutParty(facts, party), ...facts })',
      },
    ],
    [
      'tally_entries',
      {
        file: steps,
        from: 'eraseEntries(work.tx, id, party, REMOVED, ',
        to: "eraseEntries(work.tx, id, party, REMOVED + 'anaqxword', ",
      },
    ],
    [
      'deliveries',
      {
        file: 'packages/server/src/features/events/erase.store.ts',
        from: '      tx.run(forgetAnswers, { feed_id, seq }),',
        to: '      Promise.resolve(forgetAnswers).then(() => 0),',
      },
    ],
    [
      'webhooks',
      {
        file: steps,
        from: '  webhooks,\n  mails,',
        to: '  webhooks.length > 9 ? webhooks : mails,',
      },
    ],
    [
      'mails',
      {
        file: steps,
        from: 'rewriteMailsBy(tx, personId, factsWithoutAdmin,',
        to: 'rewriteMailsBy(tx, personId, (facts) => (factsWithoutAdmin(facts), facts),',
      },
    ],
    [
      'group_stakes',
      {
        file: 'packages/server/src/features/challenges/change/erase.service.ts',
        from: "groupId !== null && party === 'creator' && stake !== REMOVED",
        to: "groupId !== null && party === 'creator' && stake === REMOVED",
      },
    ],
    [
      'evidence',
      {
        file: 'packages/server/src/features/challenges/change/erase.service.ts',
        from: '    await eraseEvidence(tx, challengeId, party, REMOVED)',
        to: '  void eraseEvidence.length, void REMOVED.length',
      },
    ],
  ]

  it.each(faults)('%s', patient, async (table, edit) => {
    const sources = plantFault([edit])
    const service = await startPlanted(sources, 'sqlite', loopbackAllowed)
    try {
      const { ana } = await tellErasedStory(service)
      await service.erase(ana.email)
      const traces = await tracesOf(service, CANARY)
      expect(traces.map((trace) => trace.split(':')[0])).toContain(table)
    } finally {
      await service.stop()
      sources.remove()
    }
  })

  it('acquaintances', patient, async () => {
    const sources = plantFault([
      { file: steps, from: '  ties,\n  feed,', to: '  ties.length > 9 ? ties : feed,' },
    ])
    const service = await startPlanted(sources, 'sqlite', loopbackAllowed)
    try {
      const { ana } = await tellErasedStory(service)
      const personId = await findPersonId(service, ana.email)
      await service.erase(ana.email)
      // They hold no word of anyone, so they are looked for by whom they belong to.
      const traces = await tracesOf(service, personId)
      expect(traces.map((trace) => trace.split(':')[0])).toContain('acquaintances')
    } finally {
      await service.stop()
      sources.remove()
    }
  })

  const rights = 'packages/server/src/features/privacy'
  const ofTheSite: readonly (readonly [string, Edit])[] = [
    [
      'security_log',
      {
        file: `${rights}/ways-in.service.ts`,
        from: 'await forgetSecurityLog(tx, accountId, limit)',
        to: '0',
      },
    ],
    [
      'known_browsers',
      { file: `${rights}/ways-in.service.ts`, from: 'await forgetBrowsersOf(tx, accountId, limit)', to: '0' },
    ],
    [
      'sign_ins',
      { file: `${rights}/erasure.service.ts`, from: '  await forgetSignIns(tx, keys, email)\n', to: '' },
    ],
    ['blocks', { file: steps, from: '  ties,\n  feed,', to: '  feed,' }],
    [
      'idempotency_keys',
      { file: steps, from: '...ownTraces(work, { ownerId: accountId }, accountId),', to: '' },
    ],
  ]

  it.each(ofTheSite)('%s, of who used the site', patient, async (table, edit) => {
    const sources = plantFault([edit])
    const service = await startPlanted(sources, 'sqlite', { ...loopbackAllowed, ...siteSettings })
    try {
      const [ana, ben] = [await newPlayer(service, CANARY), await newPlayer(service, 'benqxword')]
      const traces = await useTheSite(service, ana, ben)
      await service.erase(ana.email)
      expect((await traces.list()).map((trace) => trace.split(':')[0])).toContain(table)
    } finally {
      await service.stop()
      sources.remove()
    }
  })
})
