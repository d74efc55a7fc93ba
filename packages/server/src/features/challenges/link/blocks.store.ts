// Who blocks whom: later challenges of the blocked person to them are answered as ever, and not there for them.
import type { ChallengeId, PersonId } from '../../../kernel/ids.ts'
import { insertInto } from '../../../store/statements/changes.ts'
import { blockOrigins, blocks } from '../../../store/schema/mails.ts'
import { inPieces, sql } from '../../../store/statements/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'

const insert = insertInto(
  blocks,
  'challenges.insert_block',
  ['person_id', 'blocked_id', 'blocked_at', 'name'],
  'on conflict (person_id, blocked_id) do nothing',
)

/** Where someone was blocked: a challenge, or the blocked person where that is not known. */
export type BlockOrigin = ChallengeId | PersonId

const insertOrigin = insertInto(
  blockOrigins,
  'challenges.insert_block_place',
  ['person_id', 'origin', 'blocked_id', 'blocked_at', 'name'],
  'on conflict (person_id, origin) do nothing',
)

/** `name`: what the blocked person is called there. */
export const blockPerson = async (
  tx: Tx,
  personId: PersonId,
  blockedId: PersonId,
  now: number,
  name: string | null = null,
  origin: BlockOrigin = blockedId,
): Promise<void> => {
  const block = { person_id: personId, blocked_id: blockedId, blocked_at: now, name }
  await tx.run(insert, block)
  await tx.run(insertOrigin, { ...block, origin })
}

export interface OwnBlock {
  readonly origin: BlockOrigin
  readonly blocked_at: number
  /** What they are called there, or what the one who blocked them calls them; null where neither is known. */
  readonly name: string | null
  /** What the challenge was about, in which they were blocked, or which the two shared last; null where a name was kept. */
  readonly claim: string | null
}

// Only challenges that they can see themselves say a name: those that a block hides would tell who is behind them. It is
// looked for only where the block has none, since it may take a look through all of them.
const listOwn = sql<OwnBlock, [personId: PersonId]>(
  'challenges.list_own_blocks',
  `select b.origin, b.blocked_at, c.claim,
     coalesce(b.name, case when c.creator_id = $1 then coalesce(c.opponent_name, c.reference) else c.creator_name end) as name
   from (select origin, blocked_id, blocked_at, name from block_origins
         where person_id = $1 order by blocked_at desc, origin limit 1000) as b
   left join challenges c on c.id = case when b.name is null then coalesce(
     (select l.challenge_id from challenge_listings l where l.listing = $1 and l.challenge_id = b.origin),
     (select l.challenge_id from challenge_listings l join challenges s on s.id = l.challenge_id
      where b.origin = b.blocked_id and l.listing = $1 and l.role in ('creator', 'opponent')
        and b.blocked_id in (s.creator_id, s.opponent_id)
      order by l.challenge_id desc limit 1)) end`,
)

/** Each origin by itself: who is behind two of them is not told. */
export const listOwnBlocks = async (reader: Reader, personId: PersonId): Promise<readonly OwnBlock[]> =>
  // Sorted here: SQLite would find all names before it gave the first row.
  (await reader.all(inPieces(listOwn), personId)).toSorted(newestFirst)

const newestFirst = (a: OwnBlock, b: OwnBlock): number =>
  b.blocked_at - a.blocked_at || (a.origin < b.origin ? -1 : 1)

const findOrigin = sql<{ blocked_id: PersonId }, [personId: PersonId, origin: BlockOrigin]>(
  'challenges.find_block_place',
  'select blocked_id from block_origins where person_id = $1 and origin = $2',
)

/** Whether they blocked someone there. Whether they did so elsewhere would tell who the other one is. */
export const hasBlockedIn = async (
  reader: Reader,
  personId: PersonId,
  origin: BlockOrigin,
): Promise<boolean> => (await reader.first(findOrigin, personId, origin)) !== undefined

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

/** The same for the person with this address. */
export const isBlockedByAddress = async (
  reader: Reader,
  address: string,
  blockedId: PersonId,
): Promise<boolean> => (await reader.first(findByAddress, address, blockedId)) !== undefined

const removeOrigin = sql<never, [personId: PersonId, origin: BlockOrigin]>(
  'challenges.remove_block_place',
  'delete from block_origins where person_id = $1 and origin = $2',
)
const removeOne = sql<never, [personId: PersonId, blockedId: PersonId]>(
  'challenges.remove_block',
  `delete from blocks where person_id = $1 and blocked_id = $2 and not exists (
     select 1 from block_origins where person_id = $1 and blocked_id = $2)`,
)

/** A block in another challenge stays. */
export const unblockIn = async (tx: Tx, personId: PersonId, origin: BlockOrigin): Promise<void> => {
  const found = await tx.first(findOrigin, personId, origin)
  if (!found) return
  await tx.run(removeOrigin, personId, origin)
  await tx.run(removeOne, personId, found.blocked_id)
}

const removeAllOrigins = sql<never, [personId: PersonId]>(
  'challenges.remove_block_origins',
  'delete from block_origins where person_id = $1',
)
const removeAll = sql<never, [personId: PersonId]>(
  'challenges.remove_blocks',
  'delete from blocks where person_id = $1',
)

/** Tells how many people there were. */
export const unblockAll = async (tx: Tx, personId: PersonId): Promise<number> => {
  await tx.run(removeAllOrigins, personId)
  return tx.run(removeAll, personId)
}

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
const removeSomeOrigins = sql<never, [personId: PersonId, limit: number]>(
  'challenges.remove_some_block_origins',
  `delete from block_origins where person_id = $1 and origin in (
     select origin from block_origins where person_id = $1 limit $2)`,
)
const removeBlockedOrigins = sql<never, [blockedId: PersonId, limit: number]>(
  'challenges.remove_blocked_places',
  `delete from block_origins where (person_id, origin) in (
     select person_id, origin from block_origins where blocked_id = $1 limit $2)`,
)

/** Of someone who is erased, at most so many of each; tells whether there may be more. */
export const forgetBlocks = async (tx: Tx, personId: PersonId, limit: number): Promise<boolean> => {
  let isMore = false
  for (const removal of [removeSome, removeBlocked, removeSomeOrigins, removeBlockedOrigins])
    isMore = (await tx.run(removal, personId, limit)) === limit || isMore
  return isMore
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
