// challenge-service mail stops, mail allow, mail bounced
import type { Command } from 'commander'
import { OperatorError, readAddress } from '../features/access/operator-input.ts'
import { listBlocks, type BlockRow } from '../features/challenges/link/blocks.store.ts'
import { allowMails, findOwnPreferences, noteBounce } from '../features/mails/mails.service.ts'
import { listStops, type Stop } from '../features/mails/stops.service.ts'
import { viewPreferences } from '../features/rights/export.view.ts'
import { toRfc3339, toRfc3339OrNull } from '../kernel/instants.ts'
import { wantsAll, type Preference, type Preferences } from '../mail/preferences.rules.ts'
import { common, example, say, type CommonOptions } from './context.ts'
import { withKeys } from './keys.ts'

export const addMailStopCommands = (mail: Command): void => {
  common(mail.command('stops'))
    .description('list who wants which mails no more, and who blocks whom')
    .addHelpText('after', example('mail stops'))
    .action(async (options: CommonOptions) => {
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
    })

  common(mail.command('allow'))
    .description('let an address get mails again: undo whatever was stopped, and whom they block')
    .argument('<address>', 'their e-mail address')
    .addHelpText('after', example('mail allow ana@example.com'))
    .action(async (address: string, options: CommonOptions) => {
      const email = readAddress(address)
      const { undone, unblocked } = await withKeys(options, (store, keys, now) =>
        store.write(async (tx) => {
          const [wants = wantsAll] = await findOwnPreferences(tx, keys, [email])
          const allowed = await allowMails(tx, keys, email, now)
          return { undone: stepsIn(wants), unblocked: allowed.unblocked }
        }),
      )
      const said = [
        ...undone.map((step) => steps[step].words),
        ...(unblocked === 0 ? [] : [unblocked === 1 ? '1 block' : `${unblocked} blocks`]),
      ]
      say(options, { email, undone: undone.map((step) => steps[step].name), unblocked }, [
        said.length === 0 ? `nothing was stopped for ${email}` : `undone for ${email}: ${said.join(', ')}`,
      ])
    })

  common(mail.command('bounced'))
    .description('tell of an address that cannot be reached: what was mailed to it counts as not told')
    .argument('<address>', 'the e-mail address')
    .addHelpText('after', example('mail bounced ana@example.com'))
    .action(async (address: string, options: CommonOptions) => {
      const email = readAddress(address)
      const takenBack = await withKeys(options, (store, keys, now) =>
        store.write((tx) => noteBounce(tx, keys, email, now)),
      )
      if (takenBack === undefined) throw new OperatorError(`nothing is known of ${email}`)
      say(options, { email, taken_back: takenBack }, [
        `${email} gets no more mails until you allow them; the notice of a proposal was taken back in ${
          takenBack === 1 ? '1 challenge' : `${takenBack} challenges`
        }`,
      ])
    })
}

/** Each step by its name for programs and its words for people. */
const steps: Readonly<Record<Preference, { readonly name: string; readonly words: string }>> = {
  noInvitationsAt: { name: 'no_invitations', words: 'no invitations' },
  noNewsAt: { name: 'no_news', words: 'no news' },
  dailyNewsAt: { name: 'daily_news', words: 'news once a day' },
  nothingAt: { name: 'nothing', words: 'nothing at all' },
  stoppedAt: { name: 'stopped', words: 'everything, by release 0.1,' },
  erasedAt: { name: 'erased', words: 'erased' },
  bouncedAt: { name: 'bounced', words: 'bounced' },
}
const stepNames = Object.keys(steps) as readonly Preference[]

const stepsIn = (wants: Preferences): readonly Preference[] =>
  stepNames.filter((step) => wants[step] !== null)

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
  unknown === 0
    ? []
    : [`${unknown === 1 ? '1 stop' : `${unknown} stops`} of addresses that are not known here any more`]
