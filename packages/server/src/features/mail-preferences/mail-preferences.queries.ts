// What pages ask of the mails of someone.
export type { RunningRow } from './running.store.ts'
