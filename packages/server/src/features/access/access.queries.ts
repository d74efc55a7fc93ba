// What pages ask of people and groups.
export { findToken } from './tokens.store.ts'
export { findMember, findMemberById, type Membership } from './groups.store.ts'
