// Two people, one of whose every word is hostile: in each place where a person's words stand on a page of the site. What
// the API would refuse is written into the database, since a page must not rely on that.
import { createGroup, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import type { AccountId } from '../../packages/server/src/kernel/ids.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { act, challengeIn, throughGroup, type Acting } from '../support/groups.ts'
import { findPersonId, person, type Person } from '../support/people.ts'
import { answer, startReceiver } from '../support/receivers.ts'
import type { TestService } from '../support/service.ts'
import { deliveriesOf, subscribe } from '../support/subscriptions.ts'
import { givePasskey } from './cast.ts'
import { Visitor } from './visitor.ts'

export interface HostileWorld {
  readonly browsers: Readonly<Record<'hers' | 'his', Visitor>>
  /** What they look at, beyond the pages that have no id: the page of the table, and its address. */
  readonly paths: readonly (readonly [path: string, address: string])[]
  /** What was written, by its place. */
  readonly words: ReadonlyMap<string, string>
}

/** As a text of SQL. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const makeHostileWorld = async (service: TestService, hostile: string): Promise<HostileWorld> => {
  const { store, clock } = service
  const words = new Map<string, string>()
  /** At most as long as the place allows. */
  const word = (place: string, length = 500): string => {
    const text = [...`${place} ${hostile}`].slice(0, length).join('')
    words.set(place, text.trim())
    return text
  }
  const update = async (
    table: string,
    set: Readonly<Record<string, string>>,
    where: string,
  ): Promise<void> => {
    const columns = Object.entries(set).map(([column, text]) => `${column} = ${quoted(text)}`)
    await store.write((tx) => tx.run(once(`update ${table} set ${columns.join(', ')} where ${where}`)))
  }

  const [ana, ben] = [await person(service), await person(service)]
  const [anaId, benId] = [await findPersonId(service, ana.email), await findPersonId(service, ben.email)]
  await update(
    'accounts',
    { first_name: word('her name', 60), last_name: word('her surname') },
    `person_id = '${anaId}'`,
  )
  await update('accounts', { first_name: word('his name', 60) }, `person_id = '${benId}'`)
  const account = await findAccount(service, anaId)

  const receiver = await startReceiver((socket) => socket.write(answer(200, word('answer'))))
  const webhook = await subscribe(ana, receiver, { description: word('description', 200) })
  await ana.call('POST', `/v1/webhooks/${webhook.id}/test`, {})
  const challenges = await playAll(ana, ben, word)
  const inGroup = await playInGroup(service, ana, ben, word)
  challenges.push(inGroup.challenge)
  await service.runDue()
  await receiver.close()
  const [delivery] = await deliveriesOf(ana, webhook)
  await update(
    'webhooks',
    { url: `https://hooks.example/${word('webhook')}`, header_names: word('headers').replaceAll(' ', '·') },
    `id = '${webhook.id}'`,
  )
  words.set('headers', (words.get('headers') ?? '').replaceAll(' ', '·'))
  // An answer is kept in one line, without what cannot be seen.
  words.set('answer', (words.get('answer') ?? '').replaceAll(/[\p{C}\p{Zl}\s]+/gu, ' '))

  const browsers = {
    hers: new Visitor(service.url, { 'user-agent': `hqx ${asHeader(hostile)}` }),
    his: new Visitor(service.url),
  }
  await browsers.hers.signIn(service, ana.email)
  await browsers.his.signIn(service, ben.email)
  await new Visitor(service.url).signIn(service, ana.email)
  await givePasskey(service, { accountId: account, word: `p${account}` })
  await store.write((tx) => blockPerson(tx, anaId, benId, clock.now(), word('blocked')))
  const facts = JSON.stringify({ name: word('logged'), browser: word('logged browser') })
  for (const [table, set] of [
    ['tokens', { name: word('token') }],
    ['sessions', { browser: word('session') }],
    ['passkeys', { name: word('passkey'), host: word('host') }],
    ['security_log', { kind: 'token_made', facts }],
  ] as const) {
    await update(table, set, `account_id = '${account}'`)
  }
  return {
    browsers,
    words,
    paths: [
      ...challenges.map((id) => ['/challenges/:id', `/challenges/${id}`] as const),
      ...inGroup.paths,
      ['/challenges/new', `/challenges/new?rematch_of=${challenges[3]}`],
      ['/settings/webhooks/:id', `/settings/webhooks/${webhook.id}`],
      [
        '/settings/webhooks/:id/deliveries/:delivery_id',
        `/settings/webhooks/${webhook.id}/deliveries/${delivery?.id}`,
      ],
    ],
  }
}

