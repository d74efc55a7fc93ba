// What pages ask of the security log.
export {
  listSecurityEntries,
  type SecurityEntry,
  type SecurityFacts,
  type SecurityKind,
} from './security-log.store.ts'
