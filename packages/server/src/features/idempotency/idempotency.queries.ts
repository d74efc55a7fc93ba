// What pages ask of keys.
export { listUsedKeys } from './idempotency.store.ts'
