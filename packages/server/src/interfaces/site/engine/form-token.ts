// For whom a page was made. Its forms carry a mark of the account, so that what one person was shown never acts for another
// who has signed in since in the same browser. The mark tells nothing of the account, and opens nothing.
import type { AccountId } from '../../../kernel/ids.ts'
import type { Keyring } from '../../../kernel/keyring.ts'
import { hidden } from '../parts/fields.ts'
import { MADE_FOR } from '../parts/forms.ts'
import type { Visit } from './visit.ts'

const meaningOf = (accountId: AccountId): string => `form ${accountId}`

const UNMARKED = hidden(MADE_FOR, '').text

/** The text of a page with every form of it marked. Nobody else can write a field: whatever was typed is escaped. */
export const markForms = (keys: Keyring, { signedIn }: Visit, text: string): string => {
  if (!signedIn) return text
  const mark = keys.sign('link', meaningOf(signedIn.accountId)).toString('base64url')
  return text.replaceAll(UNMARKED, hidden(MADE_FOR, mark).text)
}

export const isMarkOf = (keys: Keyring, accountId: AccountId, fields: URLSearchParams): boolean =>
  keys.verify('link', meaningOf(accountId), Buffer.from(fields.get(MADE_FOR) ?? '', 'base64url'))

/**
 * Whether the page of a form was made for someone else. One without a mark was sent by no page of now: where it came from was
 * checked before, so it speaks for whoever is signed in.
 */
export const isForSomeoneElse = (keys: Keyring, accountId: AccountId, fields: URLSearchParams): boolean =>
  (fields.get(MADE_FOR) ?? '') !== '' && !isMarkOf(keys, accountId, fields)
