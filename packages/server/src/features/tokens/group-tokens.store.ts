// The tokens of a group, for its admins to see. Only the operator makes and revokes them.
import type { GroupId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader } from '../../store/store.ts'
import { tokenColumns, type TokenRow } from '../access/tokens.store.ts'

/** So that a page ends somewhere. */
const LISTED_AT_MOST = 200

const list = sql<TokenRow, [groupId: GroupId, expiredAfter: number, limit: number]>(
  'tokens.list_of_group',
  `select ${tokenColumns} from tokens
   where group_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
   order by id desc limit $3`,
)

/** Those that were not revoked, the newest first; also those that have expired since then. */
export const listGroupTokens = (
  reader: Reader,
  groupId: GroupId,
  expiredAfter: number,
): Promise<readonly TokenRow[]> => reader.all(list, groupId, expiredAfter, LISTED_AT_MOST)
