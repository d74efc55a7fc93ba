// The face of a challenge: the words in which it is shown, written once when it changes and kept beside it. It
// is what an onlooker sees; the little that differs between readers is put in when one comes. It holds until
// the clock has something to do.
import { actions, Challenge as ChallengeShape, FeedChallenge, type Action } from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import { allowedActions, isSupportUsedUp, type Standing } from '../rules/challenge.rules.ts'
import { viewChallenge, viewForGroup, type Reading } from '../reading/challenge.view.ts'
import { nextMoveAt } from '../rules/clock.rules.ts'
import type { Challenge, Face } from '../rules/life.rules.ts'

const toFeedJson = fastJson(FeedChallenge)
const toJson = fastJson(ChallengeShape)

/** Drawn as written: no deadline has passed yet. */
const BEFORE_EVERY_DEADLINE = Number.NEGATIVE_INFINITY

const standings: readonly Standing[] = [
  { role: 'creator', maySupport: false },
  { role: 'opponent', maySupport: false },
  { role: 'observer', maySupport: true },
]

const drawFace = (challenge: Challenge): Face => ({
  text: toFeedJson(viewForGroup(challenge, BEFORE_EVERY_DEADLINE)),
  allowed: standings.reduce(
    (bits, standing, at) =>
      bits | (bitsOf(allowedActions(challenge.life, standing, BEFORE_EVERY_DEADLINE)) << shiftOf(at)),
    0,
  ),
})

const drawn = new WeakMap<Challenge, Face>()

/** One drawing for its row, its answer and its events. */
export const faceOf = (challenge: Challenge): Face => {
  const known = drawn.get(challenge)
  if (known) return known
  const face = drawFace(challenge)
  drawn.set(challenge, face)
  return face
}

/** Whether what was written is what holds now. */
export const holds = (nextMove: number | null | undefined, now: number): boolean =>
  nextMove === null || nextMove === undefined || now < nextMove

// A quote within a text is always escaped, so nothing that anyone wrote looks like these.
const ROLE = '"role":"observer"'
const MINE = '"mine":null'
const ACTIONS = '"allowed_actions":null'

/** A face as one reader sees it: the same words as `viewChallenge`, in JSON. */
export const readFace = (
  { text, allowed }: Face,
  reading: Reading,
  /** Shown to the creator alone. */
  reference: string | null,
): string => {
  const { role, mine } = reading
  const roleAt = text.indexOf(ROLE)
  const mineAt = text.indexOf(MINE, roleAt)
  const actionsAt = text.indexOf(ACTIONS, mineAt)
  const toMine = `"role":"${role}"${text.slice(roleAt + ROLE.length, mineAt)}`
  const toActions = `"mine":${mine === null ? 'null' : `"${mine}"`}${text.slice(mineAt + MINE.length, actionsAt)}`
  const toEnd = `"allowed_actions":${actionsText(bitsFor(allowed, reading))}${text.slice(actionsAt + ACTIONS.length)}`
  const whole = text.slice(0, roleAt) + toMine + toActions + toEnd
  return role === 'creator' && reference !== null
    ? withMember(whole, 'reference', JSON.stringify(reference))
    : whole
}

/** An object in JSON with one member more. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)},"${name}":${value}}`

/** A challenge as one reader sees it now, in JSON. */
export const showChallenge = (challenge: Challenge, reading: Reading, now: number): string =>
  holds(nextMoveAt(challenge.life), now)
    ? readFace(faceOf(challenge), reading, challenge.reference)
    : toJson(viewChallenge(challenge, reading, now))

/** As the feed of its group holds it. */
export const showToGroup = (challenge: Challenge, now: number): string =>
  holds(nextMoveAt(challenge.life), now) ? faceOf(challenge).text : toFeedJson(viewForGroup(challenge, now))

const shiftOf = (place: number): number => place * actions.length

const bitsOf = (allowed: readonly Action[]): number =>
  allowed.reduce((bits, action) => bits | (1 << actions.indexOf(action)), 0)

/** An observer can support a side, and nothing else: those who cannot, or no longer, can do nothing. */
const bitsFor = (allowed: number, standing: Standing): number => {
  const { role, maySupport } = standing
  if (role === 'observer' && (!maySupport || isSupportUsedUp(standing))) return 0
  const place = standings.findIndex((one) => one.role === role)
  return (allowed >>> shiftOf(place)) & ((1 << actions.length) - 1)
}

const actionTexts = new Map<number, string>()

const actionsText = (bits: number): string => {
  let text = actionTexts.get(bits)
  if (text === undefined) {
    text = JSON.stringify(actions.filter((_, at) => (bits & (1 << at)) !== 0))
    actionTexts.set(bits, text)
  }
  return text
}
