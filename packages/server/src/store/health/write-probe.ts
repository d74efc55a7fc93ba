// One row that is there to be written, so that a node can tell whether writes work before a client finds out.
import { Fault } from '../../kernel/refusal.ts'
import { change } from '../statements/changes.ts'
import { writeProbe } from '../schema/upkeep.ts'
import type { Tx } from '../store.ts'

const touch = change(
  writeProbe,
  'store.touch_write_probe',
  'update write_probe set written_at = $written_at where id = 1',
)

export const touchProbe = async (tx: Tx, now: number): Promise<void> => {
  if ((await tx.run(touch, { written_at: now })) !== 1)
    throw new Fault('the row that readiness writes to is missing')
}
