// What pages ask of profiles.
export { findOwnProfile } from './profile.store.ts'
