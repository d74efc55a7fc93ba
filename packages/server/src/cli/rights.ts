// challenge-service account export, account erase
import { once } from 'node:events'
import type { Command } from 'commander'
import { OperatorError, readAddress } from '../features/access/operator-input.ts'
import { beginErasure, eraseSome, type Erasing } from '../features/rights/erasure.service.ts'
import { exportPerson } from '../features/rights/export.service.ts'
import { systemClock } from '../kernel/clock.ts'
import type { PersonId } from '../kernel/ids.ts'
import type { Keyring } from '../kernel/keyring.ts'
import type { Store } from '../store/store.ts'
import { common, example, say, type CommonOptions } from './context.ts'
import { withKeys } from './keys.ts'
import { progressBar, type ProgressBar } from './progress.ts'

interface EraseOptions extends CommonOptions {
  readonly stopMails?: boolean
}

export const addRightsCommands = (account: Command): void => {
  common(account.command('export'))
    .description('print everything that is kept about a person, as one JSON object')
    .argument('<address>', 'their e-mail address')
    .addHelpText('after', example('account export ana@example.com > ana.json'))
    .action(async (address: string, options: CommonOptions) => {
      const email = readAddress(address)
      await withKeys(options, async (store, keys, now) => {
        for await (const piece of exportPerson(store, keys, email, now)) await print(piece)
      })
    })

  common(account.command('erase'))
    .description('erase a person, with or without an account; run it again to go on where it was stopped')
    .argument('<address>', 'their e-mail address')
    .option('--stop-mails', 'also where nothing is known of the address: it will not be written to')
    .addHelpText('after', example('account erase ana@example.com'))
    .action(async (address: string, options: EraseOptions) => {
      const email = readAddress(address)
      const bar = progressBar('erasing', options)
      const erased = await withKeys(options, async (store, keys, now) => {
        const ids = await store.write(async (tx) => {
          const found = await beginErasure(tx, keys, email, now)
          // Thrown within the transaction: a mistyped address is not to be silenced for ever.
          if (found.length === 0 && !options.stopMails) throw unknownAddress(email)
          return found
        })
        for (const id of ids) await eraseAll(store, keys, id, bar)
        return ids.length > 0
      })
      bar.clear()
      say(options, { erased, mails_stopped: true }, [
        erased
          ? 'erased; the address will not be written to again'
          : 'nothing was known of the address; it will not be written to',
      ])
    })
}

const unknownAddress = (email: string): OperatorError =>
  new OperatorError(
    `nothing is known of ${email}; if it is to get no mails all the same, say so with --stop-mails`,
  )

/** Until all is done but the last look, which is the service's a minute later. */
const eraseAll = async (store: Store, keys: Keyring, personId: PersonId, bar: ProgressBar): Promise<void> => {
  for (let erasing: Erasing; ;) {
    erasing = await store.write((tx) => eraseSome(tx, keys, personId, systemClock.now()))
    if (erasing.state !== 'working') return
    bar.show(erasing.done, erasing.total)
  }
}

/** Waits for a reader that is slower than the database. */
const print = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
