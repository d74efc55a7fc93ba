// The columns of a challenge: what is written into them is read back, member by member, on both engines; and they are
// what the table has.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensurePerson } from '../../packages/server/src/features/access/accounts.store.ts'
import { nextMoveAt } from '../../packages/server/src/features/challenges/rules/clock.rules.ts'
import { newLife, type Challenge } from '../../packages/server/src/features/challenges/rules/life.rules.ts'
import {
  findVisible,
  insertChallenge,
  saveChallenge,
} from '../../packages/server/src/features/challenges/storage/challenge.store.ts'
import { challengeColumns } from '../../packages/server/src/features/challenges/storage/columns.store.ts'
import { newId, type ChallengeId, type PersonId } from '../../packages/server/src/kernel/ids.ts'
import { declareColumns } from '../../packages/server/src/store/statements/columns.ts'
import { once, paramsOf, type Statement } from '../../packages/server/src/store/statements/statement.ts'
import {
  int,
  orNull,
  strictTable,
  text,
  type RowIn,
} from '../../packages/server/src/store/statements/table.ts'
import type { challenges } from '../../packages/server/src/store/schema/challenges.ts'
import { challenge, NOW } from '../support/arbitrary-challenge.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'

interface Wager {
  readonly claim: string
  readonly isOver: boolean
  readonly end: { readonly wonBy: string | null } | null
  readonly summary: string
}

const wagers = strictTable('wagers', {
  claim: text(),
  is_over: int(),
  end_won_by: orNull(text()),
  summary: orNull(text()),
})

const given = { initially: 'given' } as const
const flag = { initially: '0', isFlag: true } as const
const part = { initially: 'null', tellsPart: true } as const
const summary = { initially: 'given', isDerived: true } as const

/** What a statement writes, by the names in its text. */
const writtenBy = (statement: Statement<never, [record: Wager]>, wager: Wager): unknown => {
  const names = new Set([...(statement.named ?? '').matchAll(/\$(\w+)/g)].map(([, name = '']) => name))
  const params = paramsOf(statement, [wager])
  return Object.fromEntries([...names].map((name, at) => [name, params[at]]))
}

describe('a table of columns', () => {
  const inWagers = declareColumns(wagers)

  it('gives each column the name of its member, so that they cannot be swapped', () => {
    const one = inWagers<Wager, 'summary'>({ claim: given, isOver: flag, 'end.wonBy': part, summary })
    const other = inWagers<Wager, 'summary'>({ summary, 'end.wonBy': part, isOver: flag, claim: given })
    expect([one.list('w'), other.list('w')]).toEqual([
      'w.claim, w.is_over, w.end_won_by',
      'w.end_won_by, w.is_over, w.claim',
    ])
    const read = { claim: 'I win', isOver: true, end: { wonBy: 'ana' } }
    const wager = { ...read, summary: 'Ana won' }
    for (const [at, columns] of [one, other].entries()) {
      const insert = columns.insert(`test.insert_${at}`)
      expect(writtenBy(insert, wager)).toEqual({ claim: 'I win', summary: 'Ana won' })
      const update = columns.update(`test.update_${at}`, 'claim <> $claim')
      const written = { claim: 'I win', is_over: 1, end_won_by: 'ana', summary: 'Ana won' }
      expect(writtenBy(update, wager)).toEqual(written)
      expect(writtenBy(update, { ...wager, isOver: false, end: null })).toEqual({
        ...written,
        is_over: 0,
        end_won_by: null,
      })
      expect(columns.read(written)).toEqual(read)
    }
  })

  it('does not compile where a column is missing, misspelt or of another kind', () => {
    // @ts-expect-error The end is not stored.
    const missing = inWagers<Wager, 'summary'>({ claim: given, isOver: flag, summary })
    // @ts-expect-error There is no member of that name.
    const misspelt = inWagers<Wager, 'summary'>({ claim: given, isOver: flag, 'end.wonby': part, summary })
    // @ts-expect-error True and false are no text.
    const wrong = inWagers<Wager, 'summary'>({ claim: given, isOver: given, 'end.wonBy': part, summary })
    // @ts-expect-error A claim is never null.
    const empty = inWagers<Wager, 'summary'>({ claim: part, isOver: flag, 'end.wonBy': part, summary })
    expect([missing, misspelt, wrong, empty].map(({ list }) => list('w').split(', ').length)).toEqual([
      2, 3, 3, 3,
    ])
  })

  it('does not compile where the table has no such column, or one that holds something else', () => {
    const columns = { claim: given, isOver: flag, 'end.wonBy': part } as const
    // @ts-expect-error The table has no column for the stake.
    const unknown = inWagers<Omit<Wager, 'summary'> & { stake: string }>({ ...columns, stake: given })
    // @ts-expect-error The table holds a text.
    const other = inWagers<Omit<Wager, 'claim' | 'summary'> & { claim: number }>(columns)
    // @ts-expect-error The table may hold null, so a summary that is read may be null.
    const nullable = inWagers<Wager>({ ...columns, summary: given })
    expect([unknown, other, nullable].map(({ list }) => list('w').split(', ').length)).toEqual([4, 3, 4])
  })

  it('declares no statement with what no member holds', () => {
    const columns = inWagers<Wager, 'summary'>({ claim: given, isOver: flag, 'end.wonBy': part, summary })
    expect(() => columns.update('test.update', 'id = $id')).toThrow('no member is stored in wagers.id')
  })
})

type Derived = Pick<RowIn<typeof challenges>, 'next_move_at' | 'snapshot' | 'snapshot_version'>

const findDerived = (id: ChallengeId) =>
  once<Derived>(`select next_move_at, snapshot, snapshot_version from challenges where id = '${id}'`)

const derivedFrom = ({ life }: Challenge, version: number, snapshot: string): Derived => ({
  next_move_at: nextMoveAt(life) ?? null,
  snapshot,
  snapshot_version: version,
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
          const read = async () => ({
            challenge: (await findVisible(tx, { personId: people.creatorId, groupId: null }, made.id))
              ?.challenge,
            derived: await tx.first(findDerived(made.id)),
          })
          insertChallenge(tx, made, { version: 7, text: 'new' })
          const fresh = await read()
          await saveChallenge(tx, saved, { version: 8, text: 'saved' })
          return [fresh, await read()]
        })
        expect(found).toEqual([
          { challenge: made, derived: derivedFrom(made, 7, 'new') },
          { challenge: saved, derived: derivedFrom(saved, 8, 'saved') },
        ])
      }),
      { numRuns: 100 },
    )
  })

  it('are those of the table, beside the numbers of the links, and when it was last invited again', async () => {
    const [row] = await test.store.all(once<Record<string, unknown>>('select * from challenges limit 1'))
    const { named = '' } = challengeColumns.insert(`test.insert_on_${engine}`)
    const written = /\(([^)]*)\)/.exec(named)?.[1]?.split(', ') ?? []
    expect(Object.keys(row ?? {}).toSorted()).toEqual(
      [...written, 'creator_link', 'opponent_link', 'invited_again_at'].toSorted(),
    )
  })
})
