// The columns of a challenge: what is written into them is read back, member by member, on both engines; and they are
// what the table has.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensurePerson } from '../../packages/server/src/features/access/accounts.store.ts'
import { newLife } from '../../packages/server/src/features/challenges/rules/life.rules.ts'
import {
  findVisible,
  insertChallenge,
  saveChallenge,
} from '../../packages/server/src/features/challenges/storage/challenge.store.ts'
import { challengeColumns } from '../../packages/server/src/features/challenges/storage/columns.store.ts'
import { newId, type PersonId } from '../../packages/server/src/kernel/ids.ts'
import { declareColumns } from '../../packages/server/src/store/columns.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import { challenge, NOW } from '../support/arbitrary-challenge.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'

const snapshot = { version: 0, text: '' }

interface Wager {
  readonly claim: string
  readonly isOver: boolean
  readonly end: { readonly wonBy: string | null } | null
}

const given = { initially: 'given' } as const
const flag = { initially: '0', isFlag: true } as const
const part = { initially: 'null', tellsPart: true } as const

describe('a table of columns', () => {
  it('gives each column the name of its member, so that they cannot be swapped', () => {
    const one = declareColumns<Wager>({ claim: given, isOver: flag, 'end.wonBy': part })
    const other = declareColumns<Wager>({ 'end.wonBy': part, isOver: flag, claim: given })
    expect([one.list(), other.list()]).toEqual(['claim, is_over, end_won_by', 'end_won_by, is_over, claim'])
    const wager = { claim: 'I win', isOver: true, end: { wonBy: 'ana' } }
    for (const columns of [one, other]) {
      const names = columns.list().split(', ')
      const written = columns.writeChanging(wager).map((value, at) => `${names[at]} = ${String(value)}`)
      expect(written.toSorted()).toEqual(['claim = I win', 'end_won_by = ana', 'is_over = 1'])
      expect(columns.read({ claim: 'I win', is_over: 1, end_won_by: 'ana' })).toEqual(wager)
    }
  })

  it('does not compile where a column is missing, misspelt or of another kind', () => {
    // @ts-expect-error The end is not stored.
    const missing = declareColumns<Wager>({ claim: given, isOver: flag })
    // @ts-expect-error There is no member of that name.
    const misspelt = declareColumns<Wager>({ claim: given, isOver: flag, 'end.wonby': part })
    // @ts-expect-error True and false are no text.
    const wrong = declareColumns<Wager>({ claim: given, isOver: given, 'end.wonBy': part })
    // @ts-expect-error A claim is never null.
    const empty = declareColumns<Wager>({ claim: part, isOver: flag, 'end.wonBy': part })
    expect([missing, misspelt, wrong, empty].map((columns) => columns.list().split(', ').length)).toEqual([
      2, 3, 3, 3,
    ])
  })
})

describe.each(engines)('the columns of a challenge, on %s', (engine) => {
  let test: TestStore
  let people: { readonly creatorId: PersonId; readonly opponentId: PersonId }
  beforeAll(async () => {
    test = await createStore(engine)
    people = await test.store.write(async (tx) => ({
      creatorId: await ensurePerson(tx, 'ana@columns.example', NOW),
      opponentId: await ensurePerson(tx, 'ben@columns.example', NOW),
    }))
  })
  afterAll(() => test.remove())

  it('hold whatever a challenge can be: what is saved is what is read', async () => {
    await fc.assert(
      fc.asyncProperty(challenge, async (any) => {
        const made = {
          ...any,
          ...people,
          id: newId('challenge', NOW),
          groupId: null,
          groupName: null,
          isHidden: false,
          version: 1,
          life: newLife(NOW, 1_000, true),
        }
        const saved = { ...made, version: 2, life: any.life }
        const found = await test.store.write(async (tx) => {
          insertChallenge(tx, made, snapshot)
          const fresh = await findVisible(tx, { personId: people.creatorId, groupId: null }, made.id)
          await saveChallenge(tx, saved, snapshot)
          return [fresh, await findVisible(tx, { personId: people.creatorId, groupId: null }, made.id)]
        })
        expect(found.map((visible) => visible?.challenge)).toEqual([made, saved])
      }),
      { numRuns: 100 },
    )
  })

  it('are those of the table, beside what is derived, the numbers of the links, and when it was last invited again', async () => {
    const [row] = await test.store.all(once<Record<string, unknown>>('select * from challenges limit 1'))
    const others = [
      'next_move_at',
      'snapshot',
      'snapshot_version',
      'creator_link',
      'opponent_link',
      'invited_again_at',
    ]
    expect(Object.keys(row ?? {}).toSorted()).toEqual(
      [...challengeColumns.list().split(', '), ...others].toSorted(),
    )
  })
})
