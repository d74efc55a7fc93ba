// The world of the demonstration: four people, their group, and what they have played in the last weeks. All of it goes
// through the services that answer calls, in the order in which it happened, each at its own instant; from one `now` it
// always becomes the same.
import { createAccount, createGroup, createToken } from '../../features/access/access.service.ts'
import type { Actor } from '../../features/access/actor.ts'
import { findToken } from '../../features/access/tokens.store.ts'
import { addMember } from '../../features/groups/members.service.ts'
import { readDaily, voteDaily } from '../../features/questions/question.service.ts'
import { resolveActor } from '../../operations/acting-person.ts'
import { monthOf } from '../../kernel/instants.ts'
import { Fault } from '../../kernel/refusal.ts'
import { hashToken } from '../../kernel/token.ts'
import type { MailSettings } from '../../mail/compose.ts'
import type { Store, Tx } from '../../store/store.ts'
import { endedScenes } from './ended-scenes.ts'
import { groupScenes } from './group-scenes.ts'
import { GROUP_NAME, people, type AccountName, type Name } from './people.ts'
import { runningScenes } from './running-scenes.ts'
import type { Deed, Scene } from './scene.ts'
import { beginScene, playDeed, type PlayedScene } from './stage.ts'
import { instantAgo, openPast } from './time.ts'

const BEGUN_DAYS_AGO = 50

export type WorldTokens = Readonly<Record<AccountName, string>>

export interface WorldParts {
  readonly store: Store
  readonly mails: MailSettings
}

/** In one transaction, so that it is there as a whole or not at all. Gives the tokens of its accounts. */
export const makeWorld = async (tx: Tx, { store, mails }: WorldParts, now: number): Promise<WorldTokens> => {
  const begunAt = instantAgo(now, BEGUN_DAYS_AGO)
  const past = openPast(store, tx, mails)
  const tokens: WorldTokens = {
    ana: await makeAccount(tx, 'ana', begunAt, now),
    ben: await makeAccount(tx, 'ben', begunAt, now),
    cleo: await makeAccount(tx, 'cleo', begunAt, now),
  }
  const groupToken = await makeGroup(tx, await actWith(tx, tokens.ana, now), begunAt)

  const alone = new Map<Name, Actor>()
  const inGroup = new Map<Name, Actor>()
  for (const name of ['ana', 'ben', 'cleo', 'dan'] as const) {
    inGroup.set(name, await actWith(tx, groupToken, now, people[name].email))
    if (name !== 'dan') alone.set(name, await actWith(tx, tokens[name], now))
  }
  /** In the group by its token, else by a token of their own. */
  const getActor = (name: Name, isInGroup = false): Actor => {
    const actor = (isInGroup ? inGroup : alone).get(name)
    if (!actor) throw new Fault(`${name} has no account`)
    return actor
  }

  const played = new Map<Scene, PlayedScene>()
  let mailedDaysAgo = BEGUN_DAYS_AGO
  for (const { daysAgo, scene, by, deed } of listActs()) {
    const at = instantAgo(now, daysAgo)
    // Once a day is often enough for a proposal to be known before it stands.
    if (Math.ceil(daysAgo) < mailedDaysAgo) {
      mailedDaysAgo = Math.ceil(daysAgo)
      await past.keepMails(at)
    }
    await past.catchUp(at)
    const acting = { actor: getActor(by, scene.inGroup), now: at }
    const before = played.get(scene)
    played.set(
      scene,
      before && deed ? await playDeed(tx, acting, before, deed) : await beginScene(tx, acting, scene),
    )
  }
  await past.catchUp(now)
  await vote(tx, getActor('ben'), 0, now)
  await vote(tx, getActor('cleo'), 1, now)
  await past.keepMails(now)
  return tokens
}

interface Act {
  readonly daysAgo: number
  readonly scene: Scene
  readonly by: Name
  /** Undefined where the challenge is made. */
  readonly deed?: Deed
}

/** What happens in all scenes, oldest first. */
const listActs = (): readonly Act[] =>
  [...runningScenes, ...endedScenes, ...groupScenes]
    .flatMap((scene): readonly Act[] => [
      { daysAgo: scene.daysAgo, scene, by: scene.between[0] },
      ...scene.turns.map((turn) => ({ ...turn, scene })),
    ])
    .toSorted((one, other) => other.daysAgo - one.daysAgo)

const makeAccount = async (tx: Tx, name: AccountName, begunAt: number, now: number): Promise<string> => {
  const { id } = await createAccount(tx, { ...people[name], plan: 'club' }, begunAt)
  const owner = { kind: 'account', id } as const
  return (await createToken(tx, { owner, scopes: 'all', name: 'demonstration' }, now)).token
}

/** Ana looks after it. Gives the token by which its bot acts for the members. */
const makeGroup = async (tx: Tx, ana: Actor, now: number): Promise<string> => {
  const group = await createGroup(tx, { name: GROUP_NAME, admin: people.ana }, now)
  for (const name of ['ben', 'cleo', 'dan'] as const) {
    const { email, firstName, lastName } = people[name]
    const input = { id: group.id, email, first_name: firstName, last_name: lastName }
    await addMember(tx, { actor: ana, input, now })
  }
  const owner = { kind: 'group', id: group.id } as const
  return (await createToken(tx, { owner, scopes: 'all', name: 'office bot' }, now)).token
}

const actWith = async (tx: Tx, token: string, now: number, address?: string): Promise<Actor> => {
  const found = await findToken(tx, hashToken(token), monthOf(now))
  if (!found) throw new Fault('a token that was just made is not there')
  return resolveActor(tx, found.caller, address)
}

const vote = async (tx: Tx, actor: Actor, place: number, now: number): Promise<void> => {
  const option = (await readDaily(tx, { actor, now })).options[place]
  if (!option) throw new Fault('the daily question has fewer options')
  await voteDaily(tx, { actor, input: { option: option.id }, now })
}
