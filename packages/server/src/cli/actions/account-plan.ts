// What `account plan` does: the subscriptions of an account follow its plan, and events tell of it.
import type { Plan } from '@challenge-service/contract'
import { changePlan } from '../../features/access/access.service.ts'
import { followPlan } from '../../features/webhooks/plan.service.ts'
import { say, withStore } from '../context.ts'
import type { CommonOptions } from '../options.ts'

export const setPlan = async (address: string, plan: Plan, options: CommonOptions): Promise<void> => {
  const { id, email, quota } = await withStore(options, (store, now) =>
    store.write(async (tx) => {
      const found = await changePlan(tx, address, plan)
      await followPlan(tx, found.id, plan, now)
      return found
    }),
  )
  say(options, { id, email, plan, ...(quota === null ? {} : { quota }) }, [`${email} is on the ${plan} plan`])
}
