// What pages ask of a person's own groups.
export { findOwnGroup, type OwnGroupRow } from './own-group.store.ts'
