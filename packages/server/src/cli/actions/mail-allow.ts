// What `mail allow` and `mail bounced` do.
import { readAddress } from '../../features/access/operator-input.ts'
import {
  allowMails,
  findOwnPreferences,
  noteBounce,
} from '../../features/mail-preferences/mail-preferences.service.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { wantsAll } from '../../mail/preferences/preferences.rules.ts'
import { say } from '../context.ts'
import { showCount } from '../count.ts'
import { withKeys } from '../keys.ts'
import { steps, stepsIn } from './mail-steps.ts'
import type { CommonOptions } from '../options.ts'

export const allow = async (address: string, options: CommonOptions): Promise<void> => {
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
    ...(unblocked === 0 ? [] : [showCount(unblocked, 'block')]),
  ]
  say(options, { email, undone: undone.map((step) => steps[step].name), unblocked }, [
    said.length === 0 ? `nothing was stopped for ${email}` : `undone for ${email}: ${said.join(', ')}`,
  ])
}

export const noteBounced = async (address: string, options: CommonOptions): Promise<void> => {
  const email = readAddress(address)
  const takenBack = await withKeys(options, (store, keys, now) =>
    store.write((tx) => noteBounce(tx, keys, email, now)),
  )
  if (takenBack === undefined) throw new OperatorError(`nothing is known of ${email}`)
  say(options, { email, taken_back: takenBack }, [
    `${email} gets no more mails until you allow them; the notice of a proposal was taken back in ${showCount(takenBack, 'challenge')}`,
  ])
}
