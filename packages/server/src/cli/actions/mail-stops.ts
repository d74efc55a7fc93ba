// What `mail stops` does.
import { listBlocks, type BlockRow } from '../../features/challenges/link/blocks.store.ts'
import { listStops, type Stop } from '../../features/mail-preferences/stops.service.ts'
import { viewPreferences } from '../../features/privacy/export.view.ts'
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'

import { say } from '../context.ts'
import { showCount } from '../count.ts'
import { withKeys } from '../keys.ts'
import { steps, stepsIn } from './mail-steps.ts'
import type { CommonOptions } from '../options.ts'

export const list = async (options: CommonOptions): Promise<void> => {
  const { stops, unknown, blocks } = await withKeys(options, async (store, keys) => ({
    ...(await listStops(store, keys)),
    blocks: await listBlocks(store),
  }))
  const lines = [...stops.map(describeStop), ...blocks.map(describeBlock), ...describeUnknown(unknown)]
  say(
    options,
    { stops: stops.map(viewStop), blocks: blocks.map(viewBlock), unknown },
    lines.length === 0 ? ['nobody has stopped mails or blocks anyone'] : lines,
  )
}

const viewStop = ({ email, wants }: Stop) => ({ email, ...viewPreferences(wants) })

const describeStop = ({ email, wants }: Stop): string => {
  const holding = stepsIn(wants).map(
    (step) => `${steps[step].words} since ${toRfc3339OrNull(wants[step]) ?? ''}`,
  )
  return `${email}  ${holding.join(', ')}`
}

const viewBlock = ({ email, blocked_email, blocked_at }: BlockRow) => ({
  email,
  blocked_email,
  blocked_at: toRfc3339(blocked_at),
})

const describeBlock = ({ email, blocked_email, blocked_at }: BlockRow): string =>
  `${email}  blocks ${blocked_email ?? '(erased)'} since ${toRfc3339(blocked_at)}`

const describeUnknown = (unknown: number): readonly string[] =>
  unknown === 0 ? [] : [`${showCount(unknown, 'stop')} of addresses that are not known here any more`]
