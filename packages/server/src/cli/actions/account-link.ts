// What `account link` does.
import { readConfig } from '../../config/config.ts'
import { readAddress } from '../../features/access/operator-input.ts'
import { findKnownAddress } from '../../features/sign-in/address.service.ts'
import { signInUrl } from '../../features/sign-in/sign-in-mail.ts'
import { mayEnter } from '../../features/sign-in/sign-in.rules.ts'
import { makeOperatorsLink } from '../../features/sign-in/sign-in.service.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { readSender } from '../../mail/messages/compose.ts'
import { overlaid, say } from '../context.ts'
import { withKeys } from '../keys.ts'
import type { CommonOptions } from '../options.ts'

export const link = async (address: string, options: CommonOptions): Promise<void> => {
  const environment = overlaid({ DATABASE_URL: options.databaseUrl })
  const config = readConfig(environment)
  const { isOn, signUp } = config.site
  if (!isOn) throw new OperatorError('SITE is off: nobody can sign in')
  const email = readAddress(address)
  const made = await withKeys(options, (store, keys, now) =>
    store.write(async (tx) => {
      if (!mayEnter(await findKnownAddress(tx, keys, email), signUp)) {
        throw new OperatorError(
          `${email} has no account and may not open one (SIGN_UP=${signUp}): \`account create\` makes one`,
        )
      }
      return makeOperatorsLink(tx, keys, email, now)
    }),
  )
  const url = signInUrl(readSender(config).baseUrl, made)
  say(options, { url }, [url])
  if (config.publicUrl === undefined && !environment['PORT']?.trim()) {
    process.stderr.write(
      `note: this link is for port ${config.port}; where the service listens elsewhere, set PUBLIC_URL, or PORT as serve has it\n`,
    )
  }
}
