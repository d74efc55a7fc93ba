// What a person does with the browsers that are signed in to their account.
import * as Type from 'typebox'
import type { SessionId } from '../../kernel/ids.ts'
import { notVisible } from '../../kernel/refusal.ts'
import { inputId, noInput, operation } from '../operation.ts'
import { logSecurity } from '../security/security-log.store.ts'
import { listSessions, noteUse, removeSession } from './session.store.ts'

/** That a browser is in use; found: its session. */
export const noteSessionUse = operation({
  name: 'sessions.note_use',
  by: 'nobody',
  input: noInput,
  run: (tx, { found, now }: { readonly found: SessionId; readonly now: number }) => noteUse(tx, found, now),
})

export const signOut = operation({
  name: 'sessions.sign_out',
  by: 'account',
  input: noInput,
  run: async (tx, { by: { account, sessionId, browser }, now }) => {
    if (!(await removeSession(tx, account.id, sessionId))) return
    logSecurity(tx, account.id, 'signed_out', { browser: browser.name }, now)
  },
})

export const endSession = operation({
  name: 'sessions.end',
  by: 'account',
  input: Type.Object({ id: inputId() }, { additionalProperties: false }),
  /** A browser that was left open, or stolen from, signs out none that has proved later who sits there. */
  needsProof: async (reader, { by: { account, provedAt }, input }) => {
    const other = (await listSessions(reader, account.id)).find(({ id }) => id === input.id)
    return other !== undefined && other.proved_at > provedAt
  },
  once: 'by_key',
  run: async (tx, { by: { account, browser }, input, now }) => {
    if (!(await removeSession(tx, account.id, input.id))) throw notVisible()
    logSecurity(tx, account.id, 'session_ended', { browser: browser.name }, now)
  },
})
