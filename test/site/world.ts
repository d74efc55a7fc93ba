// People whose pages are worth looking at: one with everything, long and in many scripts, who is an admin of groups too;
// one with nothing; one on free.
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { sitePages } from '../../packages/server/src/interfaces/site/pages.ts'
import { makeGroupWorld } from './group-world.ts'
import { challenge, findPersonId, person, type Person } from '../support/people.ts'
import type { TestService } from '../support/service.ts'

export type Resident = 'full' | 'empty' | 'free' | 'admin'

export interface SiteWorld {
  /** A path that signs them in. */
  linkFor(who: Resident): Promise<string>
  /** What they can look at. */
  pathsOf(who: Resident): readonly string[]
}

/** Every page that names nothing in its path, and a list that has another. */
const everyone = [
  '/',
  '/challenges?show=waiting',
  ...sitePages.flatMap(({ kind, access, path }) =>
    kind === 'page' && access === 'signed_in' && !path.includes(':') ? [path] : [],
  ),
]

/** In several scripts, as long as may be, and hostile. */
const texts = [
  'I run ten kilometres before Sunday.',
  'Θα τρέξω δέκα χιλιόμετρα πριν από την Κυριακή',
  'سأركض عشرة كيلومترات قبل يوم الأحد',
  '🏃‍♀️🏃‍♂️ ten, before ☀️',
  'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(11),
  '<script>alert(1)</script> & <b>"bold"</b>',
] as const

const inEveryState = async (ana: Person, ben: Person): Promise<readonly string[]> => {
  const [first, greek, arabic, emoji, long, hostile] = texts
  const pending = await challenge(ana, ben, { claim: long, stake: 'x'.repeat(80), reference: 'my friend' })
  const asked = await challenge(ben, ana, { claim: greek })
  const active = await challenge(ana, ben, { claim: arabic })
  await ben.act(active, 'accept')
  await ana.act(active, 'evidence', { text: hostile, url: `https://x.example/${'y'.repeat(300)}` }, 201)
  const proposed = await challenge(ana, ben, { claim: hostile })
  await ben.act(proposed, 'accept')
  await ben.act(proposed, 'resolve', { outcome: 'opponent_won' })
  const disputed = await challenge(ana, ben, { claim: emoji })
  await ben.act(disputed, 'accept')
  await ben.act(disputed, 'resolve', { outcome: 'opponent_won' })
  await ana.act(disputed, 'dispute', { reason: long })
  const ended = await challenge(ana, ben, { claim: first })
  await ben.act(ended, 'accept')
  await ben.act(ended, 'resolve', { outcome: 'creator_won' })
  const declined = await challenge(ana, ben)
  await ben.act(declined, 'cancel', { reason: 'no time' })
  return [pending, asked, active, proposed, disputed, ended, declined].map(({ id }) => id)
}

export const makeWorld = async (service: TestService): Promise<SiteWorld> => {
  const { store, keys, clock } = service
  const [ana, ben, empty] = [await person(service), await person(service), await person(service)]
  const free = await service.account({ plan: 'free' })
  const ids = await inEveryState(ana, ben)
  const hook = await ana.call('POST', '/v1/webhooks', {
    url: `https://hooks.example.com/${'in'.repeat(60)}`,
    description: texts[5],
    headers: { 'X-Api-Key': 'secret' },
  })
  const { id: webhookId } = hook.body.data as { readonly id: string }
  await ana.call('POST', `/v1/webhooks/${webhookId}/test`, {})
  const ofGroup = await makeGroupWorld(service, ana, ben, texts)
  const blocked = await findPersonId(service, ben.email)
  const own = await findPersonId(service, ana.email)
  await store.write((tx) => blockPerson(tx, own, blocked, clock.now(), 'Ben'))
  const addresses = { full: ana.email, admin: ana.email, empty: empty.email, free: free.email }
  return {
    linkFor: async (who) =>
      `/sign-in/${await store.write((tx) => makeOperatorsLink(tx, keys, addresses[who], clock.now()))}`,
    pathsOf: (who) => {
      if (who === 'admin') return ofGroup
      return who === 'full'
        ? [...everyone, ...ids.map((id) => `/challenges/${id}`), `/settings/webhooks/${webhookId}`]
        : everyone
    },
  }
}
