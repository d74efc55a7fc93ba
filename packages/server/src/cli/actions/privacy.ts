// What `account export` and `account erase` do.
import { once } from 'node:events'
import { explainEarlierAddress } from '../../features/access/access.service.ts'
import { readAddress } from '../../features/access/operator-input.ts'
import { previewErasure, type ErasurePreview } from '../../features/privacy/erasure.preview.ts'
import type { Erasing } from '../../features/privacy/erasure.service.ts'
import { exportPerson } from '../../features/privacy/export.service.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { PersonId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import type { Store } from '../../store/store.ts'
import { confirm } from '../confirm.ts'
import { say, withStore } from '../context.ts'
import { showCount } from '../count.ts'
import { findKeys, getKeys, withKeys } from '../keys.ts'
import { progressBar, type ProgressBar } from '../progress.ts'
import type { CommonOptions, EraseOptions } from '../options.ts'

export const exportAll = async (address: string, options: CommonOptions): Promise<void> => {
  const email = readAddress(address)
  await withKeys(options, async (store, keys, now) => {
    for await (const piece of exportPerson(store, keys, email, now)) await print(piece)
  })
}

export const erase = async (address: string, options: EraseOptions): Promise<void> => {
  const email = readAddress(address)
  const bar = progressBar('erasing', options)
  const erased = await withStore(options, async (store, now, clock) => {
    const known = await findKeys(options, store, now)
    const preview = await previewErasure(store, known, email, now)
    if (!preview && !options.stopMails) {
      throw (await explainEarlierAddress(store, email)) ?? unknownAddress(email)
    }
    await confirm(options, describePlan(email, preview))
    // A key file is made only for what is done.
    const keys = known ?? (await getKeys(options, store, now))
    const { beginErasure } = await loadErasure()
    const ids = await store.write(async (tx) => {
      const found = await beginErasure(tx, keys, email, clock.now())
      // Thrown within the transaction: a mistyped address is not to be silenced for ever.
      if (found.length === 0 && !options.stopMails) throw unknownAddress(email)
      return found
    })
    for (const id of ids) await eraseAll({ store, keys, clock }, id, bar)
    return ids.length > 0
  })
  bar.clear()
  say(options, { erased, mails_stopped: true }, [
    erased
      ? 'erased; the address will not be written to again'
      : 'nothing was known of the address; it will not be written to',
  ])
}

/** Once the answer is yes: it brings the schemas along, and the question need not wait for them. */
const loadErasure = () => import('../../features/privacy/erasure.service.ts')

const unknownAddress = (email: string): OperatorError =>
  new OperatorError(
    `nothing is known of ${email}; if it is to get no mails all the same, say so with --stop-mails`,
  )

const describePlan = (email: string, preview: ErasurePreview | undefined): readonly string[] => {
  if (!preview) return [`Nothing is known of ${email}. It will not be written to.`]
  const { plan, tokens, webhooks, groups, open, closed, isUnderWay } = preview
  if (isUnderWay) return [`The erasure of ${email} has begun. This goes on with it.`]
  return [
    `Erasing ${email}:`,
    `  account     ${plan === null ? 'none' : `on the ${plan} plan, with ${showCount(tokens, 'token')} and ${showCount(webhooks, 'webhook')}: all of it ends`}`,
    `  groups      ${groups.length === 0 ? 'none' : groups.map(describeGroup).join(', ')}`,
    `  challenges  ${open} open, which are cancelled; ${closed} closed, in which their name and words are removed`,
    'The address will not be written to again.',
  ]
}

const describeGroup = ({ name, isLastAdmin }: ErasurePreview['groups'][number]): string =>
  isLastAdmin ? `${name} (left without an admin)` : name

/** Until all is done but the last look, which is the service's a minute later. */
const eraseAll = async (
  { store, keys, clock }: { readonly store: Store; readonly keys: Keyring; readonly clock: Clock },
  personId: PersonId,
  bar: ProgressBar,
): Promise<void> => {
  const { eraseSome } = await loadErasure()
  for (let erasing: Erasing; ;) {
    erasing = await store.write((tx) => eraseSome(tx, keys, personId, clock.now()))
    if (erasing.state !== 'working') return
    bar.show(erasing.done, erasing.total)
  }
}

/** Waits for a reader that is slower than the database. */
const print = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
