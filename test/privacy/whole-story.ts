// Everything that two people can do with a challenge, in every branch, with the calls that are refused, and the
// same through the token of a group. Each step is followed by everything that everyone can read.
import { expect } from 'vitest'
import type { Challenge, Member, TallyChange } from '@challenge-service/contract'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import type { TestGroup, TestService } from '../support/service.ts'
import { canary, member, Witness, type Canary } from './witness.ts'

const NO_CHALLENGE = '/v1/challenges/ch_00000000000000000000000000'

export interface Told {
  readonly witness: Witness
  readonly everyone: readonly Canary[]
}

export const tellWholeStory = async (service: TestService): Promise<Told> => {
  const witness = new Witness(service)
  const [ana, ben, eve] = [
    await canary(service, 'anaqxword'),
    await canary(service, 'benqxword'),
    await canary(service, 'eveqxword'),
  ]
  const group = await service.group()
  const members = [
    await member(group, ana, 'anaqxword'),
    await member(group, ben, 'benqxword'),
    await member(group, eve, 'eveqxword'),
  ] as const
  await tellOf(service, witness, ana, ben, eve)
  await tellOf(service, witness, members[0], members[1], members[2])
  // Through the group on one side, by their own account on the other.
  await tellOf(service, witness, members[0], ben, members[2])
  await nameOtherwise(witness, group, members, [ana, ben, eve])
  await refuse(witness, ana, ben)
  await refuse(witness, members[0], ben)
  await comeAndGo(witness, group, [ana, ben, eve, ...members])
  const unanswered = await create(witness, ana, ben)
  await service.runDue()
  await witness.lookAtSite(ana, unanswered)
  for (const person of [ana, ben]) await witness.pressAsides(person)
  await service.runDue()
  for (const person of [ana, ben, eve, ...members]) await readAll(witness, person)
  // Zoe has no account: her words are known to the group's admin alone.
  const zoe: Canary = {
    token: '',
    email: 'zoeqxwordmailbox@zoeqxworddomain.example',
    words: ['zoeqxwordmailbox', 'zoeqxworddomain', 'zoeqxwordsurname'],
  }
  for (const person of [ana, ben, eve, zoe]) await witness.openMails(person)
  return { witness, everyone: [ana, ben, eve, ...members, zoe] }
}

const readAll = async (witness: Witness, person: Canary, path?: string): Promise<void> => {
  const paths = ['/v1/me', '/v1/challenges', '/v1/events?order=desc&limit=100']
  for (const each of path === undefined ? paths : [...paths, path, `${path}/tally`]) {
    await witness.ask(person, 'GET', each)
  }
}

interface Step {
  readonly by: 'creator' | 'opponent' | 'observer' | 'clock'
  readonly action: string
  readonly body?: object
  /** Of the clock alone. */
  readonly days?: number
}

const accept: Step = { by: 'opponent', action: 'accept' }
const says = (by: Step['by'], outcome: string): Step => ({ by, action: 'resolve', body: { outcome } })
const cancel = (by: Step['by']): Step => ({ by, action: 'cancel', body: { reason: 'ill' } })
const clock: Step = { by: 'clock', action: 'waits' }
const wait = (days: number): Step => ({ ...clock, days })
const dispute: Step = { by: 'opponent', action: 'dispute', body: { reason: 'it was nine' } }
const evidence: Step = { by: 'creator', action: 'evidence', body: { text: 'a photo' } }
const support: Step = { by: 'observer', action: 'support', body: { side: 'creator', comment: 'I saw it' } }
const claimed = says('creator', 'creator_won')

/** Every way from the beginning to an end; a step that is refused is heard as well. */
const branches: readonly (readonly Step[])[] = [
  [cancel('creator')],
  [cancel('opponent')],
  [clock],
  [accept, cancel('creator'), cancel('creator'), cancel('opponent')],
  [accept, clock, clock],
  [accept, evidence, claimed, says('opponent', 'opponent_won'), says('opponent', 'creator_won')],
  [accept, says('creator', 'draw'), says('opponent', 'draw')],
  [accept, claimed, clock],
  [accept, support, claimed, dispute, support, says('opponent', 'draw'), clock],
  [accept, accept, says('opponent', 'creator_won'), evidence],
  [accept, wait(4), wait(1), claimed, wait(2), wait(1)],
  [accept, claimed, dispute, wait(0), wait(6)],
]

const tellOf = async (
  service: TestService,
  witness: Witness,
  creator: Canary,
  opponent: Canary,
  observer: Canary,
): Promise<void> => {
  const people = { creator, opponent, observer }
  for (const branch of branches) {
    const path = await create(witness, creator, opponent)
    for (const { by, action, body, days = 40 } of branch) {
      if (by === 'clock') {
        service.clock.advance(days * DAY_MS)
        await service.runDue()
      } else {
        await witness.ask(people[by], 'POST', `${path}/${action}`, body ?? {}, `${path}${action}`)
      }
      for (const person of Object.values(people)) await witness.ask(person, 'GET', path)
    }
    for (const person of Object.values(people)) {
      await readAll(witness, person, path)
      await witness.lookAtSite(person, path)
    }
    for (const person of [creator, opponent]) await witness.openMails(person)
  }
  await keepTally(witness, creator, opponent)
}

const create = async (witness: Witness, creator: Canary, opponent: Canary): Promise<string> => {
  const body = {
    claim: 'I run.',
    opponent_email: opponent.email,
    stake: 'a coffee',
    due_days: 5,
    reference: 'r',
  }
  const reply = await witness.ask(creator, 'POST', '/v1/challenges', body)
  expect(reply.status, reply.text).toBe(201)
  return `/v1/challenges/${(reply.body.data as Challenge).id}`
}

