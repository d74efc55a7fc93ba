// All accounts, for the operator, who sees everything.
import type { Plan } from '@challenge-service/contract'
import type { AccountId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

export interface ListedAccount {
  readonly id: AccountId
  readonly email: string
  readonly first_name: string
  readonly last_name: string | null
  readonly plan: Plan
  readonly quota: number | null
  readonly created_at: number
}

const columns = 'a.id, p.email, a.first_name, a.last_name, a.plan, a.quota, a.created_at'

const list = sql<ListedAccount, [after: string, limit: number]>(
  'access.list_accounts',
  `select ${columns} from people p join accounts a on a.person_id = p.id
   where p.email > $1 order by p.email limit $2`,
)

const listOnPlan = sql<ListedAccount, [after: string, limit: number, plan: Plan]>(
  'access.list_accounts_on_plan',
  `select ${columns} from people p join accounts a on a.person_id = p.id
   where p.email > $1 and a.plan = $3 order by p.email limit $2`,
)

/** At most so many after an address, in the order of their addresses. */
export const listAccounts = (
  reader: Reader,
  {
    plan,
    after,
    limit,
  }: { readonly plan?: Plan | undefined; readonly after: string; readonly limit: number },
): Promise<readonly ListedAccount[]> =>
  plan === undefined ? reader.all(list, after, limit) : reader.all(listOnPlan, after, limit, plan)
