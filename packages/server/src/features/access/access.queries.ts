// What pages ask of people and groups.
export { findMember, findMemberById, type Membership } from './groups.store.ts'