const keepTally = async (witness: Witness, creator: Canary, opponent: Canary): Promise<void> => {
  const path = await create(witness, creator, opponent)
  await witness.ask(opponent, 'POST', `${path}/accept`)
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const reply = await witness.ask(creator, 'POST', `${path}/tally`, { amount: 2, note: 'laps' })
    ids.push((reply.body.data as TallyChange).entries[0]?.id ?? '')
  }
  const [reviewed, withdrawn, amended, accepted] = ids
  await witness.ask(opponent, 'POST', `${path}/tally/review`, { entry_ids: [reviewed] })
  await witness.ask(creator, 'POST', `${path}/tally/review`, { entry_ids: [withdrawn] })
  for (const entry_id of [withdrawn, amended, accepted]) {
    await witness.ask(opponent, 'POST', `${path}/tally/dispute`, { entry_id, reason: 'no' })
  }
  const resolve = (by: Canary, body: object) => witness.ask(by, 'POST', `${path}/tally/resolve`, body)
  await resolve(creator, { entry_id: withdrawn, action: 'withdraw' })
  await resolve(creator, { entry_id: amended, action: 'amend', amount: 1 })
  await resolve(opponent, { entry_id: accepted, action: 'accept' })
  await resolve(opponent, { entry_id: accepted, action: 'accept' })
  for (const person of [creator, opponent]) await readAll(witness, person, path)
}

/** Challenges against a member or a former opponent, by every token; and against what is not there. */
const nameOtherwise = async (
  witness: Witness,
  group: TestGroup,
  members: readonly [Canary, Canary, Canary],
  accounts: readonly [Canary, Canary, Canary],
): Promise<void> => {
  const terms = { claim: 'I run.', stake: 'a coffee', due_days: 5 }
  const list = (await witness.ask(members[0], 'GET', `/v1/groups/${group.id}/members`)).body.data
  for (const [creator, opponent] of [members, accounts] as const) {
    const path = await create(witness, creator, opponent)
    await witness.ask(opponent, 'POST', `${path}/accept`)
    await witness.ask(opponent, 'POST', `${path}/resolve`, { outcome: 'creator_won' })
    const ways = [
      { rematch_of: path.replace('/v1/challenges/', '') },
      ...(list as readonly Member[]).map(({ id }) => ({ opponent_member_id: id })),
    ]
    for (const by of [...members, ...accounts]) {
      const statuses: number[] = []
      for (const way of ways) {
        statuses.push((await witness.ask(by, 'POST', '/v1/challenges', { ...terms, ...way })).status)
      }
      // The parties of either way reach each other again.
      if (by === creator || by === opponent) expect(statuses[0]).toBe(201)
      await readAll(witness, by, path)
    }
    for (const person of [creator, opponent]) await witness.openMails(person)
  }
}

/** What everyone sees of the group, while a canary is added, refused, and leaves again. */
const comeAndGo = async (witness: Witness, group: TestGroup, everyone: readonly Canary[]): Promise<void> => {
  const path = `/v1/groups/${group.id}`
  const [ana, , , inGroup] = everyone
  if (!ana || !inGroup) return
  const admin: Canary = { token: group.token, email: group.adminEmail, words: [], actsThrough: group }
  const added = {
    email: 'zoeqxwordmailbox@zoeqxworddomain.example',
    first_name: 'Zoe',
    last_name: 'Zoeqxwordsurname',
  }
  const reply = await witness.ask(admin, 'POST', `${path}/members`, added)
  await witness.ask(admin, 'POST', `${path}/members`, { ...added, email: ana.email })
  await witness.ask(inGroup, 'POST', `${path}/members`, { ...added, email: ana.email })
  for (const person of [admin, ...everyone]) {
    for (const rest of ['', '/members', '/challenges?limit=100', '/stats']) {
      await witness.ask(person, 'GET', rest === '' ? '/v1/groups' : path + rest)
    }
  }
  const { id } = reply.body.data as Member
  await witness.ask(inGroup, 'DELETE', `${path}/members/${id}`)
  await witness.ask(admin, 'DELETE', `${path}/members/${id}`)
}

/** What is refused for its input, by someone who names an address in it. */
const refuse = async (witness: Witness, by: Canary, other: Canary): Promise<void> => {
  const good = { claim: 'I run.', opponent_email: other.email, stake: 'a coffee', due_days: 5 }
  const bodies = [
    { ...good, opponent_email: by.email },
    { ...good, claim: `I beat ${other.email}` },
    { ...good, stake: other.email },
    { ...good, due_days: other.email },
    { ...good, opponent_email: `${other.email}@` },
    { ...good, user_email: other.email },
    { ...good, more: other.email },
  ]
  for (const body of bodies) {
    const reply = await witness.ask(by, 'POST', '/v1/challenges', body)
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  }
  const address = encodeURIComponent(other.email)
  await witness.ask(by, 'GET', `/v1/challenges?status=${address}`)
  await witness.ask(by, 'GET', `/v1/challenges?cursor=${address}`)
  await witness.ask(by, 'GET', `/v1/events?after=${address}`)
  await witness.ask(by, 'GET', `/v1/challenges/${address}`)
  await witness.ask(by, 'POST', `${NO_CHALLENGE}/accept`)
  await witness.ask({ ...by, email: `${other.email}.example` }, 'GET', '/v1/challenges?role=creator')
  await witness.ask(by, 'POST', '/v1/challenges', good, `key ${other.email}`)
  await witness.ask(by, 'POST', '/v1/challenges', { ...good, due_days: 6 }, `key ${other.email}`)
}
