// Every endpoint of the table, with the slice that answers it.
import { challengeRoutes } from '../features/challenges/challenge.routes.ts'
import type { ChallengeSettings } from '../features/challenges/rules/life.rules.ts'
import { eventRoutes } from '../features/events/events.routes.ts'
import { groupRoutes } from '../features/groups/groups.routes.ts'
import { meRoutes } from '../features/profile/profile.routes.ts'
import { questionRoutes } from '../features/questions/question.routes.ts'
import type { Route } from '../features/route.ts'
import { tallyRoutes } from '../features/tally/tally.routes.ts'
import { webhookRoutes } from '../features/webhooks/webhook.routes.ts'
import type { OperationContext } from './context.ts'

export const listRoutes = (
  { config, keys }: Pick<OperationContext, 'config' | 'keys'>,
  settings: ChallengeSettings,
): readonly Route[] => [
  ...meRoutes(config),
  ...challengeRoutes(settings),
  ...tallyRoutes(),
  ...eventRoutes(),
  ...webhookRoutes({ keys, ...config.webhooks }),
  ...groupRoutes(),
  ...questionRoutes(),
]
