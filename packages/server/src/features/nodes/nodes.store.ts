// The processes that serve this database, each with the key that it encrypts with.
import { insertInto } from '../../store/statements/changes.ts'
import { nodes } from '../../store/schema/upkeep.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'

const MINUTE_MS = 60_000
/** How often a process says that it serves. */
export const BEAT_MS = 15_000
/** A process has said so. */
export const NODES_TOPIC = 'nodes'

const upsert = insertInto(
  nodes,
  'nodes.see_node',
  ['id', 'seals_with', 'seen_at'],
  'on conflict (id) do update set seals_with = excluded.seals_with, seen_at = excluded.seen_at',
)

export const seeNode = async (tx: Tx, id: string, sealsWith: string, now: number): Promise<void> => {
  await tx.run(upsert, { id, seals_with: sealsWith, seen_at: now })
}

const remove = sql<never, [id: string, before: number]>(
  'nodes.remove_node',
  'delete from nodes where id = $1 or seen_at <= $2',
)

/** And those that have not been heard of for long. */
export const removeNode = async (tx: Tx, id: string, now: number): Promise<void> => {
  await tx.run(remove, id, now - MINUTE_MS)
}

const removeAll = sql<never, []>('nodes.remove_nodes', 'delete from nodes')

/** For callers that know that nobody serves: a killed process could not remove its row. */
export const removeNodes = async (tx: Tx): Promise<void> => {
  await tx.run(removeAll)
}

const listOthers = sql<{ id: string }, [sealsWith: string, since: number]>(
  'keys.list_nodes_with_other_key',
  'select id from nodes where seals_with <> $1 and seen_at > $2 order by id',
)

/** Those of the last minute that encrypt with another key than this. */
export const listNodesWithout = async (
  reader: Reader,
  sealsWith: string,
  now: number,
): Promise<readonly string[]> =>
  (await reader.all(listOthers, sealsWith, now - MINUTE_MS)).map(({ id }) => id)

const listSeen = sql<{ id: string }, [since: number]>(
  'keys.list_serving_nodes',
  'select id from nodes where seen_at > $1 order by id',
)

/** Those of the last minute, whatever they encrypt with. */
export const listServingNodes = async (reader: Reader, now: number): Promise<readonly string[]> =>
  (await reader.all(listSeen, now - MINUTE_MS)).map(({ id }) => id)
