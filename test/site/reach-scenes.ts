// What a page of the site is asked for, and what its form is sent with. What is named in a path is the creator's, and made
// for the question. A group is theirs too, and its webhooks are seen to by its admin.
import { randomUUID } from 'node:crypto'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { findMember } from '../../packages/server/src/features/access/groups.store.ts'
import { switchOff } from '../../packages/server/src/features/webhooks/switch.service.ts'
import { findWebhook } from '../../packages/server/src/features/webhooks/webhook.store.ts'
import type { OwnerId } from '../../packages/server/src/kernel/ids.ts'
import { challengeIn, expectStatus, throughGroup } from '../support/groups.ts'
import { givePasskey, subscribeAs, surnameOf, type Resident, type SiteCast } from './cast.ts'
import type { SiteRow } from './reach-grid.ts'
import type { Fields } from './visitor.ts'

export interface SiteScene {
  readonly path: string
  /** The same, of what does not exist. */
  readonly absentPath: string
  fieldsOf(path: string, by: Resident | undefined): Fields
  /** What stands in the path. */
  readonly ids: readonly string[]
}

type Ids = Readonly<Record<string, string>>

/** A form of the creator's own page names what it is about. */
const findAction = async (cast: SiteCast, page: string, ending: string): Promise<string> => {
  const { forms } = await (await cast.enter('creator')).get(page)
  const action = forms.find((form) => form.action.endsWith(ending))?.action
  if (action === undefined) throw new Error(`${page} has no form that ends in ${ending}`)
  return action.split('/').at(-2) ?? ''
}

/** By whom webhooks are made, and whose they are. */
interface Owning {
  readonly by: Resident
  readonly ownerId: OwnerId
}

const ofCreator = ({ by: { creator } }: SiteCast): Owning => ({ by: creator, ownerId: creator.accountId })

/** Through the token of the group, as its tools make them. */
const ofGroup = ({ service, group, by: { admin } }: SiteCast): Owning => {
  const asAdmin = throughGroup(service, group, admin.email)
  const by = { ...admin, call: (...call: Parameters<Resident['call']>) => asAdmin.call(...call) }
  return { by, ownerId: group.id }
}

const webhook = async ({ by }: Owning): Promise<string> => {
  const { body } = await expectStatus(by.call('GET', '/v1/webhooks'), 200)
  for (const { id } of body.data as readonly { readonly id: string }[]) {
    await expectStatus(by.call('DELETE', `/v1/webhooks/${id}`), 200)
  }
  return subscribeAs(by)
}

const switchedOff = async ({ service: { store, clock } }: SiteCast, owning: Owning): Promise<string> => {
  const id = await webhook(owning)
  await store.write(async (tx) => {
    const subscription = await findWebhook(tx, owning.ownerId, id)
    if (subscription) await switchOff(tx, subscription, 'failures', clock.now())
  })
  return id
}

const delivery = async (owning: Owning): Promise<Ids> => {
  const id = await webhook(owning)
  const reply = await expectStatus(owning.by.call('POST', `/v1/webhooks/${id}/test`, {}), 202)
  return { id, delivery_id: (reply.body.data as { readonly delivery_id: string }).delivery_id }
}

/** The creator is a member of it, also if they have left or were removed. */
const membership = async ({ service: { store }, group, by: { creator } }: SiteCast): Promise<Ids> => {
  const find = () => findMember(store, group.id, creator.personId)
  if (!(await find())) await group.addMember(creator.email, `${creator.name}qxwordmemberlast`, creator.name)
  return { group: group.id, member_id: (await find())?.id ?? '' }
}

const token = async ({ service, by: { creator } }: SiteCast): Promise<Ids> => ({
  id: (await service.token({ id: creator.accountId, email: creator.email })).id,
})

/** By what a path begins with. */
const makers: readonly (readonly [start: string, make: (cast: SiteCast, row: SiteRow) => Promise<Ids>])[] = [
  ['/sign-in/:link', async (cast) => ({ link: await cast.makeLink() })],
  ['/challenges/:id/invite-again', async (cast, { which }) => ({ id: await pendingId(cast, which) })],
  [
    '/challenges/:id',
    async ({ challenges }, { which }) => ({ id: challenges[(which ?? 'alone') as keyof typeof challenges] }),
  ],
  ['/settings/blocked/:handle', async (cast) => ({ handle: await blockedHandle(cast) })],
  [
    '/settings/sessions/:id',
    async (cast) => {
      await cast.enter('creator')
      return { id: await findAction(cast, '/settings/sessions', '/end') }
    },
  ],
  ['/settings/passkeys/:id', async ({ service, by }) => ({ id: await givePasskey(service, by.creator) })],
  ['/settings/tokens/:id', token],
  ['/settings/webhooks/:id/deliveries', (cast) => delivery(ofCreator(cast))],
  ['/settings/webhooks/:id/enable', async (cast) => ({ id: await switchedOff(cast, ofCreator(cast)) })],
  ['/settings/webhooks/:id', async (cast) => ({ id: await webhook(ofCreator(cast)) })],
  ['/groups/:group/members/:member_id', membership],
  [
    '/groups/:group/webhooks/:id/deliveries',
    async (cast) => ({ group: cast.group.id, ...(await delivery(ofGroup(cast))) }),
  ],
  [
    '/groups/:group/webhooks/:id/enable',
    async (cast) => ({ group: cast.group.id, id: await switchedOff(cast, ofGroup(cast)) }),
  ],
  [
    '/groups/:group/webhooks/:id',
    async (cast) => ({ group: cast.group.id, id: await webhook(ofGroup(cast)) }),
  ],
  ['/groups/:group', async (cast) => ({ group: (await membership(cast))['group'] ?? '' })],
]

