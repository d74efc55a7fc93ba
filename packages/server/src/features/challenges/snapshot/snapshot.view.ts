// Shows challenges by their snapshots: what readers see of one is written once, when it changes, and kept beside it.
// A snapshot is current until the clock has something to do; after that, the columns say what holds.
import { Challenge as ChallengeSchema, FeedChallenge, limits } from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import { viewChallenge, viewForGroup } from '../reading/challenge.view.ts'
import { allowedActions, isSupportUsedUp, type Access } from '../rules/action.rules.ts'
import { nextMoveAt } from '../rules/clock.rules.ts'
import type { Challenge } from '../rules/life.rules.ts'
import type { StoredSnapshot } from '../storage/challenge.store.ts'
import { fillGaps, joinPieces, makePieces, splitPieces, type Pieces } from './pieces.view.ts'
import { samples } from './samples.ts'
import { deriveVersion } from './version.ts'

const toJson = fastJson(ChallengeSchema)
const toFeedJson = fastJson(FeedChallenge)

/** As it was when it was saved: no deadline has passed yet. */
const WHEN_SAVED = Number.NEGATIVE_INFINITY

const snapshots = new WeakMap<Challenge, Pieces>()

/** Made once for the row of a challenge, the response and its events. */
const getPieces = (challenge: Challenge): Pieces => {
  const known = snapshots.get(challenge)
  if (known) return known
  const { life } = challenge
  const actions = {
    creator: allowedActions(life, { role: 'creator', maySupport: false }, WHEN_SAVED),
    opponent: allowedActions(life, { role: 'opponent', maySupport: false }, WHEN_SAVED),
    observer: allowedActions(life, { role: 'observer', maySupport: true }, WHEN_SAVED),
  }
  const pieces = makePieces(viewForGroup(challenge, WHEN_SAVED), actions, life.closedReason)
  snapshots.set(challenge, pieces)
  return pieces
}

const toText = (challenge: Challenge): string => joinPieces(getPieces(challenge))

/** From the schema, from the limits of what may be done, and from how the samples are shown. */
export const SNAPSHOT_VERSION = deriveVersion([FeedChallenge, limits, samples.map(toText)])

export const takeSnapshot = (challenge: Challenge): StoredSnapshot => ({
  version: SNAPSHOT_VERSION,
  text: toText(challenge),
})

/** Whether what was saved still holds. */
export const isCurrent = (nextMove: number | null | undefined, now: number): boolean =>
  nextMove === null || nextMove === undefined || now < nextMove

/** What is shown with a snapshot and stands beside it. */
interface Beside {
  readonly reference: string | null
  readonly groupName: string | null
}

/** A snapshot as one reader sees it; undefined where another version of the code wrote it. */
export const showSnapshot = (
  { version, text }: StoredSnapshot,
  access: Access,
  beside: Beside,
): string | undefined =>
  version === SNAPSHOT_VERSION ? showPieces(splitPieces(text), access, beside) : undefined

/** The same JSON as that of `viewChallenge`. */
const showPieces = (pieces: Pieces, access: Access, { reference, groupName }: Beside): string => {
  const { role, mine = null } = access
  return fillGaps(pieces, {
    role,
    groupName,
    mine,
    actions: mayDoNothing(access) ? '[]' : pieces.actions[role],
    reference: role === 'creator' ? reference : null,
  })
}

/** An observer can support a side and nothing else: those who cannot, or no longer, can do nothing. */
const mayDoNothing = (access: Access): boolean =>
  access.role === 'observer' && (!access.maySupport || isSupportUsedUp(access))

/** A challenge as one reader sees it now, in JSON. */
export const showChallenge = (challenge: Challenge, access: Access, now: number): string =>
  isCurrent(nextMoveAt(challenge.life), now)
    ? showPieces(getPieces(challenge), access, challenge)
    : toJson(viewChallenge(challenge, access, now))

/** As the feed of its group holds it: it is nobody's own, so there are no actions in it. */
export const showToGroup = (challenge: Challenge, now: number): string =>
  isCurrent(nextMoveAt(challenge.life), now)
    ? fillGaps(getPieces(challenge), {
        role: 'observer',
        groupName: challenge.groupName,
        mine: null,
        actions: 'null',
        reference: null,
      })
    : toFeedJson(viewForGroup(challenge, now))
