// What pages ask of profiles.
export { findOwnProfile } from './settings.store.ts'
