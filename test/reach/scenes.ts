// The scene that each endpoint is asked in: what has happened before, and the call itself. Each call has a scene of
// its own, so that nothing depends on who was asked before.
import {
  endpoints,
  idPrefixes,
  type Challenge,
  type Question,
  type EndpointName,
  type TallyChange,
  type Webhook,
} from '@challenge-service/contract'
import { switchOff } from '../../packages/server/src/features/webhooks/switch.service.ts'
import { findWebhook } from '../../packages/server/src/features/webhooks/webhook.store.ts'
import { act, challengeIn, expectStatus } from '../support/groups.ts'
import type { Cast } from './callers.ts'

export interface Scene {
  /** By the names of the path. */
  readonly ids?: Readonly<Record<string, string>>
  readonly body?: object
  /** What the response must hold for a caller that reaches it. */
  readonly marker?: string
}

let strangers = 0
const newAddress = (): string => `reached${(strangers += 1)}@elsewhere.example`

const pending = ({ by }: Cast): Promise<Challenge> => challengeIn(by['group:party'], by.opponent)

const active = async (cast: Cast): Promise<Challenge> => act(cast.by.opponent, await pending(cast), 'accept')

const proposed = async (cast: Cast): Promise<Challenge> =>
  act(cast.by.creator, await active(cast), 'resolve', { outcome: 'creator_won' })

const ofChallenge =
  (state: (cast: Cast) => Promise<Challenge>, body?: object) =>
  async (cast: Cast): Promise<Scene> => ({
    ids: { id: (await state(cast)).id },
    ...(body ? { body } : {}),
  })

/** With an entry that the opponent recorded. */
const ofEntry =
  (body: (entryId: string) => object) =>
  async (cast: Cast): Promise<Scene> => {
    const { id } = await active(cast)
    const reply = await expectStatus(cast.by.opponent.call('POST', `/v1/challenges/${id}/tally`, {}), 201)
    const [entry] = (reply.body.data as TallyChange).entries
    return { ids: { id }, body: body(entry?.id ?? '') }
  }

const ofGroup = async ({ group }: Cast): Promise<Scene> => ({ ids: { id: group.id } })

/** The group's only subscription: the one of the scene before is gone. */
const webhook = async ({ by }: Cast): Promise<Webhook> => {
  const admin = by['group:admin']
  const others = await expectStatus(admin.call('GET', '/v1/webhooks'), 200)
  for (const { id } of others.body.data as readonly Webhook[]) {
    await expectStatus(admin.call('DELETE', `/v1/webhooks/${id}`), 200)
  }
  const body = { url: `https://hooks.example/${newAddress()}` }
  return (await expectStatus(admin.call('POST', '/v1/webhooks', body), 201)).body.data as Webhook
}

const ofWebhook = async (cast: Cast): Promise<Scene> => ({ ids: { id: (await webhook(cast)).id } })

const ofDisabledWebhook = async (cast: Cast): Promise<Scene> => {
  const { id } = await webhook(cast)
  const { store, clock } = cast.service
  await store.write(async (tx) => {
    const subscription = await findWebhook(tx, cast.group.id, id)
    if (subscription) await switchOff(tx, subscription, 'failures', clock.now())
  })
  return { ids: { id } }
}

const ofDelivery = async (cast: Cast): Promise<Scene> => {
  const { id } = await webhook(cast)
  const path = `/v1/webhooks/${id}/test`
  const reply = await expectStatus(cast.by['group:admin'].call('POST', path), 202)
  return { ids: { id, delivery_id: (reply.body.data as { delivery_id: string }).delivery_id } }
}

const ofQuestion = async ({ by }: Cast): Promise<Scene> => {
  const reply = await expectStatus(by.creator.call('GET', '/v1/questions/daily'), 200)
  const [option] = (reply.body.data as Question).options
  return { body: { option: option?.id } }
}

type SetScene = (cast: Cast) => Promise<Scene>

/** An endpoint that has no scene of its own is asked in that of the resource that its path begins with. */
const scenesOfResources: Readonly<Record<string, SetScene>> = {
  challenges: ofChallenge(active),
  groups: ofGroup,
  webhooks: ofWebhook,
}

const scenes: Readonly<Partial<Record<EndpointName, SetScene>>> = {
  listChallenges: async (cast) => ({ marker: (await active(cast)).id }),
  createChallenge: async () => ({
    body: { claim: 'I run.', opponent_email: newAddress(), stake: 'a coffee', due_days: 5 },
  }),
  acceptChallenge: ofChallenge(pending),
  resolveChallenge: ofChallenge(active, { outcome: 'draw' }),
  disputeChallenge: ofChallenge(proposed, { reason: 'no' }),
  addEvidence: ofChallenge(active, { text: 'a photo' }),
  supportChallenge: ofChallenge(active, { side: 'creator' }),
  recordTally: ofChallenge(active, { amount: 2 }),
  reviewTally: ofEntry((id) => ({ entry_ids: [id] })),
  disputeTally: ofEntry((id) => ({ entry_id: id, reason: 'no' })),
  resolveTally: ofEntry((id) => ({ entry_id: id, action: 'withdraw' })),
  listEvents: async (cast) => ({ marker: (await active(cast)).id }),
  listGroups: async ({ group }) => ({ marker: group.id }),
  addMember: async (cast) => ({
    ...(await ofGroup(cast)),
    body: { email: newAddress(), first_name: 'Nia' },
  }),
  changeMember: async ({ group }) => ({
    ids: { id: group.id, member_id: await group.addMember(newAddress()) },
    body: { role: 'admin' },
  }),
  removeMember: async ({ group }) => ({
    ids: { id: group.id, member_id: await group.addMember(newAddress()) },
  }),
  listGroupChallenges: async (cast) => ({ ...(await ofGroup(cast)), marker: (await active(cast)).id }),
  listWebhooks: async (cast) => ({ marker: (await webhook(cast)).id }),
  createWebhook: async () => ({ body: { url: `https://hooks.example/${newAddress()}` } }),
  enableWebhook: ofDisabledWebhook,
  resendDelivery: ofDelivery,
  voteDailyQuestion: ofQuestion,
}

export const sceneOf = async (cast: Cast, name: EndpointName): Promise<Scene> => {
  const [, , resource = ''] = endpoints[name].path.split('/')
  const setScene = scenes[name] ?? scenesOfResources[resource]
  return setScene ? setScene(cast) : {}
}

export const pathOf = (name: EndpointName, { ids = {} }: Scene): string => {
  const { path, params } = endpoints[name]
  const lists = { listEvents: '?order=desc&limit=100', listGroupChallenges: '?limit=100' } as const
  const query = (lists as Partial<Record<EndpointName, string>>)[name] ?? ''
  return (
    path.replace(/\{(\w+)\}/g, (_, param: string) => ids[param] ?? nobody(params.properties[param])) + query
  )
}

/** The same call about something that does not exist. */
export const absent = (name: EndpointName): string => pathOf(name, {})

const nobody = (schema: unknown): string => {
  const { idOf } = schema as { readonly idOf: keyof typeof idPrefixes }
  return `${idPrefixes[idOf]}_${'0'.repeat(26)}`
}
