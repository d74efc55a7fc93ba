// Everyone who may open a page of the site, each with everything that is theirs alone. All of it holds their own word, so
// that it can be told wherever it stands: address, surname, tokens, webhooks, passkeys, whom they blocked, what they call
// their challenges. What others may see of them, the first name and the claim, does not.
import {
  changePlan,
  createAccount,
  createToken,
} from '../../packages/server/src/features/access/access.service.ts'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { insertPasskey } from '../../packages/server/src/features/passkeys/passkey.store.ts'
import { newId, type AccountId, type PasskeyId, type PersonId } from '../../packages/server/src/kernel/ids.ts'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { call, type Reply } from '../support/call.ts'
import { act, challengeIn, expectStatus, throughGroup, type Acting } from '../support/groups.ts'
import { findPersonId } from '../support/people.ts'
import type { TestGroup, TestService } from '../support/service.ts'
import { SITE_URL, Visitor } from './visitor.ts'

export const visitors = [
  'nobody',
  'creator',
  'opponent',
  'outsider',
  'member',
  'admin',
  'blocked',
  'free',
  'erased',
] as const
export type VisitorName = (typeof visitors)[number]

export interface Resident extends Acting {
  readonly name: string
  /** In everything that nobody else may see; long, so that no id and no secret holds it by chance. */
  readonly word: string
  readonly accountId: AccountId
  readonly personId: PersonId
}

/** A link of theirs says whose it is, so nothing of theirs is searched for. */
const GUEST = 'guest@elsewhere.example'

export interface SiteCast {
  readonly service: TestService
  readonly by: Readonly<Record<Exclude<VisitorName, 'nobody'>, Resident>>
  /** Of the creator against the opponent, by themselves and in their group; and of who is blocked against the creator. */
  readonly challenges: Readonly<Record<'alone' | 'inGroup' | 'hidden', string>>
  /** Of the creator, the opponent, the member and the admin. */
  readonly group: TestGroup
  /** A browser of theirs that has just signed in. For who was erased, it did so before that. */
  enter(who: VisitorName): Promise<Visitor>
  /** Signs in someone else, for any browser that presses its button. */
  makeLink(): Promise<string>
  /** Every token of theirs, and every value of a cookie of their browsers. */
  readonly secrets: ReadonlySet<string>
}

const people = {
  creator: 'Ana',
  opponent: 'Ben',
  outsider: 'Otto',
  member: 'Mira',
  admin: 'Alex',
  blocked: 'Blake',
  free: 'Fay',
  erased: 'Ella',
} as const

export const surnameOf = ({ name }: Pick<Resident, 'name'>): string => `${name}qxwordsurname`

const settle = async (service: TestService, name: string, secrets: Set<string>): Promise<Resident> => {
  const { store, clock } = service
  const word = `${name.toLowerCase()}qxword`
  const email = `${word}mailbox@${word}domain.example`
  const names = { email, firstName: name, lastName: surnameOf({ name }), plan: 'club' } as const
  const { id } = await store.write((tx) => createAccount(tx, names, clock.now()))
  const mint = async (): Promise<string> => {
    const wanted = { owner: { kind: 'account', id }, scopes: 'all', name: `${word}token` } as const
    const minted = await store.write((tx) => createToken(tx, wanted, clock.now()))
    secrets.add(minted.token)
    return minted.token
  }
  let token = await mint()
  const send = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(service.url, method, path, { token, ...(body === undefined ? {} : { body }) })
  return {
    name,
    word,
    email,
    accountId: id,
    personId: await findPersonId(service, email),
    call: async (method, path, body) => {
      const reply = await send(method, path, body)
      if (reply.status !== 401) return reply
      // All of them were revoked on the site meanwhile.
      token = await mint()
      return send(method, path, body)
    },
  }
}

let passkeys = 0

export const givePasskey = async (
  { store, clock }: TestService,
  { accountId, word }: Pick<Resident, 'accountId' | 'word'>,
): Promise<PasskeyId> => {
  const id = newId('passkey', clock.now())
  const passkey = {
    id,
    accountId,
    credentialId: `${word}credential${(passkeys += 1)}`,
    host: new URL(SITE_URL).hostname,
    name: `${word}passkey`,
    publicKey: new Uint8Array([1, 2, 3]),
    uses: 0,
    transports: [],
  }
  await store.write((tx) => insertPasskey(tx, passkey, clock.now()))
  return id
}

export const subscribeAs = async (who: Resident): Promise<string> => {
  const webhook = {
    url: `https://hooks.example.com/${who.word}path`,
    description: `${who.word}description`,
    headers: { [`X-${who.word}`]: `${who.word}headervalue` },
  }
  const reply = await expectStatus(who.call('POST', '/v1/webhooks', webhook), 201)
  return (reply.body.data as { readonly id: string }).id
}

/** Each has something on each page. */
const furnish = async (service: TestService, who: Resident, other: Resident): Promise<void> => {
  await givePasskey(service, who)
  const id = await subscribeAs(who)
  await expectStatus(who.call('POST', `/v1/webhooks/${id}/test`, {}), 202)
  await service.store.write((tx) =>
    blockPerson(tx, who.personId, other.personId, service.clock.now(), `${who.word}blockedname`),
  )
}

export const gatherVisitors = async (service: TestService): Promise<SiteCast> => {
  const { store, clock } = service
  const secrets = new Set<string>()
  const settled: Partial<Record<keyof typeof people, Resident>> = {}
  for (const [who, name] of Object.entries(people))
    settled[who as keyof typeof people] = await settle(service, name, secrets)
  const by = settled as SiteCast['by']
  const group = await service.group()
  for (const { email, name } of [by.creator, by.opponent, by.member])
    await group.addMember(email, `${name}qxwordmemberlast`, name)
  const admin = { email: by.admin.email, firstName: by.admin.name, role: 'admin' } as const
  await store.write((tx) => enrolMember(tx, group.id, admin, clock.now()))

  const reference = (who: Resident) => ({ reference: `${who.word}reference` })
  const alone = await challengeIn(by.creator, by.opponent, reference(by.creator))
  await act(by.opponent, alone, 'accept')
  const inGroup = await challengeIn(
    throughGroup(service, group, by.creator.email),
    by.opponent,
    reference(by.creator),
  )
  await act(by.opponent, inGroup, 'accept')
  for (const who of Object.values(by)) await furnish(service, who, who === by.free ? by.erased : by.free)
  await store.write((tx) => blockPerson(tx, by.creator.personId, by.blocked.personId, clock.now(), 'Blake'))
  const hidden = await challengeIn(by.blocked, by.creator, reference(by.blocked))
  await service.runDue()

  const arrive = async ({ email }: Resident): Promise<Visitor> => {
    const visitor = await Visitor.signedIn(service, email)
    for (const value of visitor.cookies.values()) secrets.add(value)
    return visitor
  }
  await store.write((tx) => changePlan(tx, by.free.email, 'free'))
  await service.account({ email: GUEST })
  const left = await arrive(by.erased)
  await service.erase(by.erased.email)
  return {
    service,
    by,
    challenges: { alone: alone.id, inGroup: inGroup.id, hidden: hidden.id },
    group,
    secrets,
    makeLink: () => store.write((tx) => makeOperatorsLink(tx, service.keys, GUEST, clock.now())),
    enter: async (who) => {
      if (who === 'nobody') return new Visitor(service.url)
      return who === 'erased' ? left.copy() : arrive(by[who])
    },
  }
}
