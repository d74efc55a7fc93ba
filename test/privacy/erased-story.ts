// A person who leaves words everywhere: each text that Ana writes, her names and her address hold the word anaqxword,
// and whatever the others write holds another. It is long, so that no id and no ciphertext holds it by chance.
import { expect } from 'vitest'
import type { Challenge, Question, TallyChange } from '@challenge-service/contract'
import { createAccount, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { call, type Reply } from '../support/call.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'
import type { TestGroup, TestService } from '../support/service.ts'

export const CANARY = 'anaqxword'

export interface Player {
  readonly email: string
  readonly token: string
  /** Each write carries a key, so that each answer is remembered. */
  call(method: string, path: string, body?: object): Promise<Reply>
  /** Expects a success, and gives its data. */
  do<T = Challenge>(method: string, path: string, body?: object): Promise<T>
}

let keys = 0

const player = (service: TestService, email: string, token: string, through?: TestGroup): Player => {
  const send = (method: string, path: string, body?: object): Promise<Reply> => {
    const acting = through ? `${path.includes('?') ? '&' : '?'}user_email=${encodeURIComponent(email)}` : ''
    return call(service.url, method, path + acting, {
      token,
      ...(body ? { body } : {}),
      ...(method === 'POST' ? { headers: { 'idempotency-key': `key-${(keys += 1)}` } } : {}),
    })
  }
  return {
    email,
    token,
    call: send,
    do: async <T>(method: string, path: string, body?: object): Promise<T> => {
      const reply = await send(method, path, body)
      expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
      return reply.body.data as T
    },
  }
}

export const newPlayer = async (service: TestService, word: string): Promise<Player> => {
  const name = word.charAt(0).toUpperCase() + word.slice(1)
  const email = `${word}mailbox@${word}domain.example`
  const now = service.clock.now()
  const made = await service.store.write(async (tx) => {
    const person = { email, firstName: `${name}first`, lastName: `${name}last`, plan: 'club' } as const
    const { id } = await createAccount(tx, person, now)
    return createToken(tx, { owner: { kind: 'account', id }, scopes: 'all', name: `${word}token` }, now)
  })
  return player(service, email, made.token)
}

/** The same person as a member of a group, with names of their own there. */
const newMember = async (
  service: TestService,
  group: TestGroup,
  { email }: Player,
  word: string,
): Promise<Player> => {
  const name = word.charAt(0).toUpperCase() + word.slice(1)
  await group.addMember(email, `${name}memberlast`, `${name}member`)
  return player(service, email, group.token, group)
}

const invite = (by: Player, to: Player, word: string): Promise<Challenge> =>
  by.do('POST', '/v1/challenges', {
    claim: `${word}claim`,
    opponent_email: to.email,
    stake: `${word}stake`,
    due_days: 5,
    reference: `${word}reference`,
  })

const act = <T = Challenge>(by: Player, { id }: Challenge, action: string, body: object = {}): Promise<T> =>
  by.do<T>('POST', `/v1/challenges/${id}/${action}`, body)

/** Both keep a tally and object to each other's entries, in words. */
const keepTally = async (a: Player, aWord: string, b: Player, bWord: string, challenge: Challenge) => {
  const sides = [
    [a, aWord, b, bWord],
    [b, bWord, a, aWord],
  ] as const
  for (const [by, word, other, otherWord] of sides) {
    const { entries } = await act<TallyChange>(by, challenge, 'tally', { note: `${word}note` })
    const entry_id = entries[0]?.id
    await act(other, challenge, 'tally/dispute', { entry_id, reason: `${otherWord}objects` })
  }
}

const vote = async (by: Player): Promise<void> => {
  const { options } = await by.do<Question>('GET', '/v1/questions/daily')
  await by.do('POST', '/v1/questions/daily', { option: options[0]?.id })
}

/** One adds another to the group, who is told by whom; and is added to a second group, which is told of them. */
const addMembers = async (service: TestService, by: Player, group: TestGroup): Promise<TestGroup> => {
  await service.store.write((tx) =>
    tx.run(once(`update memberships set role = 'admin' where first_name = 'Anaqxwordmember'`)),
  )
  await service.store.write((tx) =>
    tx.run(once(`update groups set admin_count = admin_count + 1 where id = '${group.id}'`)),
  )
  await by.do('POST', `/v1/groups/${group.id}/members`, { email: 'dora@else.example', first_name: 'Dora' })
  const second = await service.group()
  const admin = player(service, second.adminEmail, second.token, second)
  const member = { email: by.email, first_name: 'Anaqxwordsecond', last_name: 'Anaqxwordsecondlast' }
  await admin.do('POST', `/v1/groups/${second.id}/members`, member)
  return second
}

/** Both are told by webhooks, and a receiver answers with what it was told. */
const listen = async (ana: Player, ben: Player): Promise<Receiver> => {
  const echo = await startReceiver((socket, { body }) => socket.write(answer(200, body.slice(0, 900))))
  const url = `${echo.url}/${CANARY}path`
  const hook = await ana.do('POST', '/v1/webhooks', { url, description: `${CANARY}description` })
  await ana.do('POST', `/v1/webhooks/${hook.id}/test`, {})
  const old = await ana.do('POST', '/v1/webhooks', { url: `${url}old`, description: `${CANARY}old` })
  await ana.do('DELETE', `/v1/webhooks/${old.id}`)
  await ben.do('POST', '/v1/webhooks', { url: echo.url, description: 'benqxworddescription' })
  return echo
}

export interface ErasedStory {
  readonly ana: Player
  readonly ben: Player
  readonly cy: Player
  readonly group: TestGroup
  readonly secondGroup: TestGroup
  /** Open ones of Ana, as a creator or an opponent. */
  readonly open: readonly Challenge[]
  readonly closed: readonly Challenge[]
  /** Of others, in which Ana has supported a side. */
  readonly observed: Challenge
}

export const tellErasedStory = async (service: TestService): Promise<ErasedStory> => {
  const ana = await newPlayer(service, CANARY)
  const ben = await newPlayer(service, 'benqxword')
  const cy = await newPlayer(service, 'cyqxword')
  const group = await service.group()
  const anaInside = await newMember(service, group, ana, CANARY)
  const benInside = await newMember(service, group, ben, 'benqxword')
  const cyInside = await newMember(service, group, cy, 'cyqxword')
  const open: Challenge[] = []
  const secondGroup = await addMembers(service, anaInside, group)
  const receiver = await listen(ana, ben)

  const disputed = await invite(ana, ben, CANARY)
  await act(ben, disputed, 'accept')
  await keepTally(ana, CANARY, ben, 'benqxword', disputed)
  await act(ana, disputed, 'evidence', { text: `${CANARY}evidence`, url: `https://${CANARY}.example/photo` })
  await act(ben, disputed, 'evidence', { text: 'benqxwordevidence' })
  await act(ben, disputed, 'resolve', { outcome: 'opponent_won' })
  await act(ana, disputed, 'dispute', { reason: `${CANARY}dispute` })
  open.push(disputed)

  const asked = await invite(ben, ana, 'benqxword')
  await act(ana, asked, 'accept')
  await act(ana, asked, 'cancel', { reason: `${CANARY}cancel` })
  open.push(asked, await invite(ana, ben, CANARY), await invite(ben, ana, 'benqxword'))

  const settled = await invite(ben, ana, 'benqxword')
  await act(ana, settled, 'accept')
  await act(ana, settled, 'evidence', { url: `https://${CANARY}.example/only` })
  await act(ana, settled, 'resolve', { outcome: 'creator_won' })
  const declined = await invite(ben, ana, 'benqxword')
  await act(ana, declined, 'cancel', { reason: `${CANARY}declines` })
  const withdrawn = await invite(ana, ben, CANARY)
  await act(ana, withdrawn, 'cancel', { reason: `${CANARY}withdraws` })
  const refused = await invite(ana, ben, CANARY)
  await act(ben, refused, 'cancel', { reason: 'benqxworddeclines' })
  const inside = await invite(anaInside, benInside, CANARY)
  await act(benInside, inside, 'accept')
  open.push(inside)

  const observed = await invite(benInside, cyInside, 'benqxword')
  await act(cyInside, observed, 'accept')
  await act(anaInside, observed, 'support', { side: 'creator', comment: `${CANARY}first-comment` })
  await act(anaInside, observed, 'support', { side: 'opponent', comment: `${CANARY}second-comment` })
  for (const who of [ana, anaInside, ben]) await vote(who)
  await service.runDue()
  await receiver.close()
  return { ana, ben, cy, group, secondGroup, open, closed: [settled, declined, withdrawn, refused], observed }
}
