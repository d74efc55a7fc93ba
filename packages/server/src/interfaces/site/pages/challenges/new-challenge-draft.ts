// What was typed of a new challenge, and what the page needs to show beside it: the groups it can be made in, their
// members, and whom one has played with.
import { endpoints, newChallengeMembers, type Group, type Member } from '@challenge-service/contract'
import { Type } from 'typebox'
import { findPlayedWith } from '../../../../features/challenges/opponent.service.ts'
import { listPlayed, type Played } from '../../../../features/challenges/challenges.queries.ts'
import { findOwnGroup } from '../../../../features/groups/groups.queries.ts'
import { isId, type ChallengeId, type GroupId } from '../../../../kernel/ids.ts'
import { monthOf } from '../../../../kernel/instants.ts'
import { notVisible } from '../../../../kernel/refusal.ts'
import { toMembers } from '../../engine/form-members.ts'
import type { SiteRequest } from '../../engine/page.ts'
import type { RawMembers } from '../../../../operations/prepare.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { carriedTerms } from '../../../http/site-links.ts'

/** Those of a challenge, and the page's own. */
export const draftFields = [
  'group',
  'claim',
  'rematch_of',
  'opponent_member_id',
  'opponent_email',
  'stake',
  'due_preset',
  'due_days',
  'reference',
] as const
export type DraftField = (typeof draftFields)[number]

export const presets: readonly (readonly [days: number, label: string])[] = [
  [1, '1 day'],
  [3, '3 days'],
  [7, 'A week'],
  [14, 'Two weeks'],
  [30, 'A month (30 days)'],
]
const USUAL_DAYS = 7

type NamedGroup = Pick<Group, 'id' | 'name'>

export interface Surroundings {
  /** The newest of theirs, and the one that was chosen. */
  readonly groups: readonly NamedGroup[]
  readonly hasMoreGroups: boolean
  /** The one that was chosen, of theirs; undefined where it is to be private. */
  readonly group: NamedGroup | undefined
  /** Of that group, without oneself. */
  readonly members: readonly Member[]
  readonly hasMoreMembers: boolean
  readonly played: readonly Played[]
}

const LISTED = 100
/** How often so many are asked for: no list to choose from is longer. */
const PAGES = 10

export const readDraft = async (
  context: PageContext,
  { signedIn, now }: SignedInVisit,
  typed: URLSearchParams,
): Promise<Surroundings> => {
  const { actor } = signedIn
  const listed = await context.call(endpoints.listGroups, actor, { query: { limit: String(LISTED) } })
  const hasMoreGroups = listed.nextCursor !== null
  const groupId = typed.get('group') ?? ''
  const known = listed.data.find(({ id }) => id === groupId)
  const unlisted =
    !known && hasMoreGroups && isId('group', groupId)
      ? await context.read(findOwnGroup, actor.personId, groupId, monthOf(now))
      : undefined
  const groups = unlisted ? [unlisted, ...listed.data] : listed.data
  const group = known ?? unlisted
  const viewer = { personId: actor.personId, groupId: (group?.id ?? null) as GroupId | null }
  const played = await context.read(listPlayed, viewer, challengeIn(typed))
  return { groups, hasMoreGroups, group, played, ...(await listMembers(context, signedIn, group)) }
}

const listMembers = async (
  context: PageContext,
  { actor }: SignedInVisit['signedIn'],
  group: NamedGroup | undefined,
): Promise<Pick<Surroundings, 'members' | 'hasMoreMembers'>> => {
  const members: Member[] = []
  let cursor: string | null = null
  if (!group) return { members, hasMoreMembers: false }
  for (let page = 0; page < PAGES; page += 1) {
    const more: Readonly<Record<string, string>> = cursor === null ? {} : { cursor }
    const query = { limit: String(LISTED), ...more }
    const listed = await context.call(endpoints.listMembers, actor, { params: { id: group.id }, query })
    members.push(...listed.data.filter(({ is_me }) => !is_me))
    cursor = listed.nextCursor
    if (cursor === null) break
  }
  return { members, hasMoreMembers: cursor !== null }
}

const challengeIn = (typed: URLSearchParams): ChallengeId | null => {
  const id = typed.get('rematch_of') ?? ''
  return isId('challenge', id) ? id : null
}

const schema = Type.Object(newChallengeMembers)

/** The members that the API takes. A number of days that was typed counts in place of one that was chosen. */
export const readMembers = (typed: URLSearchParams): RawMembers => {
  const words = new URLSearchParams(typed)
  if ((words.get('due_days') ?? '').trim() === '') words.set('due_days', words.get('due_preset') ?? '')
  return toMembers(schema, words)
}

/**
 * With what an address asks for: a group, a member of it, or a challenge to be played again with all its terms. An address
 * can also carry the terms themselves, by the names that the API has for them. Nothing is done by opening it.
 */
export const beginDraft = async (
  context: PageContext,
  { visit, query }: Pick<SiteRequest<SignedInVisit>, 'visit' | 'query'>,
): Promise<URLSearchParams> => {
  const again = query.get('rematch_of')
  const begun = again === undefined ? beginAnew(query) : await beginAgain(context, visit, again)
  for (const name of carriedTerms) {
    const value = query.get(name)
    if (value !== undefined) begun.set(name, value)
  }
  const days = query.get('due_days')
  return days === undefined ? begun : withDays(begun, days)
}

const beginAnew = (query: ReadonlyMap<string, string>): URLSearchParams =>
  withValues({
    due_preset: String(USUAL_DAYS),
    group: query.get('group'),
    opponent_member_id: query.get('member'),
  })

const beginAgain = async (
  context: PageContext,
  visit: SignedInVisit,
  id: string,
): Promise<URLSearchParams> => {
  const { actor } = visit.signedIn
  const { data: played } = await context.call(endpoints.getChallenge, actor, { params: { id } })
  if ((await context.read(findPlayedWith, actor, played.id, visit.now)) === undefined) throw notVisible()
  const terms = withValues({
    group: played.group_id ?? undefined,
    rematch_of: played.id,
    claim: played.claim,
    stake: played.stake,
    reference: played.reference,
  })
  return withDays(terms, String(played.due_days))
}

const withValues = (values: Readonly<Partial<Record<DraftField, string | undefined>>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

const withDays = (typed: URLSearchParams, days: string): URLSearchParams => {
  const isPreset = presets.some(([preset]) => String(preset) === days)
  typed.set('due_preset', isPreset ? days : '')
  if (isPreset) typed.delete('due_days')
  else typed.set('due_days', days)
  return typed
}
