// Groups whose pages are worth looking at: one with forty members in many scripts, challenges in several states, a webhook
// and tokens; and one with nobody but its admin.
import { createGroup, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { act, challengeIn, throughGroup } from '../support/groups.ts'
import type { Person } from '../support/people.ts'
import type { TestGroup, TestService } from '../support/service.ts'

const names = [
  'Ben',
  'Ελευθερία',
  'عبد الرحمن',
  'Wolfeschlegelsteinhausenbergerdorffwelch',
  'Ana-María',
  'Zoë',
] as const
const MEMBERS = 40

const found = async (service: TestService, name: string, email: string): Promise<TestGroup> => {
  const { store, clock } = service
  const admin = { email, firstName: 'Ana' }
  const { id } = await store.write((tx) => createGroup(tx, { name, admin }, clock.now()))
  const wanted = { owner: { kind: 'group', id }, scopes: 'all', name: 'bot of the kitchen' } as const
  const { token } = await store.write((tx) => createToken(tx, wanted, clock.now()))
  const addMember = () => Promise.reject(new Error('members are added through the API'))
  return { id, token, adminEmail: email, addMember }
}

/** What its admin can look at. */
export const makeGroupWorld = async (
  service: TestService,
  ana: Person,
  ben: Person,
  texts: readonly string[],
): Promise<readonly string[]> => {
  const { store, clock } = service
  const alone = await found(service, 'Alone', ana.email)
  const full = await found(service, 'نادي التحدي · Donaudampfschifffahrtsgesellschaft <b>', ana.email)
  const asAna = throughGroup(service, full, ana.email)
  const asBen = throughGroup(service, full, ben.email)
  const members: string[] = []
  for (let count = 0; count < MEMBERS - 1; count += 1) {
    const member = {
      email: count === 0 ? ben.email : `many${count}@group.example`,
      firstName: names[count % names.length] ?? '',
      role: count === 3 ? 'admin' : 'member',
    } as const
    members.push(await store.write((tx) => enrolMember(tx, full.id, member, clock.now())))
  }
  for (const [at, claim] of texts.entries()) {
    const made = await challengeIn(asAna, ben, { claim, stake: at % 2 === 0 ? 'x'.repeat(80) : 'قهوة' })
    if (at > 0) await act(asBen, made, 'accept')
    if (at > 2) await act(asBen, made, 'resolve', { outcome: at === 3 ? 'creator_won' : 'opponent_won' })
    if (at === 4) await act(asAna, made, 'resolve', { outcome: 'opponent_won' })
  }
  const other = throughGroup(service, full, 'many1@group.example')
  const disputed = await challengeIn(other, { email: 'many2@group.example' }, { claim: texts[2] })
  const asked = throughGroup(service, full, 'many2@group.example')
  await act(asked, disputed, 'accept')
  await act(other, disputed, 'resolve', { outcome: 'creator_won' })
  await act(asked, disputed, 'dispute', { reason: 'It was nine.' })
  const hook = await asAna.call('POST', '/v1/webhooks', {
    url: `https://hooks.example.com/${'in'.repeat(60)}`,
  })
  const { id: hookId } = hook.body.data as { readonly id: string }
  const path = `/groups/${full.id}`
  return [
    path,
    `${path}?status=ended`,
    `${path}/members`,
    `${path}/members/${members[2]}`,
    `${path}/webhooks`,
    `${path}/webhooks/${hookId}`,
    `${path}/tokens`,
    ...['', '/members', '/webhooks', '/tokens'].map((page) => `/groups/${alone.id}${page}`),
  ]
}
