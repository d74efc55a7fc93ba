// The JSON of a challenge in pieces: what is the same for every reader until the challenge changes. The gaps are for
// the reader's role, the name of the group, which can change by itself, what was said to the parties alone, the side
// that the reader supports, and what they may do. A line break never stands in JSON unescaped, so it can stand between
// two pieces.
import { FeedChallenge, type Action, type Party, type Role } from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import { Type } from 'typebox'

export interface Pieces {
  readonly beforeRole: string
  readonly beforeGroupName: string
  readonly beforeReason: string
  readonly beforeMine: string
  readonly beforeActions: string
  readonly afterActions: string
  /** As JSON. Of observers, what those may do who can support a side. */
  readonly actions: Readonly<Record<Role, string>>
  /** As JSON. For the parties alone. */
  readonly closedReason: string
}

/** What stands in the gaps. */
export interface Gaps {
  readonly role: Role
  readonly groupName: string | null
  readonly mine: Party | null
  /** As JSON. */
  readonly actions: string
  /** For the creator alone, where one was given. */
  readonly reference: string | null
}

type MemberName = keyof typeof FeedChallenge.properties

/** Writes the members after one and before another, as JSON without the braces. */
const makeWriter = (
  after: MemberName | undefined,
  before: MemberName | undefined,
): ((view: FeedChallenge) => string) => {
  const members = Object.entries(FeedChallenge.properties).filter(([name]) => name !== 'reference')
  const indexOf = (member: MemberName): number => members.findIndex(([name]) => name === member)
  const from = after === undefined ? 0 : indexOf(after) + 1
  const to = before === undefined ? members.length : indexOf(before)
  const toJson = fastJson(Type.Object(Object.fromEntries(members.slice(from, to))))
  return (view) => toJson(view).slice(1, -1)
}

const writeBeforeRole = makeWriter(undefined, 'role')
const writeAfterRole = makeWriter('role', 'group_name')
const writeAfterGroupName = makeWriter('group_name', 'closed_reason')
const writeAfterSupport = makeWriter('support', 'allowed_actions')
const writeAfterActions = makeWriter('allowed_actions', undefined)

export const makePieces = (
  view: FeedChallenge,
  actions: Readonly<Record<Role, readonly Action[]>>,
  closedReason: string | null,
): Pieces => {
  const { creator, opponent } = view.support
  return {
    beforeRole: writeBeforeRole(view),
    beforeGroupName: writeAfterRole(view),
    beforeReason: writeAfterGroupName(view),
    beforeMine: `"support":{"creator":${creator},"opponent":${opponent}`,
    beforeActions: writeAfterSupport(view),
    afterActions: writeAfterActions(view),
    actions: {
      creator: JSON.stringify(actions.creator),
      opponent: JSON.stringify(actions.opponent),
      observer: JSON.stringify(actions.observer),
    },
    closedReason: JSON.stringify(closedReason),
  }
}

export const fillGaps = (pieces: Pieces, { role, groupName, mine, actions, reference }: Gaps): string => {
  const { beforeRole, beforeGroupName, beforeReason, beforeMine, beforeActions, afterActions } = pieces
  const reason = role === 'observer' ? 'null' : pieces.closedReason
  const group = groupName === null ? 'null' : JSON.stringify(groupName)
  const own = mine === null ? 'null' : `"${mine}"`
  const last = reference === null ? '' : `,"reference":${JSON.stringify(reference)}`
  return (
    `{${beforeRole},"role":"${role}",${beforeGroupName},"group_name":${group},` +
    `${beforeReason},"closed_reason":${reason},` +
    `${beforeMine},"mine":${own}},${beforeActions}` +
    `,"allowed_actions":${actions},${afterActions}${last}}`
  )
}

const SEPARATOR = '\n'

export const joinPieces = ({
  beforeRole,
  beforeGroupName,
  beforeReason,
  beforeMine,
  beforeActions,
  afterActions,
  actions,
  closedReason,
}: Pieces): string =>
  [
    beforeRole,
    beforeGroupName,
    beforeReason,
    beforeMine,
    beforeActions,
    afterActions,
    actions.creator,
    actions.opponent,
    actions.observer,
    closedReason,
  ].join(SEPARATOR)

export const splitPieces = (text: string): Pieces => {
  const [
    beforeRole = '',
    beforeGroupName = '',
    beforeReason = '',
    beforeMine = '',
    beforeActions = '',
    afterActions = '',
    ...rest
  ] = text.split(SEPARATOR)
  const [creator = '', opponent = '', observer = '', closedReason = ''] = rest
  const actions = { creator, opponent, observer }
  return {
    beforeRole,
    beforeGroupName,
    beforeReason,
    beforeMine,
    beforeActions,
    afterActions,
    actions,
    closedReason,
  }
}
