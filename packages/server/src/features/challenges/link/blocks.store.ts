// Who blocks whom: later challenges of the blocked person to them are answered as ever, and not there for them.
import type { PersonId } from '../../../kernel/ids.ts'
import { sql } from '../../../store/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'

const insert = sql<never, [personId: PersonId, blockedId: PersonId, now: number, name: string | null]>(
  'challenges.insert_block',
  `insert into blocks (person_id, blocked_id, blocked_at, name) values ($1, $2, $3, $4)
   on conflict (person_id, blocked_id) do nothing`,
)

/** `name`: what the blocked person is called where they were blocked. */
export const blockPerson = async (
  tx: Tx,
  personId: PersonId,
  blockedId: PersonId,
  now: number,
  name: string | null = null,
): Promise<void> => {
  await tx.run(insert, personId, blockedId, now, name)
}

export interface OwnBlock {
  readonly blocked_id: PersonId
  readonly blocked_at: number
  readonly name: string | null
}

const listOwn = sql<OwnBlock, [personId: PersonId]>(
  'challenges.list_own_blocks',
  'select blocked_id, blocked_at, name from blocks where person_id = $1 order by blocked_at desc, blocked_id limit 1000',
)

export const listOwnBlocks = (reader: Reader, personId: PersonId): Promise<readonly OwnBlock[]> =>
  reader.all(listOwn, personId)

const find = sql<{ blocked_at: number }, [personId: PersonId, blockedId: PersonId]>(
  'challenges.find_block',
  'select blocked_at from blocks where person_id = $1 and blocked_id = $2',
)

export const isBlocked = async (reader: Reader, personId: PersonId, blockedId: PersonId): Promise<boolean> =>
  (await reader.first(find, personId, blockedId)) !== undefined

const findByAddress = sql<{ blocked_at: number }, [address: string, blockedId: PersonId]>(
  'challenges.find_block_by_address',
  `select b.blocked_at from people p join blocks b on b.person_id = p.id and b.blocked_id = $2 where p.email = $1`,
)

/** The same of whoever has this address. */
export const isBlockedByAddress = async (
  reader: Reader,
  address: string,
  blockedId: PersonId,
): Promise<boolean> => (await reader.first(findByAddress, address, blockedId)) !== undefined

const removeOne = sql<never, [personId: PersonId, blockedId: PersonId]>(
  'challenges.remove_block',
  'delete from blocks where person_id = $1 and blocked_id = $2',
)

export const unblockPerson = async (tx: Tx, personId: PersonId, blockedId: PersonId): Promise<void> => {
  await tx.run(removeOne, personId, blockedId)
}

const removeAll = sql<never, [personId: PersonId]>(
  'challenges.remove_blocks',
  'delete from blocks where person_id = $1',
)

/** Tells how many there were. */
export const unblockAll = (tx: Tx, personId: PersonId): Promise<number> => tx.run(removeAll, personId)

const removeSome = sql<never, [personId: PersonId, limit: number]>(
  'challenges.remove_some_blocks',
  `delete from blocks where person_id = $1 and blocked_id in (
     select blocked_id from blocks where person_id = $1 limit $2)`,
)
const removeBlocked = sql<never, [blockedId: PersonId, limit: number]>(
  'challenges.remove_blocked',
  `delete from blocks where blocked_id = $1 and person_id in (
     select person_id from blocks where blocked_id = $1 limit $2)`,
)

/** Of someone who is erased, at most so many of each; tells whether there may be more. */
export const forgetBlocks = async (tx: Tx, personId: PersonId, limit: number): Promise<boolean> => {
  const [own, others] = [
    await tx.run(removeSome, personId, limit),
    await tx.run(removeBlocked, personId, limit),
  ]
  return own === limit || others === limit
}

export interface BlockRow {
  readonly email: string
  readonly blocked_email: string | null
  readonly blocked_at: number
}

const list = sql<BlockRow, []>(
  'challenges.list_blocks',
  `select p.email, q.email as blocked_email, b.blocked_at from blocks b
   join people p on p.id = b.person_id join people q on q.id = b.blocked_id
   where p.email is not null order by p.email, b.blocked_at`,
)

/** For the operator. */
export const listBlocks = (reader: Reader): Promise<readonly BlockRow[]> => reader.all(list)
