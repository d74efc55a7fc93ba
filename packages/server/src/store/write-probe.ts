// One row that is there to be written, so that a node can tell whether writes work before a client finds out.
import { Fault } from '../kernel/refusal.ts'
import { sql } from './statement.ts'
import type { Tx } from './store.ts'

const touch = sql<never, [now: number]>(
  'store.touch_write_probe',
  'update write_probe set written_at = $1 where id = 1',
)

export const touchProbe = async (tx: Tx, now: number): Promise<void> => {
  if ((await tx.run(touch, now)) !== 1) throw new Fault('the row that readiness writes to is missing')
}
