// What pages ask of challenges, beside what is shown of one.
export { hasBlockedIn, listOwnBlocks, type OwnBlock } from './link/blocks.store.ts'
export { fromTheNearest, type WaitingCursor } from './reading/open.store.ts'
export { listPlayed, type Played } from './reading/played.store.ts'
export { findInvitedAgain } from './storage/invited-again.store.ts'
