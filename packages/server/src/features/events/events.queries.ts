// What pages ask of feeds.
export { findNewestEventId } from './feed.store.ts'
