// What was sent is what is shown: of each endpoint that creates something, every member of its input has a value of its
// own, and is found under its own name in the response and in what is read afterwards.
import {
  endpoints,
  type Challenge,
  type ChallengeWithEvidence,
  type EndpointName,
  type InputOf,
  type Member,
  type Profile,
  type Question,
  type ResultOf,
  type Tally,
  type Webhook,
} from '@challenge-service/contract'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { gather, type Cast } from '../reach/callers.ts'
import { engines } from '../support/engine.ts'
import {
  act,
  challengeIn,
  eventsSeenBy,
  expectStatus,
  membersSeenBy,
  newMember,
  type Acting,
} from '../support/groups.ts'
import { receivers } from '../support/receivers.ts'
import { useService } from '../support/service.ts'
import { deliveriesOf, loopbackAllowed } from '../support/subscriptions.ts'

type Input<Name extends EndpointName> = Required<InputOf<(typeof endpoints)[Name]>>
type Result<Name extends EndpointName> = ResultOf<(typeof endpoints)[Name]>

/** One call, and where what was sent is found. */
interface Sending<Sent extends object, Data> {
  readonly by: Acting
  readonly sent: Sent
  /** What the response says of it. `unanswered`: members that no response says anything of. */
  readonly answered: (data: Data) => Partial<Sent>
  readonly unanswered?: readonly (keyof Sent)[]
  /** What is said of all of it afterwards, each time that it is read. */
  readonly read: (data: Data) => Promise<readonly Sent[]>
}

/** Of the members of which exactly one is sent, each has a call of its own. */
type Row<Name extends EndpointName> = (
  cast: Cast,
) => Promise<readonly Sending<Partial<Input<Name>>, Result<Name>>[]>

const read = async <Data>(by: Acting, path: string): Promise<Data> =>
  (await expectStatus(by.call('GET', path), 200)).body.data as Data

const terms = { claim: 'I climb the tower.', stake: 'a cake', due_days: 23, reference: 'tower 7' }

const shownTerms = ({ claim, stake, due_days, reference = '' }: Challenge): typeof terms => ({
  claim,
  stake,
  due_days,
  reference,
})

/** Read by its snapshot, alone and in a list; and by its columns, once it has changed. */
const readTerms = async (creator: Acting, opponent: Acting, { id }: Challenge) => {
  const listed = await read<readonly Challenge[]>(creator, '/v1/challenges?limit=100')
  const fresh = await read<Challenge>(creator, `/v1/challenges/${id}`)
  await act(opponent, { id }, 'accept')
  const changed = await read<Challenge>(creator, `/v1/challenges/${id}`)
  return [...listed.filter((one) => one.id === id), fresh, changed].map(shownTerms)
}

const isOpponent = async (by: Acting, { id }: Challenge): Promise<boolean> =>
  (await read<Challenge>(by, `/v1/challenges/${id}`)).role === 'opponent'

const createChallenge: Row<'createChallenge'> = async ({ service, group, by }) => {
  const { creator, opponent } = by
  const ended = await act(opponent, await challengeIn(creator, opponent), 'accept')
  await act(creator, ended, 'resolve', { outcome: 'opponent_won' })
  const [eva, mo] = [await newMember(service, group, 'Eva'), await newMember(service, group, 'Momo')]
  return [
    {
      by: creator,
      sent: { ...terms, opponent_email: opponent.email },
      unanswered: ['opponent_email'],
      answered: shownTerms,
      read: async (made) => {
        const opponent_email = (await isOpponent(opponent, made)) ? opponent.email : ''
        return (await readTerms(creator, opponent, made)).map((shown) => ({ ...shown, opponent_email }))
      },
    },
    {
      by: creator,
      sent: { ...terms, rematch_of: ended.id },
      unanswered: ['rematch_of'],
      answered: shownTerms,
      read: async (made) => {
        const rematch_of = (await isOpponent(opponent, made)) ? ended.id : ''
        return (await readTerms(creator, opponent, made)).map((shown) => ({ ...shown, rematch_of }))
      },
    },
    {
      by: eva,
      sent: { ...terms, opponent_member_id: mo.memberId },
      unanswered: ['opponent_member_id'],
      answered: shownTerms,
      read: async (made) => {
        const opponent_member_id = (await isOpponent(mo, made)) ? mo.memberId : ''
        return (await readTerms(eva, mo, made)).map((shown) => ({ ...shown, opponent_member_id }))
      },
    },
  ]
}

