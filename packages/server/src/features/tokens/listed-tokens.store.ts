// The tokens of an account or of a group, as a page lists them.
import type { AccountId, GroupId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'
import { tokenColumns, type TokenRow } from '../access/tokens.store.ts'

/** More than anyone has, so that a page ends somewhere. */
const LISTED_AT_MOST = 200

const listBy = <OwnerId extends AccountId | GroupId>(column: 'account_id' | 'group_id') =>
  sql<TokenRow, [ownerId: OwnerId, expiredAfter: number, limit: number]>(
    `tokens.list_by_${column}`,
    `select ${tokenColumns} from tokens
     where ${column} = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
     order by id desc limit $3`,
  )

const ofAccount = listBy<AccountId>('account_id')
const ofGroup = listBy<GroupId>('group_id')

/** Those that were not revoked, the newest first; also those that have expired since then. */
export const listOwnTokens = (
  reader: Reader,
  accountId: AccountId,
  expiredAfter: number,
): Promise<readonly TokenRow[]> => reader.all(ofAccount, accountId, expiredAfter, LISTED_AT_MOST)

/** The same of a group, for its admins to see. Only the operator makes and revokes them. */
export const listGroupTokens = (
  reader: Reader,
  groupId: GroupId,
  expiredAfter: number,
): Promise<readonly TokenRow[]> => reader.all(ofGroup, groupId, expiredAfter, LISTED_AT_MOST)
