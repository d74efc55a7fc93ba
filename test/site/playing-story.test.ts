// Stories that are played by clicking alone, with mails that arrive: nobody has a token. With scripts and without.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { words } from '../../packages/server/src/wording/words.ts'
import { chromiumPath } from '../support/browser.ts'
import { engines } from '../support/engine.ts'
import { openStage, type Player, type Stage } from './stage.ts'

/** Each engine and each way of reading pages; every pair of them would take twice as long and show no more. */
const runs = engines.map((engine) => [engine, engine === 'sqlite'] as const)

describe.skipIf(chromiumPath === undefined).each(runs)(
  'played by clicking, on %s, with scripts: %s',
  (engine, hasScripts) => {
    let stage: Stage
    beforeAll(async () => {
      stage = await openStage(engine)
    })
    afterAll(() => stage.close())

    const write = async (creator: Player, claim: string, stake = 'a coffee'): Promise<void> => {
      await creator.page.goto(`${stage.url}/`)
      await creator.follow('New challenge')
      await creator.type('What you claim', claim)
      await creator.type('What is at stake', stake)
    }
    /** What was written is seen before it goes, and goes. */
    const send = async (creator: Player): Promise<string> => {
      await creator.press('See it before it goes')
      expect(await creator.words()).toContain('Before it goes')
      await creator.press('Send the challenge')
      expect(await creator.standing()).toBe('Waiting for an answer.')
      return creator.challengeId()
    }
    const challengeAt = async (creator: Player, address: string, claim: string): Promise<string> => {
      await write(creator, claim)
      await creator.type('Their address', address)
      return send(creator)
    }
    const begin = async (creator: Player, opponent: Player, claim: string): Promise<string> => {
      const id = await challengeAt(creator, opponent.email, claim)
      await opponent.look(id)
      await opponent.press(words.choice.accept)
      await creator.look(id)
      return id
    }

    it('from creation to a settled dispute, by two people of whom one has no account; and once more', async () => {
      const ana = await stage.signIn('Ana', hasScripts)
      const address = `dora${Number(hasScripts)}@elsewhere.example`
      const id = await challengeAt(ana, address, 'I run ten kilometres before Sunday.')

      const dora = await stage.comeByLink(address, hasScripts)
      expect(await dora.standing()).toBe('Ana challenges you.')
      await dora.type('Your first name (optional)', 'Dora')
      await dora.press(words.choice.accept)
      expect(await dora.standing()).toBe('In progress.')

      await ana.look(id)
      await ana.press(words.choice.win)
      expect(await ana.standing()).toBe('You say “I won”.')
      await dora.look(id)
      expect(await dora.standing()).toBe('Ana says “I won”.')
      await dora.unfold(words.choice.dispute)
      await dora.type('Why?', 'It was nine.')
      await dora.press(words.choice.disputeSure)
      expect(await dora.standing()).toBe('You disagree: settle it together.')
      await dora.unfold('Add evidence')
      await dora.type('What speaks for you (optional)', 'The map says nine.')
      await dora.press('Add it')

      await ana.look(id)
      expect(await ana.standing()).toBe('Dora disagrees: settle it together.')
      expect(await ana.words()).toContain('The map says nine.')
      await ana.unfold(words.choice.concede({ name: 'Dora' }))
      await ana.press(words.choice.sureToLose({ name: 'Dora' }))
      expect(await ana.standing()).toBe('Dora won, you conceded.')
      await dora.look(id)
      expect(await dora.standing()).toBe('You won, Ana conceded.')

      await ana.follow(/^Play again with Dora$/)
      await ana.type('What you claim', 'This time I run ten.')
      await ana.type('What is at stake', 'a pizza')
      const again = await send(ana)
      const doraAgain = await stage.comeByLink(address, hasScripts)
      expect(await doraAgain.words()).toContain('This time I run ten.')
      await doraAgain.unfold(words.choice.decline)
      await doraAgain.type('Why? (optional)', 'Once was enough.')
      await doraAgain.press(words.choice.declineSure)
      expect(await doraAgain.standing()).toBe('You declined · no result.')
      await ana.look(again)
      expect(await ana.standing()).toBe('Dora declined · no result.')
      expect(await ana.words()).toContain('Once was enough.')
      for (const player of [ana, dora, doraAgain]) await player.leave()
    })

    it('cancelled by both', async () => {
      const [ana, ben] = [await stage.signIn('Ana', hasScripts), await stage.signIn('Ben', hasScripts)]
      const id = await begin(ana, ben, 'I swim a mile.')
      await ana.unfold(words.choice.askToCancel)
      await ana.press(words.choice.askToCancelSure({ name: 'Ben' }))
      expect(await ana.standing()).toBe('In progress · you asked to cancel.')
      await ben.page.goto(`${stage.url}/`)
      expect(await ben.words()).toContain('Your turn (1)')
      await ben.look(id)
      expect(await ben.standing()).toBe('Ana wants to cancel.')
      await ben.press(words.choice.agreeToCancel)
      expect(await ben.standing()).toBe('Cancelled · no result.')
      await ana.look(id)
      expect(await ana.standing()).toBe('Cancelled · no result.')
      for (const player of [ana, ben]) await player.leave()
    })

    it('with a tally: recorded, doubted, changed and confirmed', async () => {
      const [ana, ben] = [await stage.signIn('Ana', hasScripts), await stage.signIn('Ben', hasScripts)]
      const id = await begin(ana, ben, 'I do more push-ups than Ben.')
      await ana.unfold('Record progress')
      await ana.type('How much', '40')
      await ana.type('What for (optional)', 'in the morning')
      await ana.press('Record it')
      expect(await ana.words()).toContain('You 40 0 confirmed')
      await ben.look(id)
      expect(await ben.words()).toContain('Waiting for your review (1)')
      await ben.unfold('I doubt it')
      await ben.type('What is wrong with it?', 'I counted thirty.')
      await ben.press('Doubt it')
      await ana.look(id)
      expect(await ana.words()).toContain('Doubted: I counted thirty.')
      await ana.unfold('Change it')
      await ana.type('How much it was', '30')
      await ana.press('Change it')
      await ben.look(id)
      await ben.press('Confirm')
      expect(await ben.words()).toContain('Ana 30 all confirmed')
      await ana.look(id)
      expect(await ana.words()).toContain('You 30 all confirmed')
      // Read out, the race is its score and a table; the drawing is passed over.
      await ana.unfold('The race in numbers')
      const heard = await ana.page.getByRole('region', { name: 'The race', exact: true }).ariaSnapshot()
      expect(heard).toMatch(/listitem:\s+- text: You\s+- strong: "30"\s+- text: all confirmed/)
      expect(heard).toMatch(/row "Until You Ben"/)
      expect(heard).toMatch(/row "[^"]* UTC 30 0"/)
      expect(heard).not.toMatch(/img|graphic/)
      for (const player of [ana, ben]) await player.leave()
    })

    it('in a group of four, whose support decides', async () => {
      const { service } = stage
      const [alex, ana, ben, cleo] = [
        await stage.signIn('Alex', hasScripts),
        await stage.signIn('Ana', hasScripts),
        await stage.signIn('Ben', hasScripts),
        await stage.signIn('Cleo', hasScripts),
      ]
      const { id: groupId } = await service.group()
      const admin = { email: alex.email, firstName: 'Alex', role: 'admin' } as const
      await service.store.write((tx) => enrolMember(tx, groupId, admin, service.clock.now()))

      await alex.page.goto(`${stage.url}/groups`)
      await alex.follow('Blue')
      await alex.follow('Members')
      await alex.type('The list', `${ana.email}, Ana\n${ben.email}, Ben\n${cleo.email}, Cleo`)
      await alex.press('Add all of them')
      expect(await alex.words()).toContain('All 3 people were added')

      await write(ana, 'I read a book a week.')
      await ana.page.getByLabel('Make it in').selectOption('Blue')
      await ana.press('List the members of the chosen group')
      await ana.page.getByLabel('A member of the group').selectOption('Ben')
      const id = await send(ana)
      await ben.look(id)
      await ben.press(words.choice.accept)
      await ana.look(id)
      await ana.press(words.choice.win)
      await ben.look(id)
      await ben.unfold(words.choice.dispute)
      await ben.type('Why?', 'Comics do not count.')
      await ben.press(words.choice.disputeSure)

      for (const supporter of [alex, cleo]) {
        await supporter.page.goto(`${stage.url}/groups/${groupId}`)
        await supporter.follow(/I read a book a week/)
        await supporter.page.getByLabel('Ana', { exact: true }).check()
        await supporter.press('Support this side')
        expect(await supporter.words()).toContain('You support Ana')
      }
      await ben.look(id)
      expect(await ben.words()).toContain('Support: 2 for Ana, 0 for you.')
      service.clock.advance(8 * DAY_MS)
      await ana.look(id)
      expect(await ana.standing()).toBe('You won, the group decided.')
      await cleo.page.goto(`${stage.url}/groups/${groupId}?status=ended`)
      expect(await cleo.words()).toContain('Ana won, the group decided')
      expect(await cleo.words()).toMatch(/Name Won Lost Drawn Ana 1 0 0/)
      expect(await cleo.words()).toContain('Creator won 1')
      for (const player of [alex, ana, ben, cleo]) await player.leave()
    })
  },
)
