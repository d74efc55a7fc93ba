// Everyone who may knock: two parties, an observer, an admin, someone of another group and a stranger, each by an
// account of their own; and the tokens of two groups. One of the parties is a member of both groups.
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import type { Reply } from '../support/call.ts'
import { throughGroup, type ActingByToken } from '../support/groups.ts'
import { person, type Person } from '../support/people.ts'
import type { TestGroup, TestService } from '../support/service.ts'

export const callers = [
  'creator',
  'opponent',
  'observer',
  'admin',
  'elsewhere',
  'stranger',
  'group:party',
  'group:observer',
  'group:admin',
  'group:stranger',
  'other-group',
] as const
export type Caller = (typeof callers)[number]

export interface Cast {
  readonly service: TestService
  readonly group: TestGroup
  readonly by: Readonly<Record<Caller, ActingByToken>>
}

/** The service of a planted fault is as good as the real one. */
export const gather = async (service: TestService): Promise<Cast> => {
  const [ana, ben, cleo, alex, hana, sam] = (await Promise.all(
    [0, 1, 2, 3, 4, 5].map(() => person(service)),
  )) as [Person, Person, Person, Person, Person, Person]
  const [group, other] = [await service.group(), await service.group()]
  for (const { email } of [ana, ben, cleo]) await group.addMember(email)
  for (const { email } of [ana, hana]) await other.addMember(email)
  const admin = { email: alex.email, firstName: 'Alex', role: 'admin' } as const
  await service.store.write((tx) => enrolMember(tx, group.id, admin, service.clock.now()))
  return {
    service,
    group,
    by: {
      creator: ana,
      opponent: ben,
      observer: cleo,
      admin: alex,
      elsewhere: hana,
      stranger: sam,
      'group:party': throughGroup(service, group, ana.email),
      'group:observer': throughGroup(service, group, cleo.email),
      'group:admin': throughGroup(service, group, alex.email),
      'group:stranger': throughGroup(service, group, sam.email),
      'other-group': throughGroup(service, other, ana.email),
    },
  }
}

/** What an answer says, in one word of the grid. */
export const wordOf = ({ status, body, text }: Reply, marker: string | undefined): string => {
  if (status < 300) return marker === undefined ? 'ok' : text.includes(marker) ? '+' : '-'
  const word = words[`${status} ${body.error?.reason}`]
  return word ?? `${status} ${body.error?.code}/${body.error?.reason}`
}

const words: Readonly<Record<string, string>> = {
  '404 not_visible': 'hidden',
  '403 not_for_you': 'denied',
  '403 admin_only': 'admins',
  '403 not_a_member': 'outside',
}
