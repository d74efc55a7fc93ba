// Who wants which mails no more, for the operator. Stops are kept by a keyed hash, so they are found by going through
// the addresses that are known; the rest can be counted, and never be named.
import type { Keyring } from '../../kernel/keyring.ts'
import { addressHashes, inboxHashes } from '../../mail/messages/links.ts'
import { readPreferences, type Preferences } from '../../mail/preferences/preferences.rules.ts'
import { countStops, findPreferences } from '../../mail/preferences/preferences.store.ts'
import type { Reader } from '../../store/store.ts'
import { listAddresses } from './stops.store.ts'

const ADDRESSES_AT_ONCE = 300

export interface Stop {
  readonly email: string
  readonly wants: Preferences
}

export interface Stops {
  /** In the order of their addresses. */
  readonly stops: readonly Stop[]
  /** How many stops belong to addresses that are not known, such as those of people who were erased. */
  readonly unknown: number
}

export const listStops = async (
  reader: Reader,
  keys: Keyring,
  atOnce: number = ADDRESSES_AT_ONCE,
): Promise<Stops> => {
  const stops: Stop[] = []
  const known = new Set<string>()
  const total = await countStops(reader)
  for (let after: string | undefined = ''; after !== undefined;) {
    const emails: readonly string[] = await listAddresses(reader, after, atOnce)
    const page = await findStops(reader, keys, emails)
    stops.push(...page.stops)
    for (const hash of page.hashes) known.add(hash)
    after = emails.length === atOnce ? emails.at(-1) : undefined
  }
  // Someone may stop mails while this is being read.
  return { stops, unknown: Math.max(0, total - known.size) }
}

const findStops = async (reader: Reader, keys: Keyring, emails: readonly string[]) => {
  const people = emails.map((email) => ({
    email,
    own: addressHashes(keys, email),
    inbox: inboxHashes(keys, email),
  }))
  const hashes = new Set(people.flatMap(({ own, inbox }) => [...own, ...inbox]))
  const found = await findPreferences(reader, [...hashes])
  return {
    stops: people
      .map(({ email, own, inbox }) => ({ email, wants: readPreferences(found, own, inbox) }))
      .filter(({ wants }) => holdsAny(wants)),
    hashes: [...found].filter(([, wants]) => holdsAny(wants)).map(([hash]) => hash),
  }
}

/** A row stays when its last stop is undone. */
const holdsAny = (wants: Preferences): boolean => Object.values(wants).some((since) => since !== null)
