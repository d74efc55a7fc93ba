// A new challenge on the site: every way to name the opponent, what is shown before it goes, and that it goes once.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { HOUR_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { mailsTo, newStranger, visit } from '../support/mails.ts'
import { challenge, findPersonId, person, usePerson, type Person } from '../support/people.ts'
import { startTestService, useService } from '../support/service.ts'
import { makeAddresses } from './address-kinds.ts'
import { siteSettings, Visitor, type Fields, type SeenPage } from './visitor.ts'

const NEW = '/challenges/new'

const words: Fields = {
  claim: 'I run ten kilometres <b>before</b> Sunday.\nWith a watch as witness.',
  stake: 'a “coffee” & cake',
  due_preset: '3',
}

const textOf = ({ text }: Pick<SeenPage, 'text'>): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ')

describe.each(engines)('a new challenge, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
  })
  const ana = usePerson(service)
  let browser: Visitor
  beforeAll(async () => {
    browser = await Visitor.signedIn(service, ana.email)
  })

  const see = async (fields: Fields, by = browser): Promise<SeenPage> =>
    by.submit(await by.get(NEW), NEW, { ...words, ...fields })

  const send = (preview: SeenPage, by = browser): Promise<SeenPage> =>
    by.submit(preview, NEW, { step: 'send' })

  const made = async (led: SeenPage, by: Person = ana): Promise<Challenge> => {
    const to = String(led.headers['location'])
    expect(led.status, textOf(led)).toBe(303)
    const [, id = ''] = /^\/challenges\/(ch_\w+)\?did=sent$/.exec(to) ?? []
    return by.get({ id })
  }

  const countOf = async (by: Person): Promise<number> => {
    const reply = await by.call('GET', '/v1/challenges?limit=100')
    return (reply.body.data as readonly unknown[]).length
  }

  const quotaOf = async (by: Person): Promise<number> =>
    ((await by.call('GET', '/v1/me')).body.data as { readonly quota: { readonly remaining: number } }).quota
      .remaining

  const playedWith = async (other: Person): Promise<Challenge> => {
    const played = await challenge(ana, other, { claim: 'I can juggle', stake: 'a pizza', due_days: 9 })
    await other.act(played, 'accept')
    return other.act(played, 'resolve', { outcome: 'creator_won' })
  }

  it('is made against an address, once it was seen', async () => {
    const email = newStranger()
    const [before, quota] = [await countOf(ana), await quotaOf(ana)]
    const preview = await see({ opponent_email: email, reference: 'Ben from work' })
    expect(preview.status).toBe(200)
    expect(textOf(preview)).toContain('Before it goes')
    expect([await countOf(ana), await quotaOf(ana), await findPersonId(service, email)]).toEqual([
      before,
      quota,
      '',
    ])
    const challenged = await made(await send(preview))
    expect(challenged).toMatchObject({
      claim: words['claim'],
      stake: words['stake'],
      due_days: 3,
      reference: 'Ben from work',
      group_id: null,
    })
    expect([await countOf(ana), await quotaOf(ana)]).toEqual([before + 1, quota - 1])
    expect((await mailsTo(service, email)).map(({ kind }) => kind)).toEqual(['invited'])
    const page = await browser.get(`/challenges/${challenged.id}?did=sent`)
    expect(textOf(page)).toContain('No mail leaves this service, so tell them yourself')
  })

  it('shows before it goes what the opponent then reads', async () => {
    const email = newStranger()
    const preview = await see({ opponent_email: email, due_days: '12', reference: 'my own word' })
    await made(await send(preview))
    const [mail] = await mailsTo(service, email)
    const theirs = await visit(service, mail?.answerPath ?? '')
    for (const told of [
      'Pat challenges you',
      String(words['claim']).replaceAll('\n', ' '),
      String(words['stake']),
      'Friday 27 November 2026, 12:00 UTC',
    ]) {
      expect(textOf(preview)).toContain(told)
      expect(textOf(theirs)).toContain(told)
    }
    expect(textOf(preview)).toContain('Only the two of you can read it.')
    expect(textOf(preview)).toContain('You call them my own word ; only you see that.')
    expect(textOf(theirs)).not.toContain('my own word')
  })

  it('says when it ends in the zone of its creator, before it is sent', async () => {
    const zoe = await person(service)
    const zoesId = await findPersonId(service, zoe.email)
    await service.store.write((tx) =>
      tx.run(once(`update accounts set time_zone = 'Asia/Kolkata' where person_id = '${zoesId}'`)),
    )
    const hers = await Visitor.signedIn(service, zoe.email)
    expect(textOf(await hers.get(NEW))).toContain('A week until Sunday 22 November 2026, 17:30')
    const preview = await see({ opponent_email: newStranger() }, hers)
    expect(textOf(preview)).toMatch(/Wednesday 18 November 2026, 17:30 \S+ , in 3 days \(Asia\/Kolkata\)/)
  })

  it('is made once, however often it is sent, seen and changed back', async () => {
    const email = newStranger()
    const preview = await see({ opponent_email: email })
    const before = await countOf(ana)
    const twice = await Promise.all([send(preview), send(preview)])
    const [first, second] = [await made(twice[0]), await made(twice[1])]
    expect(second.id).toBe(first.id)
    const changed = await browser.submit(preview, NEW, { step: 'edit' })
    service.clock.advance(MINUTE_MS)
    const again = await browser.submit(changed, NEW, { step: 'see' })
    expect((await made(await send(again))).id).toBe(first.id)
    expect(await countOf(ana)).toBe(before + 1)
    expect(await mailsTo(service, email)).toHaveLength(1)
    // With other words it is another one.
    const other = await browser.submit(changed, NEW, { step: 'see', claim: 'I run eleven.' })
    expect((await made(await send(other))).id).not.toBe(first.id)
  })

  it('is shown once more where it would end later than it was said', async () => {
    const preview = await see({ opponent_email: newStranger() })
    service.clock.advance(HOUR_MS)
    const before = await countOf(ana)
    const later = await send(preview)
    expect([later.status, await countOf(ana)]).toEqual([200, before])
    expect(textOf(later)).toContain('it would end later now')
    await made(await send(later))
    // Nothing goes that was not seen.
    const unseen = await browser.submit(await browser.get(NEW), NEW, {
      ...words,
      opponent_email: newStranger(),
      step: 'send',
    })
    expect([unseen.status, await countOf(ana)]).toEqual([200, before + 1])
  })

  it('keeps what was typed when it is changed, and when something is wrong', async () => {
    const typed = { ...words, opponent_email: newStranger(), reference: 'B <"> en', due_days: '12' }
    const preview = await see(typed)
    const changed = await browser.submit(preview, NEW, { step: 'edit' })
    const form = changed.forms.find(({ action }) => action === NEW)
    expect(Object.fromEntries(form?.fields ?? [])).toMatchObject(typed)
    const wrong = await browser.submit(changed, NEW, { due_days: '366', stake: 'x'.repeat(81), step: 'see' })
    expect(wrong.status).toBe(400)
    const kept = Object.fromEntries(wrong.forms.find(({ action }) => action === NEW)?.fields ?? [])
    expect(kept).toMatchObject({ ...typed, due_days: '366', stake: 'x'.repeat(81) })
    expect(wrong.text).toContain('id="due_days_problem"')
    expect(textOf(wrong)).toContain('Another number of days must be a whole number from 1 to 365.')
    expect(textOf(wrong)).toContain('What is at stake must be one line of 1 to 80 characters.')
  })

  it.each([
    ['nobody', {}, 'Their address is required, or'],
    [
      'two at once',
      { opponent_email: 'x@y.example', rematch_of: 'ch_00000000000000000000000000' },
      'send exactly one of',
    ],
    ['no address', { opponent_email: 'nowhere' }, 'Their address must be'],
    [
      'an address in the claim',
      { opponent_email: 'x@y.example', claim: 'x@y.example is slow' },
      'What you claim must not hold the address',
    ],
    ['no claim', { opponent_email: 'x@y.example', claim: ' ' }, 'What you claim'],
    ['no days', { opponent_email: 'x@y.example', due_preset: '' }, 'Another number of days'],
    ['nobody there', { rematch_of: 'ch_00000000000000000000000000' }, 'Someone you have played names nobody'],
    ['no id', { rematch_of: 'ch_\0' }, 'Someone you have played names nobody'],
    [
      'a member of no group',
      { opponent_member_id: 'mem_00000000000000000000000000' },
      'A member of the group needs',
    ],
    [
      'a group of nobody',
      { opponent_email: 'x@y.example', group: 'grp_\0' },
      'Make it in must be one that you are a member of',
    ],
  ])('refuses %s, in the words of the API beside the field', async (_, fields, told) => {
    const before = await countOf(ana)
    const page = await see(fields)
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.status).toBeLessThan(500)
    expect(textOf(page)).toContain(told)
    expect(textOf(page)).not.toMatch(/opponent_|rematch_of/)
    expect(await countOf(ana)).toBe(before)
  })

  it('refuses one’s own address', async () => {
    expect(textOf(await see({ opponent_email: ana.email }))).toContain('must be the address of someone else')
  })

  it('is answered alike whatever is known of the address', async () => {
    const clean = (email: string, { text }: SeenPage): string =>
      text
        .replaceAll(email, 'ADDRESS')
        .replaceAll(/[0-9a-f-]{36}|ch_\w+/g, 'ID')
        // How far the own feed has come.
        .replaceAll(/after=\d+/g, 'AFTER')
    const answered: string[][] = []
    for (const email of Object.values(await makeAddresses(service, ana.email))) {
      const preview = await see({ opponent_email: email })
      const page = await browser.follow(await send(preview))
      answered.push([clean(email, preview), clean(email, page)])
    }
    expect(answered).toHaveLength(7)
    for (const other of answered) expect(other).toEqual(answered[0])
  })

  it('offers whom one has played with by first name, each once, and plays again with one click', async () => {
    const ben = await person(service)
    await playedWith(ben)
    const latest = await playedWith(ben)
    const page = await browser.get(`${NEW}?rematch_of=${latest.id}`)
    const options = [...page.text.matchAll(/<option value="(ch_\w+)"\s*(selected)?>([^<]*)</g)]
    expect(options.map(([, , , name]) => name)).toEqual(['Pat'])
    expect(options[0]?.[1]).toBe(latest.id)
    expect(page.text).not.toContain(ben.email)
    const preview = await browser.submit(page, NEW)
    expect(textOf(preview)).toMatch(
      /This is what Pat will see: Pat challenges you Pat claims I can juggle At stake a pizza/,
    )
    const again = await made(await send(preview))
    expect(again).toMatchObject({ claim: 'I can juggle', stake: 'a pizza', due_days: 9, group_id: null })
    const [newest] = (await mailsTo(service, ben.email)).slice(-1)
    expect(newest).toMatchObject({ kind: 'invited', challengeId: again.id })
  })

  it('names the opponent of an old challenge once, also where a newer one is there', async () => {
    const [cleo, zoe] = [await person(service), await person(service)]
    const old = await playedWith(cleo)
    await playedWith(cleo)
    await playedWith(zoe)
    const page = await browser.get(`${NEW}?rematch_of=${old.id}`)
    expect(page.text.split(old.id).length - 1).toBe(1)
    expect(page.text).toContain(`<option value="${old.id}" selected>`)
    const fields = Object.fromEntries(page.forms.find(({ action }) => action === NEW)?.fields ?? [])
    expect(fields).toMatchObject({ rematch_of: old.id, due_days: '9' })
    expect(fields).not.toHaveProperty('due_preset')
  })

  it('plays again only where the rules allow it', async () => {
    const [dan, eve] = [await person(service), await person(service)]
    const pending = await challenge(ana, dan)
    const declined = await challenge(ana, dan)
    await dan.act(declined, 'cancel')
    const others = await challenge(eve, dan)
    const gone = await playedWith(eve)
    await service.erase(eve.email)
    for (const { id } of [pending, declined, others, gone, { id: 'ch_x' }]) {
      expect((await browser.get(`${NEW}?rematch_of=${id}`)).status, id).toBe(404)
      expect(textOf(await see({ rematch_of: id }))).toContain('names nobody whom you can challenge')
    }
    for (const { id } of [pending, declined, gone]) {
      expect((await browser.get(`/challenges/${id}`)).text).not.toContain(`${NEW}?rematch_of`)
    }
    const offered = await browser.get(NEW)
    for (const { id } of [pending, declined, gone]) expect(offered.text).not.toContain(id)
    const played = await playedWith(dan)
    expect((await browser.get(`/challenges/${played.id}`)).text).toContain(`${NEW}?rematch_of=${played.id}`)
    await service.erase(dan.email)
    expect((await browser.get(NEW)).text).not.toContain(played.id)
  })

  it('takes the stakes that the operator set, and no other', async () => {
    const strict = await startTestService(engine, { ...siteSettings, STAKES: 'a coffee,a pizza' })
    const zoe = await person(strict)
    const hers = new Visitor(strict.url)
    await hers.signIn(strict, zoe.email)
    const page = await hers.get(NEW)
    expect(page.text).toMatch(/<select id="stake"[^]*<option value="a coffee"[^]*<option value="a pizza"/)
    const wrong = await hers.submit(page, NEW, { ...words, opponent_email: newStranger() })
    expect(textOf(wrong)).toContain('What is at stake must be one of a coffee, a pizza.')
    const right = await hers.submit(wrong, NEW, { stake: 'a pizza' })
    expect((await send(right, hers)).status).toBe(303)
    await strict.stop()
  })

  it('says what is used up before it goes', async () => {
    const zoe = await person(service)
    await service.store.write((tx) =>
      tx.run(
        once(
          `update accounts set quota = 0 where person_id = (select id from people where email = '${zoe.email}')`,
        ),
      ),
    )
    const hers = await Visitor.signedIn(service, zoe.email)
    const page = await see({ opponent_email: newStranger() }, hers)
    expect([page.status, textOf(page)]).toEqual([429, expect.stringContaining('are used up')])
  })

  it('has the limits of the API on its fields', async () => {
    const { text } = await browser.get(NEW)
    for (const [name, most] of [
      ['claim', 500],
      ['stake', 80],
      ['reference', 100],
      ['opponent_email', 254],
    ] as const) {
      expect(new RegExp(`name="${name}"[^>]*maxlength="${most}"`).test(text), name).toBe(true)
    }
    expect(/name="due_days"[^>]*min="1"\s+max="365"/.test(text)).toBe(true)
  })

  it('is led to from the list', async () => {
    expect((await browser.get('/challenges')).text).toContain(`href="${NEW}"`)
    const hers = await Visitor.signedIn(service, (await person(service)).email)
    expect((await hers.get('/challenges')).text).toContain(`href="${NEW}"`)
  })
})
