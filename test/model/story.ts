// Two people at a real service, and what is seen of them there: each command is sent over HTTP, and then
// everything that the two can read is held against the model.
import { isDeepStrictEqual } from 'node:util'
import type { Challenge, Event, Profile, Tally } from '@challenge-service/contract'
import { createAccount, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { challengeUrl } from '../../packages/server/src/mail/messages/links.ts'
import { call, type Reply as HttpReply } from '../support/call.ts'
import { asId } from '../support/ids.ts'
import { visit } from '../support/mails.ts'
import { Visitor } from '../site/visitor.ts'
import type { TestService } from '../support/service.ts'
import type { Command, Move } from './commands.ts'
import { expectLike, expectReply, expectSame } from './compare.ts'
import { answerOf, PAGE_REASON, type PageCommand } from './pages.ts'
import { step, targetOf } from './step.ts'
import { sumsOf, viewOf } from './views.ts'
import {
  challengeAt,
  currentOf,
  newWorld,
  sideOf,
  type Side,
  type Told,
  type Who,
  type World,
} from './world.ts'

const everyone = [0, 1] as const
const UNKNOWN_ENTRY = 'tly_00000000000000000000000000'
let stories = 0

/** The part of a service that a story needs: a planted one, or one in another process, is as good as the real one. */
export interface StoryService extends Pick<TestService, 'url' | 'store' | 'keys' | 'runDue'> {
  readonly clock: { now(): number; advance(ms: number): void | Promise<void> }
  /** How calls are made and pages visited, where someone wants to see them. */
  readonly http?: { readonly call: typeof call; readonly visit: typeof visit }
}

/** What is sent, by a call or from a page. */
export type SentCommand = Exclude<Command, { do: `advance${string}` | 'run_due' }>
type CallCommand = Exclude<SentCommand, PageCommand>

export class Story {
  world: World
  readonly service: StoryService
  readonly #http: NonNullable<StoryService['http']>
  readonly challengeIds: string[] = []
  readonly entryIds: string[][] = []
  readonly #tokens: readonly [string, string]
  readonly #addresses: readonly [string, string]
  readonly #lastSeen: [string | undefined, string | undefined] = [undefined, undefined]
  /** The instant of the last entry seen in each feed. */
  readonly #lastAt: [number, number] = [0, 0]
  /** What was told since the feeds were last read. */
  readonly #unread: Told[] = []
  /** What both saw of each challenge when it was last looked at. */
  readonly #views = new Map<number, readonly Challenge[]>()

  constructor(
    service: StoryService,
    tokens: readonly [string, string],
    addresses: readonly [string, string],
  ) {
    this.service = service
    this.#http = service.http ?? { call, visit }
    this.#tokens = tokens
    this.#addresses = addresses
    this.world = newWorld(service.clock.now())
  }

  static async begin(service: StoryService): Promise<Story> {
    const { store, clock } = service
    stories += 1
    const addresses = [`ana${stories}@story.example`, `ben${stories}@story.example`] as const
    const signUp = (email: string): Promise<string> =>
      store.write(async (tx) => {
        const { id } = await createAccount(tx, { email, firstName: 'Pat', plan: 'club' }, clock.now())
        return (await createToken(tx, { owner: { kind: 'account', id }, scopes: 'all' }, clock.now())).token
      })
    const tokens = [await signUp(addresses[0]), await signUp(addresses[1])] as const
    return new Story(service, tokens, addresses)
  }

  /** Sends a command and expects the model's answer, and then the model's world. */
  async run(command: Command): Promise<void> {
    const { world, reply } = step(this.world, command)
    const before = 'on' in command ? this.#views.get(targetOf(this.world, command)) : undefined
    if (command.do === 'advance' || command.do === 'advance_to_deadline') {
      await this.service.clock.advance(world.now - this.world.now)
    } else if (command.do === 'run_due') {
      await this.service.runDue()
    } else {
      expectReply(await this.send(command), reply, command)
    }
    const isTouched = 'on' in command ? (at: number) => at === targetOf(world, command) : () => true
    const was = this.world
    this.accept(world)
    await this.#expectChange(was, world.challenges.map((_, at) => at).filter(isTouched))
    // Both have just looked, each with a token of their own.
    this.world.lastUse = [world.now, world.now]
    if (reply.refused !== undefined && 'on' in command) {
      expectSame(this.#views.get(targetOf(world, command)), before)
    }
  }

  /** Takes the model's word for what has happened; what it tells is looked for with the next look. */
  accept(world: World): void {
    this.world = world
    this.#unread.push(...world.told)
  }

  /** Does what leads up to something, without a look at each step. */
  async prepare(commands: readonly SentCommand[]): Promise<void> {
    for (const command of commands) {
      const { world, reply } = step(this.world, command)
      expectReply(await this.send(command), reply, command)
      this.accept(world)
    }
  }

  /** One call of one person, to any node. */
  async send(
    command: SentCommand,
    { url, headers }: { readonly url?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<HttpReply> {
    const to = url ?? this.service.url
    if (command.do === 'page') return this.#answerPage(to, command)
    const reply = await this.#http.call(to, 'POST', this.#pathOf(command), {
      token: this.#tokens[command.by],
      body: this.#bodyOf(command),
      ...(headers ? { headers } : {}),
    })
    this.#note(command, reply)
    return reply
  }

  /** By the link of a mail, with no token; or signed in, on the site. */
  async #answerPage(url: string, command: PageCommand): Promise<HttpReply> {
    const index = targetOf(this.world, command)
    const { side, choice } = answerOf(currentOf(this.world, index), command)
    const challengeId = asId('challenge', this.challengeIds[index] ?? '')
    const { keys } = this.service
    const form = { choice, reason: PAGE_REASON }
    if (command.way === 'site') return this.#pressOnSite(url, command.by, `/challenges/${challengeId}`, form)
    const path =
      command.way === 'earlier_link'
        ? earlierPath(keys, challengeId, side)
        : challengeUrl(keys, '', { challengeId, party: side, number: 0 })
    return { ...(await this.#http.visit({ url }, path, { form })), body: {} }
  }

  /** Signed in again each time: a story can last longer than a session. */
  async #pressOnSite(
    url: string,
    who: Who,
    path: string,
    form: Readonly<Record<string, string>>,
  ): Promise<HttpReply> {
    const browser = new Visitor(url, { host: new URL(url).host })
    await browser.signIn(this.service, this.#addresses[who])
    const { status, text } = await browser.post(path, form)
    return { status, headers: {}, text, body: {} }
  }

  async read<T>(who: Who, path: string): Promise<T> {
    const reply = await this.#http.call(this.service.url, 'GET', path, { token: this.#tokens[who] })
    expectSame(reply.status, 200, reply.text)
    return reply.body.data as T
  }

  /** Everything that both can read of these challenges, of their feeds and of themselves. */
  async expectWorld(indexes: readonly number[]): Promise<void> {
    await Promise.all([
      ...indexes.flatMap((index) => [this.#expectViews(index), this.#expectTally(index)]),
      this.#expectFeeds(),
      ...everyone.map((who) => this.#expectRecord(who)),
    ])
  }

  /** What can have changed; all the rest is looked at when the story ends. */
  async #expectChange(was: World, indexes: readonly number[]): Promise<void> {
    const { challenges, records, told } = this.world
    const isCounted = (index: number): boolean =>
      !isDeepStrictEqual(was.challenges[index]?.entries, challenges[index]?.entries)
    await Promise.all([
      ...indexes.map((index) => this.#expectViews(index)),
      ...indexes.filter(isCounted).map((index) => this.#expectTally(index)),
      ...(told.length > 0 ? [this.#expectFeeds()] : []),
      ...everyone
        .filter((who) => !isDeepStrictEqual(was.records[who], records[who]))
        .map((who) => this.#expectRecord(who)),
    ])
  }

  /** Everything, of every challenge. */
  async end(): Promise<void> {
    await this.expectWorld(this.world.challenges.map((_, at) => at))
  }

  #pathOf(command: CallCommand): string {
    if (command.do === 'create' || command.do === 'rematch') return '/v1/challenges'
    const path = `/v1/challenges/${this.challengeIds[targetOf(this.world, command)]}`
    if (!command.do.startsWith('tally')) return `${path}/${command.do}`
    const part = { tally: '', tally_review: '/review', tally_dispute: '/dispute' } as Record<string, string>
    return `${path}/tally${part[command.do] ?? '/resolve'}`
  }

  #bodyOf(command: CallCommand): object {
    switch (command.do) {
      case 'create':
        return newTerms(command.dueDays, { opponent_email: this.#addresses[command.by === 0 ? 1 : 0] })
      case 'rematch': {
        const rematch_of = this.challengeIds[targetOf(this.world, { on: command.of })]
        return newTerms(command.dueDays, { rematch_of })
      }
      case 'accept':
        return {}
      case 'cancel':
        return command.reason === null ? {} : { reason: command.reason }
      case 'resolve':
        return { outcome: command.outcome }
      case 'dispute':
        return { reason: command.reason }
      case 'evidence':
        return { text: 'a photo' }
      case 'support':
        return { side: 'creator' }
      case 'tally':
        return { amount: command.amount }
      default:
        return this.#entryBodyOf(command)
    }
  }

  #entryBodyOf(command: Extract<Move, { do: `tally_${string}` }>): object {
    const ids = this.entryIds[targetOf(this.world, command)] ?? []
    // Beyond the last there is nothing; a different nothing for each number.
    const idOf = (entry: number): string => ids[entry] ?? UNKNOWN_ENTRY.slice(0, -1) + entry
    if (command.do === 'tally_review') return { entry_ids: command.entries.map(idOf) }
    const entry_id = idOf(command.entry)
    if (command.do === 'tally_dispute') return { entry_id, reason: command.reason }
    const action = command.do.slice('tally_'.length)
    return command.do === 'tally_amend' ? { entry_id, action, amount: command.amount } : { entry_id, action }
  }

  #note(command: CallCommand, { status, body }: HttpReply): void {
    if (status !== 201) return
    if (command.do === 'create' || command.do === 'rematch') {
      this.challengeIds.push((body.data as Challenge).id)
      this.entryIds.push([])
    }
    if (command.do === 'tally') {
      const [entry] = (body.data as Tally).entries
      this.entryIds[targetOf(this.world, command)]?.push(entry?.id ?? '')
    }
  }

  async #expectViews(index: number): Promise<void> {
    const path = `/v1/challenges/${this.challengeIds[index]}`
    const views = await Promise.all(everyone.map((who) => this.read<Challenge>(who, path)))
    expectLike(
      views,
      everyone.map((who) => ({ ...terms, ...viewOf(this.world, index, who) })),
    )
    this.#views.set(index, views)
  }

  async #expectTally(index: number): Promise<void> {
    const seen = await this.read<Tally>(
      index === 0 ? 0 : 1,
      `/v1/challenges/${this.challengeIds[index]}/tally?order=asc&limit=100`,
    )
    const { entries } = challengeAt(this.world, index)
    const ids = this.entryIds[index] ?? []
    expectLike(seen, {
      ...sumsOf(entries),
      entries: entries.map(({ by, amount, status, reason }, at) => ({
        id: ids[at],
        by,
        amount,
        status,
        dispute: reason === null ? null : { reason },
      })),
    })
  }

  async #expectFeeds(): Promise<void> {
    for (const who of everyone) {
      const seen = await this.unread(who)
      const expected = this.#unread.map((told) => ({
        ...told,
        entries: told.entries.map((entry) => this.entryIds[told.challenge]?.[entry]),
        role: sideOf(challengeAt(this.world, told.challenge), who),
      }))
      const found = seen.map((event) => this.#plain(event))
      const dated = inFeed(expected, found, this.#lastAt[who])
      expectSame(found, dated)
      this.#lastSeen[who] = seen.at(-1)?.id ?? this.#lastSeen[who]
      this.#lastAt[who] = dated.at(-1)?.at ?? this.#lastAt[who]
    }
    this.#unread.length = 0
  }

  /** What is new in the feed of one of them. */
  unread(who: Who): Promise<readonly Event[]> {
    const after = this.#lastSeen[who]
    return this.read(who, `/v1/events?limit=100${after === undefined ? '' : `&after=${after}`}`)
  }

  #plain({ type, actor, challenge_id, created_at, data }: Event) {
    return {
      challenge: this.challengeIds.indexOf(challenge_id ?? ''),
      type,
      actor,
      at: Date.parse(created_at),
      entries: (data.entries ?? []).map(({ id }) => id),
      status: data.challenge?.status,
      role: data.challenge?.role,
    }
  }

  async #expectRecord(who: Who): Promise<void> {
    expectSame((await this.read<Profile>(who, '/v1/me')).record, this.world.records[who])
  }
}

const terms = { claim: 'I run ten kilometres.', stake: 'a coffee' }

const newTerms = (dueDays: number, opponent: object): object => ({
  ...terms,
  due_days: dueDays,
  ...opponent,
})

/** As release 0.1 wrote it: what was asked, and until when, is of no matter any more. */
const earlierPath = (keys: StoryService['keys'], challengeId: string, side: Side): string => {
  const body = `${challengeId.slice('ch_'.length)}${side.charAt(0)}p0`
  return `/a/${keys.sign('link', `answer ${body}`).toString('base64url')}${body}`
}

interface InFeed {
  readonly challenge: number
  readonly at: number
}

/**
 * As a feed shows it: what one command tells of several challenges is in no set order, so it is put in the order
 * found; and none is dated before the one above it.
 */
const inFeed = <T extends InFeed>(
  told: readonly T[],
  found: readonly InFeed[],
  before: number,
): readonly T[] => {
  const left = [...told]
  const placed = found.flatMap(({ challenge }) => {
    const at = left.findIndex((each) => each.challenge === challenge)
    return at < 0 ? [] : left.splice(at, 1)
  })
  let last = before
  return [...placed, ...left].map((each) => {
    last = Math.max(last, each.at)
    return { ...each, at: last }
  })
}
