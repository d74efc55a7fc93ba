// What a run knows of the service, so that its calls lead somewhere: ids and cursors from earlier answers, and a
// challenge that is under way.
import type { TestService } from '../support/service.ts'
import { addresses, type TokenKind } from './call.ts'

export type Tokens = Readonly<Record<TokenKind, string | undefined>>

export interface KnownIds {
  readonly knownId: (prefix: string, index: number) => string
  /** Keeps the ids and the cursor that an answer held. */
  readonly noteIds: (text: string) => void
}

const KEPT_IDS = 50
const ID = /\b(?!req_)([a-z]{2,3})_[0-9a-hjkmnp-tv-z]{26}\b/g

/** `acting`: memberships that the group's token acts for. They are not kept: a call that ends one would end the run. */
export const keepIds = (acting: ReadonlySet<string>): KnownIds => {
  const ids = new Map<string, string[]>()
  const note = (kind: string, one: string): void => {
    const known = ids.get(kind) ?? []
    if (!known.includes(one)) ids.set(kind, [one, ...known].slice(0, KEPT_IDS))
  }
  return {
    knownId: (prefix, index) => {
      const known = ids.get(prefix) ?? []
      return known[index % Math.max(known.length, 1)] ?? `${prefix}_${'0'.repeat(26)}`
    },
    noteIds: (text) => {
      for (const [id, prefix = ''] of text.matchAll(ID)) if (!acting.has(id)) note(prefix, id)
      const cursor = /"next_cursor":"([^"]+)"/.exec(text)?.[1]
      if (cursor !== undefined) note('cursor', cursor)
    },
  }
}

/** The answers to its creation, its acceptance and an entry of each party. */
export const startChallenge = async (
  service: Pick<TestService, 'call'>,
  tokens: Tokens,
  inGroup: boolean,
): Promise<readonly string[]> => {
  const post = async (party: 'creator' | 'opponent', path: string, body: object): Promise<string> => {
    const account = party === 'creator' ? tokens.account : tokens.opponent
    const token = inGroup ? tokens.group : account
    const sent = inGroup ? { ...body, user_email: addresses[party] } : body
    return (await service.call('POST', path, { ...(token === undefined ? {} : { token }), body: sent })).text
  }
  const terms = { claim: 'I will', opponent_email: addresses.opponent, stake: 'coffee', due_days: 30 }
  const created = await post('creator', '/v1/challenges', terms)
  const path = `/v1/challenges/${/"id":"(\w+)"/.exec(created)?.[1] ?? ''}`
  const accepted = await post('opponent', `${path}/accept`, {})
  const entry = await post('opponent', `${path}/tally`, { amount: 2 })
  return [created, accepted, entry, await post('creator', `${path}/tally`, {})]
}
