// Which mails an address wants, put together from what is kept of the address and of its inbox.

/** Each is since when it holds; null where it does not. */
export interface Preferences {
  readonly noInvitationsAt: number | null
  readonly noNewsAt: number | null
  readonly dailyNewsAt: number | null
  readonly nothingAt: number | null
  /** They stopped everything with release 0.1, which did not say what that means: their silence counts for nothing. */
  readonly stoppedAt: number | null
  /** They were erased: only a sign-in that is asked for with the address is mailed to it. */
  readonly erasedAt: number | null
  /** The operator told that the address cannot be reached. */
  readonly bouncedAt: number | null
}

export type Preference = keyof Preferences

export const wantsAll: Preferences = {
  noInvitationsAt: null,
  noNewsAt: null,
  dailyNewsAt: null,
  nothingAt: null,
  stoppedAt: null,
  erasedAt: null,
  bouncedAt: null,
}

/** What holds for an address: invitations by its inbox, all else by itself. Several hashes stand for several keys. */
export const readPreferences = (
  found: ReadonlyMap<string, Preferences>,
  addressHashes: readonly string[],
  inboxHashes: readonly string[],
): Preferences => {
  const earliest = (hashes: readonly string[], name: Preference): number | null => {
    const instants = hashes.flatMap((hash) => found.get(hash)?.[name] ?? [])
    return instants.length === 0 ? null : Math.min(...instants)
  }
  if (found.size === 0) return wantsAll
  return {
    noInvitationsAt: earliest([...addressHashes, ...inboxHashes], 'noInvitationsAt'),
    noNewsAt: earliest(addressHashes, 'noNewsAt'),
    dailyNewsAt: earliest(addressHashes, 'dailyNewsAt'),
    nothingAt: earliest(addressHashes, 'nothingAt'),
    stoppedAt: earliest(addressHashes, 'stoppedAt'),
    erasedAt: earliest(addressHashes, 'erasedAt'),
    bouncedAt: earliest(addressHashes, 'bouncedAt'),
  }
}
