// Every action that the rules allow, in every status and for everyone who sees the challenge, is reached by clicking; and
// nothing else is offered. The creator and an observer are signed in, the opponent has only the link of a mail.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  challengeStatuses,
  type Action,
  type ChallengeStatus,
  type Role,
} from '@challenge-service/contract/plain'
import type { Challenge, TallyChange } from '@challenge-service/contract'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { chromiumPath } from '../support/browser.ts'
import type { Engine } from '../support/engine.ts'
import { act, challengeIn, expectStatus, newMember, throughGroup, type Acting } from '../support/groups.ts'
import type { TestGroup } from '../support/service.ts'
import { openStage, type Player, type Stage } from './stage.ts'

/** As the specification has it. What waits for the other one's word is theirs alone to dispute. */
const allowedBy: Readonly<Record<ChallengeStatus, Partial<Record<Role, readonly Action[]>>>> = {
  pending: { creator: ['cancel'], opponent: ['accept', 'cancel'] },
  active: everything(),
  due: everything(),
  proposed: {
    creator: ['resolve', 'dispute', 'evidence'],
    opponent: ['resolve', 'dispute', 'evidence'],
    observer: ['support'],
  },
  disputed: { creator: ['resolve', 'evidence'], opponent: ['resolve', 'evidence'], observer: ['support'] },
  resolved: {},
  cancelled: {},
  declined: {},
  expired: {},
}

function everything(): Partial<Record<Role, readonly Action[]>> {
  const ofParty = [
    'cancel',
    'resolve',
    'evidence',
    'tally',
    'tally_review',
    'tally_dispute',
    'tally_resolve',
  ] as const
  return { creator: ofParty, opponent: ofParty, observer: ['support'] }
}

/** The action of the rules that a button is. */
const actionOf: Readonly<Record<string, Action>> = {
  'choice accept': 'accept',
  'choice decline': 'cancel',
  'choice cancel': 'cancel',
  'choice win': 'resolve',
  'choice draw': 'resolve',
  'choice concede': 'resolve',
  'choice agree': 'resolve',
  'choice dispute': 'dispute',
  'action evidence': 'evidence',
  'action support': 'support',
  'action record': 'tally',
  'action review': 'tally_review',
  'action doubt': 'tally_dispute',
  'action withdraw': 'tally_resolve',
  'action amend': 'tally_resolve',
  'action accept': 'tally_resolve',
}

/** Everyone in one challenge; the opponent is someone new each time. */
interface Table {
  readonly challenge: Challenge
  readonly by: Readonly<Record<Role, Acting>>
}

const runs = [
  ['sqlite', true],
  ['postgres', false],
] as const satisfies readonly (readonly [Engine, boolean])[]

