// Which mails a person wants: chosen in their settings, or by the link in the foot of a mail.
import { oneOf } from '@challenge-service/contract'
import * as Type from 'typebox'
import { refuse } from '../../kernel/refusal.ts'
import { addressHash, inboxHash, type MailsLink } from '../../mail/messages/links.ts'
import { operation, type OperationCall } from '../operation.ts'
import { grantLoggedWish, wishes, type Wish } from './mail-preferences.service.ts'

/** Gives the wish that held before, which is the same where it holds already. */
export const chooseMails = operation({
  name: 'mails.choose',
  by: 'account',
  input: Type.Object({ wish: oneOf(wishes) }, { additionalProperties: false }),
  run: async (tx, { by: { account, browser }, input: { wish }, keys, now }) => {
    const { email, personId } = account
    const hashes = { addressHash: addressHash(keys, email), inboxHash: inboxHash(keys, email) }
    const link = { stop: null, ...hashes, personId }
    const granted = await grantLoggedWish(tx, keys, link, wish, { browser: browser.name }, now)
    if (granted.outcome === 'too_often') {
      throw refuse('conflict', 'limit_reached', 'Nothing was changed: that was switched too often today.')
    }
    return { before: granted.before }
  },
})

/** By the link alone, which may be so old that it names nobody. Choosing the same twice changes nothing. */
export const chooseMailsByLink = operation({
  name: 'mails.choose_by_link',
  by: 'nobody',
  input: Type.Object(
    { wishes: Type.Array(oneOf(wishes), { maxItems: 10 }) },
    { additionalProperties: false },
  ),
  run: async (
    tx,
    { input, found: link, keys, now }: OperationCall<'nobody', { readonly wishes: Wish[] }, MailsLink>,
  ): Promise<'done' | 'too_often'> => {
    const outcomes = []
    for (const wish of input.wishes)
      outcomes.push((await grantLoggedWish(tx, keys, link, wish, { by: 'mail_link' }, now)).outcome)
    return outcomes.includes('too_often') ? 'too_often' : 'done'
  },
})