const pendingId = async ({ by, challenges }: SiteCast, which: string | undefined): Promise<string> =>
  which === 'hidden' ? challenges.hidden : (await challengeIn(by.creator, by.opponent)).id

const blockedHandle = async (cast: SiteCast): Promise<string> => {
  const { service, by } = cast
  await service.store.write((tx) =>
    blockPerson(tx, by.creator.personId, by.outsider.personId, service.clock.now(), 'Otto'),
  )
  return findAction(cast, '/settings/blocked', '/unblock')
}

const absentIds: Readonly<Record<string, string>> = {
  '/challenges': `ch_${'0'.repeat(26)}`,
  '/settings/sessions': `ses_${'0'.repeat(26)}`,
  '/settings/passkeys': `key_${'0'.repeat(26)}`,
  '/settings/tokens': `tok_${'0'.repeat(26)}`,
  '/settings/webhooks': `whk_${'0'.repeat(26)}`,
  '/groups': `whk_${'0'.repeat(26)}`,
}

const absent = (path: string): Ids => ({
  id: Object.entries(absentIds).find(([start]) => path.startsWith(start))?.[1] ?? '',
  group: `grp_${'0'.repeat(26)}`,
  member_id: `mem_${'0'.repeat(26)}`,
  delivery_id: `dlv_${'0'.repeat(26)}`,
  handle: 'A'.repeat(22),
  link: 'A'.repeat(43),
})

const fill = (path: string, ids: Ids): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? '')

const newWebhook = { url: 'https://hooks.example.com/new', every: 'yes' }

/** What each form is sent with; nothing where it has no fields. */
const forms: Readonly<Record<string, (path: string, by: Resident | undefined) => Fields>> = {
  '/sign-in': () => ({ email: 'nobody@elsewhere.example' }),
  '/sign-in/passkey': () => ({ ceremony: 'x', credential: '{"id":"x"}' }),
  '/sign-in/code': () => ({ code: 'ZZZZ-ZZZZ' }),
  '/sign-up': () => ({ first_name: 'Zoë' }),
  '/challenges/new': () => ({
    claim: 'I run ten kilometres.',
    opponent_email: 'nobody@elsewhere.example',
    stake: 'a coffee',
    due_preset: '7',
  }),
  // The same as before: a surname must stay there to be looked for.
  '/settings/names': (_, by) => ({ first_name: by?.name ?? 'Zoë', last_name: by ? surnameOf(by) : '' }),
  '/challenges/:id': () => ({ action: 'evidence', text: 'Seen at the lake.' }),
  '/settings/time-zone': () => ({ time_zone: 'Europe/Rome' }),
  '/settings/links': () => ({ links: 'act' }),
  '/settings/mails': () => ({ wish: 'all_news' }),
  '/settings/passkeys': () => ({ name: 'phone', ceremony: 'x', credential: '{"id":"x"}' }),
  '/settings/tokens': () => ({ name: 'laptop', expires: '90', preset: 'play' }),
  '/settings/tokens/:id/renew': () => ({ old: 'later' }),
  '/settings/tokens/:id/rename': (path) => ({ [`name_${path.split('/').at(-2)}`]: 'desk' }),
  '/settings/webhooks': () => newWebhook,
  '/settings/webhooks/:id/change': () => newWebhook,
  '/settings/webhooks/:id/enable': () => ({ resend: 'no' }),
  '/groups/:group/members': () => ({ email: `${randomUUID()}@elsewhere.example`, first_name: 'Nils' }),
  '/groups/:group/members/list': () => ({ people: `${randomUUID()}@elsewhere.example, Nils` }),
  '/groups/:group/members/:member_id/role': () => ({ role: 'member' }),
  '/groups/:group/webhooks': () => newWebhook,
  '/groups/:group/webhooks/:id/change': () => newWebhook,
  '/groups/:group/webhooks/:id/enable': () => ({ resend: 'no' }),
  '/settings/data/erase': () => ({ address: 'someone@elsewhere.example' }),
}

export const setScene = async (cast: SiteCast, row: SiteRow): Promise<SiteScene> => {
  const make = makers.find(([start]) => row.path.startsWith(start))?.[1]
  const ids = (await make?.(cast, row)) ?? {}
  return {
    path: fill(row.path, ids),
    absentPath: fill(row.path, absent(row.path)),
    fieldsOf: (path, by) => forms[row.path]?.(path, by) ?? {},
    ids: Object.values(ids),
  }
}
