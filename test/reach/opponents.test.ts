// Who reaches whom without an address: each way to name an opponent, asked by everyone who may knock, held against a
// grid written by hand. What is hidden is answered like what does not exist, word for word.
import { describe, expect, it } from 'vitest'
import type { Member } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { act, challengeIn, expectStatus, type Acting } from '../support/groups.ts'
import { plantFault, type Edit } from '../support/planted.ts'
import { startPlanted, useService } from '../support/service.ts'
import { callers, gather, wordOf, type Caller, type Cast } from './callers.ts'

const settings = { WRITES_PER_MINUTE: '1000000', READS_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' }

// `token`: an account's token names no member. `outside`: the person is no member of the token's group.
const table = `
             creator opponent observer admin  elsewhere stranger group:party group:observer group:admin group:stranger other-group
observer     token   token    token    token  token     token    ok          hidden         ok          outside        hidden
elsewhere    token   token    token    token  token     token    hidden      hidden         hidden      outside        ok
removed      token   token    token    token  token     token    hidden      hidden         hidden      outside        hidden
inGroup      ok      ok       hidden   hidden hidden    hidden   ok          hidden         hidden      outside        hidden
alone        ok      ok       hidden   hidden hidden    hidden   hidden      hidden         hidden      outside        hidden
running      hidden  hidden   hidden   hidden hidden    hidden   hidden      hidden         hidden      outside        hidden
erased       hidden  hidden   hidden   hidden hidden    hidden   hidden      hidden         hidden      outside        hidden
`

interface Row {
  readonly whom: string
  readonly expected: Readonly<Record<Caller, string>>
}

const [heading = '', ...lines] = table.trim().split('\n')
const columns = heading.split(/ +/).filter((word) => word !== '')
const grid: readonly Row[] = lines.map((line) => {
  const [whom = '', ...words] = line.split(/ +/)
  const expected = Object.fromEntries(columns.map((caller, at) => [caller, words[at] ?? '']))
  return { whom, expected: expected as Row['expected'] }
})

type Way = { readonly opponent_member_id: string } | { readonly rematch_of: string }

const nothing = (way: Way): Way =>
  'rematch_of' in way
    ? { rematch_of: `ch_${'0'.repeat(26)}` }
    : { opponent_member_id: `mem_${'0'.repeat(26)}` }

const play = async (creator: Acting, opponent: Acting): Promise<string> => {
  const created = await challengeIn(creator, opponent)
  await act(opponent, created, 'accept')
  return (await act(creator, created, 'resolve', { outcome: 'opponent_won' })).id
}

/** The ways, by the names of the rows. */
const listWays = async (cast: Cast): Promise<Readonly<Record<string, Way>>> => {
  const { by, service, group } = cast
  const findMemberId = async (person: Acting, groupId: string): Promise<string> => {
    const reply = await expectStatus(person.call('GET', `/v1/groups/${groupId}/members?limit=100`), 200)
    return (reply.body.data as readonly Member[]).find(({ is_me }) => is_me)?.id ?? ''
  }
  const others = (await by.elsewhere.call('GET', '/v1/groups')).body.data as readonly { id: string }[]
  const removed = await group.addMember('gone@reach.example')
  await expectStatus(by['group:admin'].call('DELETE', `/v1/groups/${group.id}/members/${removed}`), 200)
  const erased = await service.account({ email: 'erased@reach.example' })
  const { token } = await service.token(erased)
  const toErase: Acting = {
    email: erased.email,
    call: (method, path, body) =>
      service.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
  }
  const withErased = await play(by.creator, toErase)
  await service.erase(erased.email)
  const running = await challengeIn(by['group:party'], by.opponent)
  await act(by.opponent, running, 'accept')
  return {
    observer: { opponent_member_id: await findMemberId(by.observer, group.id) },
    elsewhere: { opponent_member_id: await findMemberId(by.elsewhere, others[0]?.id ?? '') },
    removed: { opponent_member_id: removed },
    inGroup: { rematch_of: await play(by['group:party'], by.opponent) },
    alone: { rematch_of: await play(by.creator, by.opponent) },
    running: { rematch_of: running.id },
    erased: { rematch_of: withErased },
  }
}

const answerTo = async (by: Acting, way: Way): Promise<string> => {
  const terms = { claim: 'I run.', stake: 'a coffee', due_days: 5 }
  const reply = await by.call('POST', '/v1/challenges', { ...terms, ...way })
  if (reply.body.error?.reason === 'group_token_needed') return 'token'
  const word = wordOf(reply, undefined)
  if (word !== 'hidden') return word
  const none = await by.call('POST', '/v1/challenges', { ...terms, ...nothing(way) })
  return JSON.stringify(reply.body.error) === JSON.stringify(none.body.error) ? word : 'a hint'
}

/** What is not as the grid says. */
const listDeviations = async (cast: Cast): Promise<readonly string[]> => {
  const ways = await listWays(cast)
  const found: string[] = []
  for (const { whom, expected } of grid) {
    const way = ways[whom]
    if (!way) throw new Error(`there is no way to name ${whom}`)
    for (const caller of callers) {
      const seen = await answerTo(cast.by[caller], way)
      if (seen !== expected[caller]) found.push(`${whom} by ${caller}: ${seen} not ${expected[caller]}`)
    }
  }
  return found
}

it('the grid has a column for everyone', () => {
  expect(columns).toEqual([...callers])
})

describe.each(engines)('who can be challenged without an address, on %s', (engine) => {
  const service = useService(engine, settings)

  it('is as the grid says', { timeout: 180_000 }, async () => {
    expect(await listDeviations(await gather(service))).toEqual([])
  })
})

describe('a way that reaches too far is found:', () => {
  const server = 'packages/server/src/features'
  const faults: readonly (readonly [string, Edit, string])[] = [
    [
      'a member of any group',
      {
        file: `${server}/access/groups.store.ts`,
        from: 'where group_id = $1 and id = $2 and left_at is null',
        to: "where $1 <> '' and id = $2 and left_at is null",
      },
      'elsewhere by group:party: ok not hidden',
    ],
    [
      'a member who has gone',
      {
        file: `${server}/access/groups.store.ts`,
        from: 'where group_id = $1 and id = $2 and left_at is null',
        to: 'where group_id = $1 and id = $2',
      },
      'removed by group:party: ok not hidden',
    ],
    [
      'oneself',
      {
        file: `${server}/challenges/opponent.service.ts`,
        from: 'member?.person_id === personId ? undefined',
        to: 'member?.person_id === personId ? personId',
      },
      'observer by group:observer: 500 internal_error/unforeseen not hidden',
    ],
    [
      'a challenge that runs',
      {
        file: `${server}/challenges/rules/opponent.rules.ts`,
        from: 'acceptedAt !== null && isClosed({ status })',
        to: 'acceptedAt !== null && isClosed.length > 0',
      },
      'running by creator: ok not hidden',
    ],
    [
      'a challenge of others',
      {
        file: `${server}/challenges/rules/opponent.rules.ts`,
        from: "role !== 'observer' && ",
        to: "role === 'observer' ? 'creator' : ",
      },
      'inGroup by observer: ok not hidden',
    ],
    [
      'someone who was erased',
      {
        file: `${server}/challenges/opponent.service.ts`,
        from: 'other && other.email !== null',
        to: 'other',
      },
      'erased by creator: ok not hidden',
    ],
  ]

  it.each(faults)('%s', { timeout: 180_000 }, async (_, edit, expected) => {
    const sources = plantFault([edit])
    const service = await startPlanted(sources, 'sqlite', settings)
    try {
      expect(await listDeviations(await gather(service))).toContain(expected)
    } finally {
      await service.stop()
      sources.remove()
    }
  })
})
