// What `account move` does.
import { moveAccount } from '../../features/privacy/move.service.ts'
import { say } from '../context.ts'
import { withKeys } from '../keys.ts'
import type { CommonOptions } from '../options.ts'

export const move = async (address: string, newAddress: string, options: CommonOptions): Promise<void> => {
  const moved = await withKeys(options, (store, keys, now) =>
    store.write((tx) => moveAccount(tx, keys, { from: address, to: newAddress }, now)),
  )
  say(
    options,
    { id: moved.account.id, email: moved.account.email, plan: moved.account.plan, moved_from: moved.from },
    [`${moved.from} is ${moved.account.email} now; links that were mailed to the old address have ended`],
  )
}
