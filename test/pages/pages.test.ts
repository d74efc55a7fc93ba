// The page behind the links of a challenge's mails, on both engines: every button in every state, and what it says.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { challengeUrl } from '../../packages/server/src/mail/messages/links.ts'
import { engines } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import {
  buttonsOf,
  inviteStranger,
  mailsTo,
  mailTo,
  newStranger,
  PUBLIC_URL,
  standingOf,
  visit,
} from '../support/mails.ts'
import { challenge, newChallenge, useFreshPerson, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('a page, on %s', (engine) => {
  const service = useService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
  })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const invited = (more: object = {}) => inviteStranger(service, ana, more)
  const answer = (path: string, choice: string, more: Readonly<Record<string, string>> = {}) =>
    visit(service, path, { form: { choice, ...more } })
  const expectDone = async (
    path: string,
    choice: string,
    title: string,
    more: Readonly<Record<string, string>> = {},
    next: readonly string[] = [],
  ): Promise<void> => {
    const sent = await answer(path, choice, more)
    expect(sent.status, sent.text).toBe(303)
    expect(sent.headers['location']).toBe(`${path}/done?did=${choice}`)
    const done = await visit(service, `${path}/done?did=${choice}`)
    expect(done.status).toBe(200)
    expect(done.text).toContain('<div class="notice good"')
    expect(standingOf(done)).toBe(title)
    expect(buttonsOf(done)).toEqual(next)
  }
  const accepted = 'In progress'
  const running = ['win', 'draw', 'concede', 'cancel']
  const active = async () => {
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    return created
  }
  const pathTo = async ({ email }: Person, kind: Parameters<typeof mailTo>[2]) =>
    (await mailTo(service, email, kind)).answerPath

  describe('of an invitation', () => {
    it('shows the challenge to someone without an account, with what they can answer and until when', async () => {
      const { answerPath, created } = await invited({ claim: 'I <b>run</b> & win', stake: 'a "coffee"' })
      const page = await visit(service, answerPath)

      expect(page.status).toBe(200)
      expect(standingOf(page)).toBe('Pat challenges you')
      expect(page.text).toContain('I &lt;b&gt;run&lt;/b&gt; &amp; win')
      expect(page.text).toContain('a &quot;coffee&quot;')
      expect(page.text).toContain(`<time datetime="${created.due_at}"`)
      expect(page.text).toContain('>in 5 days</time>')
      expect(buttonsOf(page)).toEqual(['accept', 'decline'])
      expect(page.text).toContain('name="first_name"')
    })

    it('says how far off the due time is, as people round it', async () => {
      const { answerPath } = await invited()
      service.clock.advance(1000)
      expect((await visit(service, answerPath)).text).toContain('>in 5 days</time>')
    })

    it('accepts without a token or a plan, under the name that was typed', async () => {
      const { answerPath, created } = await invited()
      await expectDone(answerPath, 'accept', accepted, { first_name: ' Bea ' }, running)
      expect(await ana.get(created)).toMatchObject({ status: 'active', opponent: { first_name: 'Bea' } })
      expect((await ana.events()).map(({ type }) => type)).toEqual([
        'challenge.created',
        'challenge.accepted',
      ])
    })

    it('accepts without a name too', async () => {
      const { answerPath, created } = await invited()
      await expectDone(answerPath, 'accept', accepted, {}, running)
      expect(await ana.get(created)).toMatchObject({ status: 'active', opponent: { first_name: null } })
    })

    it('takes the name of an account, and asks for none', async () => {
      const created = await challenge(ana, ben)
      const path = await pathTo(ben, 'invited')
      expect((await visit(service, path)).text).not.toContain('name="first_name"')
      await expectDone(path, 'accept', accepted, { first_name: 'Mallory' }, running)
      expect((await ana.get(created)).opponent).toEqual({ first_name: 'Pat' })
    })

    it('refuses a name that is none, says why, and keeps what was typed', async () => {
      const { answerPath, created } = await invited()
      const page = await answer(answerPath, 'accept', { first_name: 'http://x' })
      expect(page.status).toBe(400)
      expect(page.text).toContain('Your first name must be a name of 1 to 40 characters')
      expect(page.text).toContain('value="http://x"')
      expect(page.text).toContain('aria-invalid="true"')
      expect((await ana.get(created)).status).toBe('pending')
    })

    it('declines, with a reason or without one', async () => {
      const { answerPath, created } = await invited()
      await expectDone(answerPath, 'decline', 'You declined · no result', { reason: ' ' })
      expect(await ana.get(created)).toMatchObject({ status: 'declined', closed_reason: null })
      const second = await invited()
      await expectDone(second.answerPath, 'decline', 'You declined · no result', {
        reason: ' I am away.\r\nNext time? ',
      })
      expect(await ana.get(second.created)).toMatchObject({
        status: 'declined',
        closed_reason: 'I am away.\nNext time?',
      })
    })

    it('does not decline with a reason that is too long, and keeps what was typed', async () => {
      const { answerPath, created } = await invited()
      const page = await answer(answerPath, 'decline', { reason: 'é'.repeat(501) })
      expect(page.status).toBe(400)
      expect(page.text).toContain('Your reason must be a text of at most 500 characters')
      expect(page.text).toContain(`\n${'é'.repeat(501)}</textarea>`)
      expect(page.text).toMatch(/<details class="more choice" open>\s*<summary>Decline/)
      expect((await ana.get(created)).status).toBe('pending')
    })

    it('says who else can read it, to an opponent outside the group', async () => {
      const group = await service.group()
      const email = newStranger()
      const body = { ...newChallenge(ben), opponent_email: email, user_email: group.adminEmail }
      await service.call('POST', '/v1/challenges', { token: group.token, body })
      const page = await visit(service, (await mailTo(service, email, 'invited')).answerPath)
      expect(page.text).toContain('<bdi>Blue</bdi>. Its members can read this challenge.')
    })
  })

  it.each([
    [
      'win',
      'You say “I won”',
      { status: 'proposed', proposal: { by: 'opponent', outcome: 'opponent_won' } },
      ['concede'],
    ],
    [
      'draw',
      'You say it’s a draw',
      { status: 'proposed', proposal: { by: 'opponent', outcome: 'draw' } },
      ['concede'],
    ],
    ['concede', 'Pat won, you conceded', { status: 'resolved', resolution: { outcome: 'creator_won' } }, []],
    [
      'cancel',
      'In progress · you asked to cancel',
      { status: 'active', cancellation: { requested_by: 'opponent' } },
      running.slice(0, 3),
    ],
  ])('of a challenge that runs takes %s', async (choice, title, becomes, next) => {
    const created = await active()
    const path = await pathTo(ben, 'invited')
    expect(buttonsOf(await visit(service, path))).toEqual(running)
    await expectDone(path, choice, title, {}, next)
    expect(await ana.get(created)).toMatchObject(becomes)
  })

  it.each([
    ['win', 'You say “I won”', { status: 'proposed', proposal: { by: 'opponent' } }, ['concede']],
    ['draw', 'You say it’s a draw', { status: 'proposed', proposal: { outcome: 'draw' } }, ['concede']],
    ['concede', 'Pat won, you conceded', { status: 'resolved', resolution: { outcome: 'creator_won' } }, []],
    ['cancel', 'Time’s up: say who won', { status: 'due', cancellation: {} }, ['win', 'draw', 'concede']],
  ])('of a due challenge takes %s', async (choice, title, becomes, next) => {
    const created = await active()
    service.clock.advance(5 * DAY_MS)
    await service.runDue()
    const path = await pathTo(ben, 'due')
    expect(buttonsOf(await visit(service, path))).toEqual(running)
    await expectDone(path, choice, title, {}, next)
    expect(await ana.get(created)).toMatchObject(becomes)
  })

  it('of the creator takes the challenge back while nobody has answered', async () => {
    const { created } = await invited()
    const link = { challengeId: asId('challenge', created.id), party: 'creator', number: 0 } as const
    const path = challengeUrl(service.keys, '', link)
    expect(buttonsOf(await visit(service, path))).toEqual(['cancel'])
    await expectDone(path, 'cancel', 'Cancelled · no result', { reason: 'A mistake.' })
    expect(await ana.get(created)).toMatchObject({ status: 'cancelled', closed_reason: 'A mistake.' })
  })

  describe('of a proposal', () => {
    const proposed = async (outcome: 'creator_won' | 'draw') => {
      const created = await active()
      await ana.act(created, 'resolve', { outcome })
      return { created, path: await pathTo(ben, 'proposed') }
    }

    it('agrees', async () => {
      const { created, path } = await proposed('creator_won')
      const page = await visit(service, path)
      expect(standingOf(page)).toBe('Pat says “I won”')
      expect(buttonsOf(page)).toEqual(['agree', 'dispute'])
      await expectDone(path, 'agree', 'Pat won, you conceded')
      expect((await ana.get(created)).resolution).toMatchObject({ outcome: 'creator_won' })
    })

    it('agrees to a draw, or concedes instead', async () => {
      const first = await proposed('draw')
      expect(buttonsOf(await visit(service, first.path))).toEqual(['agree', 'concede', 'dispute'])
      await expectDone(first.path, 'agree', 'Draw')
      const second = await proposed('draw')
      await expectDone(second.path, 'concede', 'Pat won, you conceded')
      expect((await ana.get(second.created)).resolution).toMatchObject({ settled_by: 'concession' })
    })

    it('disputes with a reason, as it was typed', async () => {
      const { created, path } = await proposed('creator_won')
      await expectDone(
        path,
        'dispute',
        'You disagree: settle it together',
        { reason: 'It was nine.\r\nNot ten. ' },
        ['draw', 'win', 'concede'],
      )
      expect((await ana.get(created)).dispute).toMatchObject({
        opened_by: 'opponent',
        reason: 'It was nine.\nNot ten.',
      })
    })

    it.each(['', '   ', 'x'.repeat(1001), 'a\u0000b'])(
      'does not dispute without a usable reason, keeps what was typed and opens the form',
      async (reason) => {
        const { created, path } = await proposed('creator_won')
        const page = await answer(path, 'dispute', { reason })
        expect(page.status).toBe(400)
        expect(page.text).toContain(
          reason.trim() === ''
            ? 'Your reason is required'
            : 'Your reason must be a text of 1 to 1000 characters',
        )
        expect(page.text).toMatch(/<details class="more choice" open>/)
        expect((await ana.get(created)).status).toBe('proposed')
      },
    )

    it('is nobody’s to answer but the one who was asked', async () => {
      const { created, path } = await proposed('creator_won')
      expect((await mailsTo(service, ana.email)).map(({ kind }) => kind)).not.toContain('proposed')
      const page = await visit(service, await pathTo(ana, 'accepted'))
      expect(standingOf(page)).toBe('You say “I won”')
      expect(buttonsOf(page)).toEqual(['concede'])
      for (const choice of ['dispute', 'cancel']) {
        expect((await answer(await pathTo(ana, 'accepted'), choice, { reason: 'x' })).status).toBe(409)
      }
      expect((await visit(service, path)).status).toBe(200)
      expect((await ana.get(created)).status).toBe('proposed')
    })

    it('is answered until its deadline, and then shows what became of it', async () => {
      const { created, path } = await proposed('creator_won')
      await service.runDue()
      service.clock.advance(72 * HOUR_MS - 1)
      expect(buttonsOf(await visit(service, path))).toEqual(['agree', 'dispute'])
      service.clock.advance(1)
      const page = await visit(service, path)
      expect(page.status).toBe(200)
      expect(standingOf(page)).toBe('Pat won, you didn’t answer')
      expect(buttonsOf(page)).toEqual([])
      const late = await answer(path, 'dispute', { reason: 'no' })
      expect(late.status).toBe(409)
      expect(late.text).toContain('Nothing was changed')
      await service.runDue()
      expect((await ana.get(created)).resolution).toMatchObject({ settled_by: 'silence' })
    })

    it('that lapsed since nobody was told can be settled again', async () => {
      const { created, path } = await proposed('creator_won')
      service.clock.advance(72 * HOUR_MS)
      expect(buttonsOf(await visit(service, path))).toEqual(running)
      const late = await answer(path, 'dispute', { reason: 'no' })
      expect(late.status).toBe(409)
      await expectDone(path, 'win', 'You say “I won”', {}, ['concede'])
      expect((await ana.get(created)).proposal).toMatchObject({ by: 'opponent', outcome: 'opponent_won' })
    })
  })

  describe('of a dispute', () => {
    const disputed = async () => {
      const created = await active()
      await ana.act(created, 'resolve', { outcome: 'creator_won' })
      await ben.act(created, 'dispute', { reason: 'It was <nine>.' })
      return { created, path: await pathTo(ana, 'disputed') }
    }

    it('concedes', async () => {
      const { created, path } = await disputed()
      const page = await visit(service, path)
      expect(page.text).toContain('It was &lt;nine&gt;.')
      expect(buttonsOf(page)).toEqual(['draw', 'concede'])
      await expectDone(path, 'concede', 'Pat won, you conceded')
      expect((await ben.get(created)).resolution).toMatchObject({ outcome: 'opponent_won' })
    })

    it('offers a draw, to which the other agrees by a link of their own', async () => {
      const { created, path } = await disputed()
      expect((await answer(path, 'draw')).status).toBe(303)
      expect(buttonsOf(await visit(service, path))).toEqual(['win', 'concede'])
      const theirs = await pathTo(ben, 'proposed')
      const page = await visit(service, theirs)
      expect(page.text).toContain('Agree: draw')
      await expectDone(theirs, 'draw', 'Draw')
      expect((await ana.get(created)).resolution).toMatchObject({ outcome: 'draw', settled_by: 'agreement' })
    })
  })

  it('asks to cancel with a reason', async () => {
    const created = await active()
    expect((await answer(await pathTo(ben, 'invited'), 'cancel', { reason: 'I am ill.' })).status).toBe(303)
    expect((await ana.get(created)).cancellation).toMatchObject({
      requested_by: 'opponent',
      reason: 'I am ill.',
    })
  })

  it('never makes it loud to give something up, and asks once more', async () => {
    const look = async (path: string) => {
      const page = await visit(service, path)
      const loud = [...page.text.matchAll(/class="main"\s+name="choice"\s+value="(\w+)"/g)]
      const shut = page.text.replaceAll(/<details[^]*?<\/details>/g, '')
      return { loud: loud.map(([, choice]) => choice), atOnce: buttonsOf({ ...page, text: shut }) }
    }
    const created = await challenge(ana, ben)
    const path = await pathTo(ben, 'invited')
    expect(await look(path)).toEqual({ loud: ['accept'], atOnce: ['accept'] })
    await ben.act(created, 'accept')
    // Nothing is asked of them while it runs.
    expect(await look(path)).toEqual({ loud: [], atOnce: ['win', 'draw'] })
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    // To agree that the other one won is to concede.
    expect(await look(path)).toEqual({ loud: ['dispute'], atOnce: [] })
    await ben.act(created, 'dispute', { reason: 'no' })
    expect(await look(await pathTo(ana, 'disputed'))).toEqual({ loud: ['draw'], atOnce: ['draw'] })
  })

  it('of a request to cancel agrees to it', async () => {
    const created = await active()
    await ana.act(created, 'cancel', { reason: 'I am ill' })
    const path = await pathTo(ben, 'cancel_requested')
    const page = await visit(service, path)
    expect(page.text).toContain('I am ill')
    expect(standingOf(page)).toBe('Pat wants to cancel')
    expect(buttonsOf(page)).toEqual(['cancel', 'win', 'draw', 'concede'])
    await expectDone(path, 'cancel', 'Cancelled · no result')
    expect((await ana.get(created)).status).toBe('cancelled')
  })

  it('shows the evidence and nobody’s surname or address', async () => {
    const created = await active()
    await ana.act(created, 'evidence', { text: 'See <here>', url: 'https://e.example/?a=1&b=2' }, 201)
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    const page = await visit(service, await pathTo(ben, 'proposed'))
    expect(page.text).toContain('See &lt;here&gt;')
    expect(page.text).toContain('href="https://e.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow"')
    for (const secret of ['Quill', ana.email, ben.email]) expect(page.text).not.toContain(secret)
  })
})
