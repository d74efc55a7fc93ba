// Everything that is kept about a person, as one JSON object, given piece by piece: it is never whole in memory, and
// others have their turn between two pieces, however much there is.
import { nextTurn } from '../../kernel/turn.ts'
import type { PersonId } from '../../kernel/ids.ts'
import { toRfc3339 } from '../../kernel/instants.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Reader } from '../../store/store.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { explainEarlierAddress } from '../access/access.service.ts'
import { listTokens } from '../access/tokens.store.ts'
import { findCalendar } from '../calendar/calendar.store.ts'
import { listPasskeys } from '../passkeys/passkey.store.ts'
import { listSessions } from '../sessions/session.store.ts'
import { findOwnPreferences } from '../mail-preferences/mail-preferences.service.ts'
import { listOfOwner } from '../webhooks/webhook.store.ts'
import { viewWebhook } from '../webhooks/webhook.view.ts'
import {
  exportAcquaintances,
  exportChallenges,
  exportEvents,
  keysOf,
  exportMails,
  exportSecurityLog,
  exportSupport,
  votesOf,
} from './export.lists.ts'
import { listExportStarts } from './export-lease.store.ts'
import { inEqualPieces, isItems, listOf } from './export.pages.ts'
import {
  findAccountRow,
  findPersonRow,
  listBlockRows,
  listMembershipRows,
  listRecordRows,
  listUsageRows,
} from './export.store.ts'
import {
  viewAccount,
  viewBlock,
  viewCalendar,
  viewMembership,
  viewPasskey,
  viewPreferences,
  viewSession,
  viewToken,
} from './export.view.ts'

/** A value, or a long list. */
type ExportSection = readonly [name: string, value: unknown]

/** The pieces of one JSON object. Refuses where nothing at all is known of the address. */
export async function* exportPerson(
  reader: Reader,
  keys: Keyring,
  email: string,
  now: number,
): AsyncGenerator<string> {
  const [preferences] = await findOwnPreferences(reader, keys, [email])
  const person = await findPersonRow(reader, email)
  const wishes = preferences && viewPreferences(preferences)
  if (!person && !(wishes && Object.values(wishes).some((at) => at !== null))) {
    throw (await explainEarlierAddress(reader, email)) ?? new OperatorError(`nothing is kept about ${email}`)
  }
  const sections: ExportSection[] = [
    ['email', email],
    ['mail_preferences', wishes],
    ['known_since', person ? toRfc3339(person.created_at) : null],
  ]
  if (person) sections.push(...(await listSections(reader, person.id, now)))
  for await (const piece of inEqualPieces(write(sections))) {
    yield piece
    await nextTurn()
  }
}

async function* write(sections: readonly ExportSection[]): AsyncGenerator<string> {
  let mark = '{'
  for (const [name, value] of sections) {
    yield `${mark}${JSON.stringify(name)}:`
    if (isItems(value)) yield* listOf(value)
    else yield JSON.stringify(value)
    mark = ','
  }
  yield '}\n'
}

const listSections = async (
  reader: Reader,
  personId: PersonId,
  now: number,
): Promise<readonly ExportSection[]> => {
  const account = await findAccountRow(reader, personId)
  const memberships = await listMembershipRows(reader, personId)
  const tokens = account ? await listTokens(reader, { kind: 'account', id: account.id }) : []
  // Each may have votes and keys of its own.
  const actors = [
    ...(account ? [{ ownerId: account.id, actorId: account.id }] : []),
    ...memberships.map(({ id, group_id }) => ({ ownerId: group_id, actorId: id })),
  ]
  return [
    ['account', account ? viewAccount(account) : null],
    ['tokens', tokens.map(viewToken)],
    ['sessions', account ? (await listSessions(reader, account.id)).map(viewSession) : []],
    ['passkeys', account ? (await listPasskeys(reader, account.id)).map(viewPasskey) : []],
    ['calendar', account ? viewCalendar(await findCalendar(reader, account.id)) : null],
    ['exports', account ? (await listExportStarts(reader, account.id)).map(toRfc3339) : []],
    ['security_log', account ? exportSecurityLog(reader, account.id) : []],
    ['memberships', memberships.map(viewMembership)],
    ['records', await listRecordRows(reader, personId)],
    ['quota_usage', account ? await listUsageRows(reader, account.id) : []],
    ['blocked', (await listBlockRows(reader, personId)).map(viewBlock)],
    ['acquaintances', exportAcquaintances(reader, personId)],
    ['challenges', exportChallenges(reader, personId, now)],
    ['support', exportSupport(reader, personId)],
    ['votes', votesOf(reader, actors)],
    ['events', exportEvents(reader, personId)],
    ['webhooks', account ? (await listOfOwner(reader, account.id)).map(viewWebhook) : []],
    ['mails', exportMails(reader, personId)],
    ['remembered_keys', keysOf(reader, actors)],
  ]
}
