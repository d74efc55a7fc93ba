// What pages ask of the groups of whoever is signed in.
export { findOwnGroup, type OwnGroupRow } from './own-group.store.ts'