const active = async ({ by }: Cast): Promise<Challenge> =>
  act(by.opponent, await challengeIn(by['group:party'], by.opponent), 'accept')

const addEvidence: Row<'addEvidence'> = async (cast) => {
  const { creator, opponent } = cast.by
  const { id } = await active(cast)
  return [
    {
      by: creator,
      sent: { id, text: 'From the top.', url: 'https://photos.example/tower' },
      unanswered: ['id'],
      answered: ({ text, url }) => ({ text: text ?? '', url: url ?? '' }),
      read: async () => {
        const found = await read<ChallengeWithEvidence>(opponent, `/v1/challenges/${id}`)
        return found.evidence.map(({ text, url }) => ({ id: found.id, text: text ?? '', url: url ?? '' }))
      },
    },
  ]
}

const supportChallenge: Row<'supportChallenge'> = async (cast) => {
  const { creator, observer } = cast.by
  const { id } = await active(cast)
  return [
    {
      by: observer,
      sent: { id, side: 'opponent', comment: 'I saw the stairs.' },
      unanswered: ['comment'],
      answered: ({ id: shown, support: { mine } }) => ({ id: shown, ...(mine ? { side: mine } : {}) }),
      read: async () => {
        const { support, ...found } = await read<Challenge>(observer, `/v1/challenges/${id}`)
        const told = (await eventsSeenBy(creator)).at(-1)?.data as {
          readonly support: { readonly side: 'creator' | 'opponent'; readonly comment: string }
        }
        return [
          { id: found.id, ...told.support },
          { id: found.id, comment: told.support.comment, ...(support.mine ? { side: support.mine } : {}) },
        ]
      },
    },
  ]
}

const recordTally: Row<'recordTally'> = async (cast) => {
  const { creator, opponent } = cast.by
  const { id } = await active(cast)
  return [
    {
      by: creator,
      sent: { id, amount: 17, note: 'up to the bells' },
      unanswered: ['id'],
      answered: ({ entries: [entry] }) => ({ amount: entry?.amount ?? 0, note: entry?.note ?? '' }),
      read: async () => {
        const { challenge_id, entries } = await read<Tally>(opponent, `/v1/challenges/${id}/tally`)
        return entries.map(({ amount, note }) => ({ id: challenge_id, amount, note: note ?? '' }))
      },
    },
  ]
}

const addMember: Row<'addMember'> = async ({ service, group, by }) => {
  const admin = by['group:admin']
  const sent = {
    id: group.id,
    email: 'nia@sent.example',
    first_name: 'Nia',
    last_name: 'Okafor',
    role: 'admin',
  } as const
  return [
    {
      by: admin,
      sent,
      unanswered: ['id', 'email', 'last_name'],
      answered: ({ first_name, role }: Member) => ({ first_name, role }),
      read: async (made) => {
        const shown = (await membersSeenBy(admin, group)).filter(({ id }) => id === made.id)
        const path = `/v1/me?user_email=${encodeURIComponent(sent.email)}`
        const reply = await expectStatus(service.call('GET', path, { token: group.token }), 200)
        const { email, first_name, last_name, token } = reply.body.data as Profile
        return shown.map(({ role }) => ({
          id: token.group_id ?? '',
          email,
          first_name,
          last_name: last_name ?? '',
          role,
        }))
      },
    },
  ]
}

const createWebhook: Row<'createWebhook'> = async ({ service, by: { creator } }) => {
  const receiver = await receivers.healthy()
  onTestFinished(() => receiver.close())
  const headers = { 'X-First': 'one', 'X-Second': 'two' }
  const shownMembers = ({ url, events, description }: Webhook) => {
    return { url, events, description: description ?? '' }
  }
  return [
    {
      by: creator,
      sent: { url: receiver.url, events: ['challenge.accepted'], description: 'a bot', headers },
      unanswered: ['headers'],
      answered: shownMembers,
      read: async ({ id }) => {
        const found = await read<Webhook>(creator, `/v1/webhooks/${id}`)
        await expectStatus(creator.call('POST', `/v1/webhooks/${id}/test`), 202)
        await service.runDue()
        // Their values are shown to nobody but the receiver.
        const values = (name: string): string => receiver.requests[0]?.headers[name.toLowerCase()] ?? ''
        const sent = Object.fromEntries(found.header_names.map((name) => [name, values(name)]))
        return [{ ...shownMembers(found), headers: sent }]
      },
    },
  ]
}