/** What a header may hold of it. */
const asHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?')

const findAccount = async ({ store }: TestService, personId: string): Promise<AccountId> => {
  const text = `select id from accounts where person_id = '${personId}'`
  const row = await store.first(once<{ id: AccountId }>(text))
  if (!row) throw new Error('there is no account')
  return row.id
}

type Word = (place: string, length?: number) => string

/** In the states that show words: with evidence, disputed, to be cancelled, and declined. */
const playAll = async (ana: Person, ben: Person, word: Word): Promise<string[]> => {
  const terms = { claim: word('claim'), stake: word('stake', 80), reference: word('reference', 100) }
  const disputed = await challengeIn(ana, ben, terms)
  await act(ben, disputed, 'accept')
  await act(ana, disputed, 'evidence', { text: word('evidence') }, 201)
  await act(ben, disputed, 'resolve', { outcome: 'opponent_won' })
  await act(ana, disputed, 'dispute', { reason: word('dispute') })
  const stopping = await challengeIn(ana, ben, terms)
  await act(ben, stopping, 'accept')
  await act(ana, stopping, 'cancel', { reason: word('cancel') })
  const declined = await challengeIn(ana, ben, terms)
  await act(ben, declined, 'cancel', { reason: word('declined') })
  const ended = await challengeIn(ana, ben, terms)
  await act(ben, ended, 'accept')
  await act(ben, ended, 'resolve', { outcome: 'creator_won' })
  return [disputed.id, stopping.id, declined.id, ended.id]
}

/** She is the admin of it, and he a member. */
const playInGroup = async (
  service: TestService,
  ana: Acting,
  ben: Acting,
  word: Word,
): Promise<{ readonly challenge: string; readonly paths: HostileWorld['paths'] }> => {
  const { store, clock } = service
  const run = (text: string) => store.write((tx) => tx.run(once(text)))
  const admin = { email: ana.email, firstName: 'Ana' }
  const { id } = await store.write((tx) => createGroup(tx, { name: 'Blue', admin }, clock.now()))
  const minted = await store.write((tx) =>
    createToken(tx, { owner: { kind: 'group', id }, scopes: 'all' }, clock.now()),
  )
  await run(`update groups set name = ${quoted(word('group'))} where id = '${id}'`)
  await run(`update tokens set name = ${quoted(word('group token'))} where group_id = '${id}'`)
  const member = { email: ben.email, firstName: 'Ben', role: 'member' } as const
  const memberId = await store.write((tx) => enrolMember(tx, id, member, clock.now()))
  await run(`update memberships set first_name = ${quoted(word('member', 60))} where id = '${memberId}'`)
  const group = {
    id,
    token: minted.token,
    adminEmail: ana.email,
    addMember: () => Promise.reject(new Error('no')),
  }
  const asAna = throughGroup(service, group, ana.email)
  const terms = { claim: word('group claim'), stake: word('group stake', 80) }
  const challenge = await challengeIn(asAna, ben, terms)
  await act(ben, challenge, 'accept')
  await act(ana, challenge, 'evidence', { url: 'https://x.example/' }, 201)
  const url = `https://x.example/${word('link')}`
  await run(`update evidence set url = ${quoted(url)} where challenge_id = '${challenge.id}'`)
  const ended = await challengeIn(asAna, ben, terms)
  await act(ben, ended, 'accept')
  await act(ben, ended, 'resolve', { outcome: 'creator_won' })
  const description = word('group description', 200)
  const hook = await asAna.call('POST', '/v1/webhooks', { url: 'https://hooks.example/', description })
  const { id: hookId } = hook.body.data as { readonly id: string }
  const test = await asAna.call('POST', `/v1/webhooks/${hookId}/test`, {})
  const { delivery_id } = test.body.data as { readonly delivery_id: string }
  const ofHook = `/webhooks/${hookId}`
  return {
    challenge: challenge.id,
    paths: [
      ['', ''],
      ['', '?status=all'],
      ['/members', '/members'],
      ['/members/:member_id', `/members/${memberId}`],
      ['/webhooks', '/webhooks'],
      ['/webhooks/:id', ofHook],
      ['/webhooks/:id/deliveries/:delivery_id', `${ofHook}/deliveries/${delivery_id}`],
      ['/tokens', '/tokens'],
    ].map(([page, address]) => [`/groups/:group${page}`, `/groups/${id}${address}`] as const),
  }
}
