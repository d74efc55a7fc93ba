// What `mail list` and `mail show` do.
import { readConfig } from '../../config/config.ts'
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { composeMail, readMailSettings } from '../../mail/messages/compose.ts'
import { findMail, listGatheredWith, listMails, type StoredMail } from '../../mail/outbox/kept-mails.store.ts'
import { isKnownKind } from '../../mail/notice.rules.ts'
import { draftMail } from '../../mail/messages/wording.ts'
import { overlaid, say, withStore } from '../context.ts'
import { withKeys } from '../keys.ts'
import type { CommonOptions, ListMailsOptions } from '../options.ts'

export const list = async (options: ListMailsOptions): Promise<void> => {
  const mails = await withStore(options, (store) => listMails(store, options.limit))
  say(options, { mails: mails.map(view) }, mails.length === 0 ? ['no mails'] : mails.map(describe))
}

export const show = async (id: string, options: CommonOptions): Promise<void> => {
  const { stored, gathered, keys } = await withKeys(options, async (store, loaded) => ({
    stored: await findMail(store, id),
    gathered: await listGatheredWith(store, id),
    keys: loaded,
  }))
  if (!stored)
    throw new OperatorError(`there is no mail ${JSON.stringify(id)}: mail list shows those that are kept`)
  if (stored.address === null) throw new OperatorError('the recipient of this mail was erased')
  if (!isKnownKind(stored.kind)) return say(options, view(stored), [describe(stored)])
  const config = readConfig(overlaid({ DATABASE_URL: options.databaseUrl }))
  const settings = readMailSettings(keys, config)
  const bundle = [stored, ...gathered.filter(({ kind }) => isKnownKind(kind))] as const
  const { from, to, subject, text, html, messageId } = composeMail(bundle, stored.address, settings)
  say(options, { ...view(stored), from, message_id: messageId, text, html }, [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Status: ${describeStatus(stored)}`,
    '',
    text,
  ])
}

const view = (mail: StoredMail) => ({
  id: mail.id,
  to: mail.address,
  kind: mail.kind,
  sort: mail.category ?? mail.class,
  went_with: mail.gatheredIn,
  subject: draftMail(mail, 'UTC').subject,
  status: mail.state,
  reason: mail.reason,
  tries: mail.tries,
  challenge_id: mail.challengeId,
  created_at: toRfc3339(mail.createdAt),
  settled_at: toRfc3339OrNull(mail.settledAt),
})

const describeStatus = ({ state, reason }: StoredMail): string =>
  reason === null ? state : `${state} (${reason})`

const describe = (mail: StoredMail): string => {
  const { id, to, subject, created_at } = view(mail)
  return [id, created_at, describeStatus(mail), to ?? '(erased)', subject].join('  ')
}
