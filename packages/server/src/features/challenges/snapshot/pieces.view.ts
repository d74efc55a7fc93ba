// The JSON of a challenge in pieces: what is the same for every reader, with gaps for their role, the side that they
// support, and what they may do. A line break never stands in JSON unescaped, so it can stand between two pieces.
import { FeedChallenge, type Action, type Party, type Role } from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import { Type } from 'typebox'

export interface Pieces {
  readonly beforeRole: string
  readonly beforeMine: string
  readonly beforeActions: string
  readonly afterActions: string
  /** As JSON. Of observers, what those may do who can support a side. */
  readonly actions: Readonly<Record<Role, string>>
}

/** What stands in the gaps. */
export interface Gaps {
  readonly role: Role
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
const writeAfterRole = makeWriter('role', 'support')
const writeAfterSupport = makeWriter('support', 'allowed_actions')
const writeAfterActions = makeWriter('allowed_actions', undefined)

export const makePieces = (
  view: FeedChallenge,
  actions: Readonly<Record<Role, readonly Action[]>>,
): Pieces => {
  const { creator, opponent } = view.support
  return {
    beforeRole: writeBeforeRole(view),
    beforeMine: `${writeAfterRole(view)},"support":{"creator":${creator},"opponent":${opponent}`,
    beforeActions: writeAfterSupport(view),
    afterActions: writeAfterActions(view),
    actions: {
      creator: JSON.stringify(actions.creator),
      opponent: JSON.stringify(actions.opponent),
      observer: JSON.stringify(actions.observer),
    },
  }
}

export const fillGaps = (pieces: Pieces, { role, mine, actions, reference }: Gaps): string => {
  const { beforeRole, beforeMine, beforeActions, afterActions } = pieces
  const own = mine === null ? 'null' : `"${mine}"`
  const last = reference === null ? '' : `,"reference":${JSON.stringify(reference)}`
  return (
    `{${beforeRole},"role":"${role}",${beforeMine},"mine":${own}},${beforeActions}` +
    `,"allowed_actions":${actions},${afterActions}${last}}`
  )
}

const SEPARATOR = '\n'

export const joinPieces = ({
  beforeRole,
  beforeMine,
  beforeActions,
  afterActions,
  actions,
}: Pieces): string =>
  [
    beforeRole,
    beforeMine,
    beforeActions,
    afterActions,
    actions.creator,
    actions.opponent,
    actions.observer,
  ].join(SEPARATOR)

export const splitPieces = (text: string): Pieces => {
  const [beforeRole = '', beforeMine = '', beforeActions = '', afterActions = '', ...actions] =
    text.split(SEPARATOR)
  const [creator = '', opponent = '', observer = ''] = actions
  return { beforeRole, beforeMine, beforeActions, afterActions, actions: { creator, opponent, observer } }
}
