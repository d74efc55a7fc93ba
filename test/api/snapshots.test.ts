// A challenge whose snapshot another version of the code wrote, or nobody, is shown from its columns until it changes.
import { describe, expect, it } from 'vitest'
import { SNAPSHOT_VERSION } from '../../packages/server/src/features/challenges/snapshot/snapshot.view.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, newMember } from '../support/groups.ts'
import { challenge, person } from '../support/people.ts'
import { useService } from '../support/service.ts'

/** As an older database has it; as a later release leaves it, in a form that this one does not know. */
const others = [
  ['none', 'snapshot = null, snapshot_version = null'],
  ['one of another version', `snapshot = '{}', snapshot_version = 999`],
] as const

describe.each(engines)('a challenge with no snapshot of this version, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })

  const replaceSnapshots = (set: string) =>
    service.store.write((tx) => tx.run(once(`update challenges set ${set}`)))
  const listWithOther = async () => {
    const statement = once<{ id: string }>(
      `select id from challenges where snapshot_version is null or snapshot_version <> ${SNAPSHOT_VERSION}`,
    )
    return (await service.store.all(statement)).map(({ id }) => id)
  }

  it.each(others)(
    'reads as before with %s, alone and in a page, to parties and observers',
    async (_, set) => {
      const [ana, ben] = [await person(service), await person(service)]
      const created = await challenge(ana, ben, { reference: 'order 7' })
      await ben.act(created, 'accept')
      await ana.act(created, 'evidence', { text: 'a photo' }, 201)
      const group = await service.group()
      const admin = adminOf(service, group)
      const [eva, mo] = [await newMember(service, group), await newMember(service, group)]
      const theirs = await challengeIn(eva, mo)
      await act(mo, theirs, 'accept')
      await act(admin, theirs, 'support', { side: 'creator' }, 201)

      const shown = async () => {
        const replies = [
          await ana.call('GET', `/v1/challenges/${created.id}`),
          await ana.call('GET', '/v1/challenges'),
          await ben.call('GET', '/v1/challenges?status=active'),
          await admin.call('GET', `/v1/challenges/${theirs.id}`),
          await admin.call('GET', `/v1/groups/${group.id}/challenges`),
        ]
        return replies.map(({ status, body }) => ({ status, data: body.data }))
      }
      const before = await shown()
      expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      await replaceSnapshots(set)
      expect(await shown()).toEqual(before)

      expect(await listWithOther()).toEqual(expect.arrayContaining([created.id, theirs.id]))
      await ana.act(created, 'resolve', { outcome: 'draw' })
      expect(await listWithOther()).not.toContain(created.id)
      expect(await listWithOther()).toContain(theirs.id)
    },
  )
})
