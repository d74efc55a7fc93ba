// What pages ask of who can sign in.
export { hasAnyAccount, hasAnyPerson } from './address.store.ts'
