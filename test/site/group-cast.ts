// A group for a test of its pages: an admin and members with accounts, each with a browser that is signed in.
import { changePlan } from '../../packages/server/src/features/access/access.service.ts'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { throughGroup, type Acting } from '../support/groups.ts'
import { person, type Person } from '../support/people.ts'
import type { TestGroup, TestService } from '../support/service.ts'
import { Visitor } from './visitor.ts'

export interface Seated extends Person {
  readonly browser: Visitor
  /** Through the token of the group. */
  readonly inGroup: Acting
  readonly memberId: string
}

/** `role`: null for someone who is no member. */
export const seat = async (
  service: TestService,
  group: TestGroup,
  firstName: string,
  role: 'admin' | 'member' | null,
): Promise<Seated> => {
  const { store, clock } = service
  const someone = await person(service)
  const wanted = {
    email: someone.email,
    firstName,
    lastName: `${firstName}qxwordlast`,
    role: role ?? 'member',
  }
  const memberId =
    role === null ? '' : await store.write((tx) => enrolMember(tx, group.id, wanted, clock.now()))
  const browser = await Visitor.signedIn(service, someone.email)
  return { ...someone, browser, memberId, inGroup: throughGroup(service, group, someone.email) }
}

export const loseClub = ({ store }: TestService, { email }: Person): Promise<unknown> =>
  store.write((tx) => changePlan(tx, email, 'free'))
