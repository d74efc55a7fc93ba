// What groups and the roles of their members are called.
import type { MemberRole } from '@challenge-service/contract'

export const roleNames: Readonly<Record<MemberRole, string>> = { admin: 'an admin', member: 'a member' }

export const roleTitles: Readonly<Record<MemberRole, string>> = { admin: 'Admin', member: 'Member' }

export const countMembers = (count: number): string =>
  count === 1 ? 'one member' : `${count.toLocaleString('en')} members`
