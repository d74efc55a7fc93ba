// What an operator sets of challenges.
import type { Config } from '../../config/config.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/instants.ts'
import type { ChallengeSettings } from './rules/life.rules.ts'

export const challengeSettings = ({
  confirmHours,
  disputeDays,
  settleDays,
  stakes,
}: Config): ChallengeSettings => ({
  confirmMs: confirmHours * HOUR_MS,
  disputeMs: disputeDays * DAY_MS,
  settleMs: settleDays * DAY_MS,
  stakes,
})
