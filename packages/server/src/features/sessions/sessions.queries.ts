// What pages ask of sessions.
export { isKnownBrowser } from './known-browsers.store.ts'
export {
  findProvedAt,
  findSession,
  listSessions,
  type ListedSession,
  type SessionRow,
} from './session.store.ts'