describe.skipIf(chromiumPath === undefined).each(runs)(
  'every action by clicking, on %s, with scripts: %s',
  { timeout: 600_000 },
  (engine, hasScripts) => {
    let stage: Stage
    let group: TestGroup
    let creator: Player
    let observer: Player
    beforeAll(async () => {
      stage = await openStage(engine)
      group = await stage.service.group()
      creator = await stage.signIn('Ana', hasScripts)
      observer = await stage.signIn('Cleo', hasScripts)
      for (const [email, firstName] of [
        [creator.email, 'Ana'],
        [observer.email, 'Cleo'],
      ] as const)
        await stage.service.store.write((tx) =>
          enrolMember(tx, group.id, { email, firstName, role: 'member' }, stage.service.clock.now()),
        )
    })
    afterAll(() => stage.close())

    const sitDown = async (): Promise<Table> => {
      const { service } = stage
      const opponent = await newMember(service, group, 'Ben')
      const by = {
        creator: throughGroup(service, group, creator.email),
        opponent,
        observer: throughGroup(service, group, observer.email),
      }
      const challenge = await challengeIn(by.creator, opponent, { due_days: 1 })
      // The invitation is mailed before anything else happens.
      await service.runDue()
      return { challenge, by }
    }
    const accepted = async (): Promise<Table> => {
      const seated = await sitDown()
      await act(seated.by.opponent, seated.challenge, 'accept')
      return seated
    }
    /** Of each party one entry that waits for a word, and one that was doubted. */
    const counted = async (): Promise<Table> => {
      const seated = await accepted()
      const { by, challenge } = seated
      const path = `/v1/challenges/${challenge.id}/tally`
      for (const [own, other] of [
        [by.creator, by.opponent],
        [by.opponent, by.creator],
      ] as const) {
        await expectStatus(own.call('POST', path, { amount: 2 }), 201)
        const { body } = await expectStatus(own.call('POST', path, { amount: 3 }), 201)
        const [entry] = (body.data as TallyChange).entries
        await expectStatus(other.call('POST', `${path}/dispute`, { entry_id: entry?.id, reason: 'No.' }), 200)
      }
      return seated
    }
    const after = async (seated: Promise<Table>, days: number): Promise<Table> => {
      const made = await seated
      stage.service.clock.advance(days * DAY_MS)
      await stage.service.runDue()
      return made
    }
    const then = async (
      seated: Promise<Table>,
      ...moves: readonly (readonly [by: Role, action: string, body?: object])[]
    ): Promise<Table> => {
      const made = await seated
      for (const [by, action, body] of moves) await act(made.by[by], made.challenge, action, body)
      return made
    }

    const scenes: readonly (readonly [ChallengeStatus, () => Promise<Table>])[] = [
      ['pending', sitDown],
      ['active', counted],
      ['active', () => then(accepted(), ['creator', 'cancel'])],
      ['due', () => after(counted(), 1)],
      ['proposed', () => then(accepted(), ['creator', 'resolve', { outcome: 'creator_won' }])],
      ['proposed', () => then(accepted(), ['opponent', 'resolve', { outcome: 'draw' }])],
      [
        'disputed',
        () =>
          then(
            accepted(),
            ['creator', 'resolve', { outcome: 'creator_won' }],
            ['opponent', 'dispute', { reason: 'No.' }],
          ),
      ],
      ['resolved', () => then(accepted(), ['creator', 'resolve', { outcome: 'opponent_won' }])],
      ['cancelled', () => then(sitDown(), ['creator', 'cancel'])],
      ['declined', () => then(sitDown(), ['opponent', 'cancel'])],
      ['expired', () => after(sitDown(), 1)],
    ]

    const open = async (role: Role, { challenge, by }: Table): Promise<Player> => {
      if (role === 'opponent') return stage.comeByLink(by.opponent.email, hasScripts)
      const player = role === 'creator' ? creator : observer
      await player.look(challenge.id)
      // Days pass while they play.
      if (!player.page.url().includes('/sign-in')) return player
      await stage.signInAgain(player)
      await player.look(challenge.id)
      return player
    }
    const readAs = async (role: Role, { challenge, by }: Table): Promise<Challenge> =>
      (await expectStatus(by[role].call('GET', `/v1/challenges/${challenge.id}`), 200)).body.data as Challenge

    /** With its tally. */
    const readAll = async (role: Role, seated: Table): Promise<unknown> => {
      const path = `/v1/challenges/${seated.challenge.id}/tally`
      const { body } = await expectStatus(seated.by.creator.call('GET', path), 200)
      return { challenge: await readAs(role, seated), tally: body.data }
    }

    const sitDownAs = async (role: Role, make: () => Promise<Table>): Promise<[Table, Player]> => {
      const seated = await make()
      return [seated, await open(role, seated)]
    }

    it('what the rules allow, and nothing else, changes something when it is pressed', async () => {
      const reached = new Set<string>()
      for (const [status, make] of scenes)
        for (const role of ['creator', 'opponent', 'observer'] as const) {
          const [seated, player] = await sitDownAs(role, make)
          const offered = await listButtons(player.page)
          const { allowed_actions, status: standing } = await readAs(role, seated)
          expect(standing).toBe(status)
          const found = new Set(offered.map((button) => actionOf[button]))
          expect(found, `${status}, ${role}`).toEqual(new Set(allowed_actions))
          let [table, presser] = [seated, player]
          for (const [at, button] of offered.entries()) {
            // What was looked at serves for the first.
            if (at > 0) [table, presser] = await sitDownAs(role, make)
            const before = await readAll(role, table)
            await pressButton(presser, button)
            expect(await presser.said(), `${status}, ${role}, ${button}`).toMatch(/[.]$/)
            expect(await readAll(role, table), `${status}, ${role}, ${button}`).not.toEqual(before)
            reached.add(`${status} ${role} ${String(actionOf[button])}`)
            if (role === 'opponent') await presser.leave()
          }
          if (role === 'opponent' && offered.length === 0) await player.leave()
        }
      const wanted = challengeStatuses.flatMap((status) =>
        Object.entries(allowedBy[status]).flatMap(([role, allowed]) =>
          allowed.map((action) => `${status} ${role} ${action}`),
        ),
      )
      expect([...reached].toSorted()).toEqual(wanted.toSorted())
    })
  },
)

/** What has nothing to do with the outcome. */
const aside = ['choice block', 'choice unblock', 'choice renew']

const listButtons = async (page: Page): Promise<readonly string[]> => {
  const all: string[] = []
  for (const button of await page.locator('main button[name=choice], main button[name=action]').all())
    all.push(`${String(await button.getAttribute('name'))} ${String(await button.getAttribute('value'))}`)
  return [...new Set(all)].filter((one) => !aside.includes(one))
}

const pressButton = async (player: Player, button: string): Promise<void> => {
  const { page } = player
  const [name = '', value = ''] = button.split(' ')
  const pressed = page.locator(`button[name=${name}][value=${value}]`)
  const folded = page.locator('main details:not([open])', { has: pressed })
  if ((await folded.count()) > 0) await folded.first().locator('> summary').click()
  // Several entries of a tally have the same.
  const form = page.locator('main form', { has: pressed }).first()
  for (const field of await form.locator('textarea').all()) await field.fill('So it was.')
  for (const field of await form.locator('input[type=number]').all()) await field.fill('7')
  for (const field of await form.locator('input[type=radio]').all()) await field.check()
  await player.click(form.locator(pressed).first())
}