const subscribeNew = async (by: Acting): Promise<string> => {
  const url = `https://hooks.example/${crypto.randomUUID()}`
  return ((await expectStatus(by.call('POST', '/v1/webhooks', { url }), 201)).body.data as Webhook).id
}

const testWebhook: Row<'testWebhook'> = async ({ by: { creator } }) => {
  const id = await subscribeNew(creator)
  return [
    {
      by: creator,
      sent: { id, type: 'challenge.disputed' },
      unanswered: ['id', 'type'],
      answered: () => ({}),
      read: async ({ delivery_id }) =>
        (await deliveriesOf(creator, { id }))
          .filter((delivery) => delivery.id === delivery_id)
          .map(({ type }) => ({ id, type })),
    },
  ]
}

const resendDelivery: Row<'resendDelivery'> = async ({ by: { creator } }) => {
  const id = await subscribeNew(creator)
  const path = `/v1/webhooks/${id}/test`
  for (const type of ['challenge.accepted', 'challenge.disputed'])
    await expectStatus(creator.call('POST', path, { type }), 202)
  const [, second] = await deliveriesOf(creator, { id })
  return [
    {
      by: creator,
      sent: { id, delivery_id: second?.id ?? '' },
      unanswered: ['id', 'delivery_id'],
      answered: () => ({}),
      read: async ({ delivery_id }) => {
        const log = await deliveriesOf(creator, { id })
        const again = log.find((delivery) => delivery.id === delivery_id)
        const origin = log.find((delivery) => delivery.event_id === again?.event_id)
        return [{ id, delivery_id: origin?.id ?? '' }]
      },
    },
  ]
}

const voteDailyQuestion: Row<'voteDailyQuestion'> = async ({ by: { creator } }) => {
  const path = '/v1/questions/daily'
  const { id, options } = await read<Question>(creator, path)
  const shown = ({ id: question_id, my_vote }: Question) => ({ question_id, option: my_vote ?? '' })
  return [
    {
      by: creator,
      sent: { option: options.at(-1)?.id ?? '', question_id: id },
      answered: shown,
      read: async () => [shown(await read<Question>(creator, path))],
    },
  ]
}

const rows = {
  createChallenge,
  addEvidence,
  supportChallenge,
  recordTally,
  addMember,
  createWebhook,
  testWebhook,
  resendDelivery,
  voteDailyQuestion,
} satisfies { readonly [Name in EndpointName]?: Row<Name> }

type AnyRow = (cast: Cast) => Promise<readonly Sending<Readonly<Record<string, unknown>>, unknown>[]>

const names = Object.keys(endpoints) as readonly EndpointName[]
const creating = names.filter((name) => endpoints[name].creates)

/** What an endpoint takes, from path, query and body, but for the acting person. */
const membersOf = (name: EndpointName): readonly string[] => {
  const { params, query, body } = endpoints[name]
  const all = [params, query, body].flatMap((part) => Object.keys(part?.properties ?? {}))
  return [...new Set(all)].filter((member) => member !== 'user_email')
}

const without = (sent: Readonly<Record<string, unknown>>, left: readonly string[] = []) =>
  Object.fromEntries(Object.entries(sent).filter(([member]) => !left.includes(member)))

it('every endpoint that creates something is tried', () => {
  expect(Object.keys(rows).toSorted()).toEqual(creating.toSorted())
})

describe.each(engines)('what was sent is what is shown, on %s', (engine) => {
  const service = useService(engine, loopbackAllowed)
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(service)
  })

  it.each(Object.entries(rows) as readonly (readonly [EndpointName, AnyRow])[])('%s', async (name, row) => {
    const { method, path, params, statuses } = endpoints[name]
    const sendings = await row(cast)
    const members = new Set(sendings.flatMap(({ sent }) => Object.keys(sent)))
    expect([...members].toSorted()).toEqual(membersOf(name).toSorted())
    for (const { by, sent, answered, unanswered, read: readAll } of sendings) {
      const values = Object.values(sent).map((value) => JSON.stringify(value))
      expect(new Set(values).size, 'each value is sent once').toBe(values.length)
      const filled = path.replace(/\{(\w+)\}/g, (_, member: string) => String(sent[member]))
      const reply = await expectStatus(
        by.call(method, filled, without(sent, Object.keys(params.properties))),
        statuses[0],
      )
      expect(answered(reply.body.data)).toEqual(without(sent, unanswered))
      const shown = await readAll(reply.body.data)
      expect(shown.length).toBeGreaterThan(0)
      for (const one of shown) expect(one).toEqual(sent)
    }
  })
})
