// A challenge that a member makes in a group on the site: as that membership, on the group's quota, personally.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { closeGroup } from '../../packages/server/src/features/privacy/group-deletion.service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, expectStatus, newMember, throughGroup } from '../support/groups.ts'
import { mailsTo, mailTo, newStranger, visit } from '../support/mails.ts'
import { challenge, person, usePerson, type Person } from '../support/people.ts'
import { useService, type TestGroup } from '../support/service.ts'
import { siteSettings, Visitor, type Fields, type SeenPage } from './visitor.ts'

const NEW = '/challenges/new'

const words: Fields = { claim: 'I run ten kilometres.', stake: 'a coffee', due_preset: '7' }

describe.each(engines)('a challenge made in a group on the site, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
  })
  const ana = usePerson(service)
  let browser: Visitor
  let group: TestGroup
  beforeAll(async () => {
    group = await service.group()
    await group.addMember(ana.email, null, 'Annabel')
    browser = await Visitor.signedIn(service, ana.email)
  })

  const see = async (fields: Fields, by = browser): Promise<SeenPage> =>
    by.submit(await by.get(`${NEW}?group=${group.id}`), NEW, { ...words, ...fields })
  const send = async (preview: SeenPage, by = browser): Promise<Challenge> => {
    const led = await by.submit(preview, NEW, { step: 'send' })
    const [, id = ''] = /(ch_\w+)/.exec(String(led.headers['location'])) ?? []
    return ana.get({ id })
  }
  const remainingOf = async (reply: ReturnType<Person['call']>): Promise<number> =>
    ((await reply).body.data as { readonly quota: { readonly remaining: number } }).quota.remaining
  const quotas = async (): Promise<readonly number[]> => [
    await remainingOf(adminOf(service, group).call('GET', '/v1/me')),
    await remainingOf(ana.call('GET', '/v1/me')),
  ]

  it('names a member, and is charged to the group alone', async () => {
    const mo = await newMember(service, group, 'Mo')
    const [ofGroup = 0, mine = 0] = await quotas()
    const preview = await see({ opponent_member_id: mo.memberId })
    expect(preview.text).toContain('This is what <bdi class="theirs">Mo</bdi> will see')
    expect(preview.text).toContain('<bdi>Annabel</bdi> challenges you')
    expect(preview.text).toContain('<bdi>Blue</bdi>. Its members can read this challenge.')
    expect(await quotas()).toEqual([ofGroup, mine])
    const made = await send(preview)
    expect(made).toMatchObject({
      group_id: group.id,
      creator: { first_name: 'Annabel' },
      opponent: { first_name: 'Mo' },
    })
    expect(await quotas()).toEqual([ofGroup - 1, mine])
    const { answerPath } = await mailTo(service, mo.email, 'invited')
    const theirs = await visit(service, answerPath)
    expect(theirs.text).toContain('Annabel')
    expect(theirs.text).toMatch(/Blue(?:<\/bdi>)?\. Its members can read this challenge\./)
  })

  it('tells nobody, before it is sent, whether an address is that of a member', async () => {
    const mo = await newMember(service, group, 'Moqxwordname')
    const stranger = newStranger()
    const previews = []
    for (const address of [mo.email, stranger]) {
      const { status, text } = await see({ opponent_email: ` ${address}` })
      expect(status).toBe(200)
      expect(text).toContain(`This is what <bdi class="theirs">${address}</bdi> will see`)
      expect(text).not.toContain('Moqxwordname')
      previews.push(
        text.replaceAll(address, 'ADDRESS').replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}/g, 'ID'),
      )
    }
    expect(previews[0]).toBe(previews[1])
  })

  it('lists nobody twice, and lists the members by a button that is there as long as it is of use', async () => {
    const mo = await newMember(service, group, 'Monika')
    const played = await challengeIn(throughGroup(service, group, ana.email), mo)
    await act(mo, played, 'accept')
    await act(mo, played, 'resolve', { outcome: 'creator_won' })
    const alone = (await browser.get(NEW)).text
    expect(alone).toContain('Monika, in Blue')
    expect(alone).toContain('it is made where you chose above, private or in a group')
    expect(alone).toContain('List the members of the chosen group')
    const inGroup = (await browser.get(`${NEW}?group=${group.id}`)).text
    expect(inGroup.match(/Monika/g)).toHaveLength(1)
    expect(inGroup).not.toContain('List the members')
    // Enter presses the first of them.
    expect(/<button name="step" value="(\w+)"/.exec(inGroup)?.[1]).toBe('see')
  })

  it('is made against anyone by address, and against whom one played with there', async () => {
    const mo = await newMember(service, group, 'Moritz')
    const played = await challengeIn(throughGroup(service, group, ana.email), mo, { claim: 'I can juggle' })
    await act(mo, played, 'accept')
    await act(mo, played, 'resolve', { outcome: 'creator_won' })
    const stranger = await send(await see({ opponent_email: newStranger() }))
    expect(stranger).toMatchObject({ group_id: group.id, opponent: { first_name: null } })
    const page = await browser.get(`${NEW}?rematch_of=${played.id}`)
    expect(page.text).toContain(`<option value="${group.id}" selected>Blue</option>`)
    const again = await send(await browser.submit(page, NEW))
    expect(again).toMatchObject({
      group_id: group.id,
      opponent: { first_name: 'Moritz' },
      claim: 'I can juggle',
    })
    const alone = await send(await browser.submit(page, NEW, { group: '' }))
    expect(alone).toMatchObject({ group_id: null, opponent: { first_name: null } })
  })

  it('names nobody of the group whom one has played with elsewhere, and the other way round', async () => {
    const ben = await person(service)
    await group.addMember(ben.email, null, 'Benjamin')
    const played = await challenge(ana, ben)
    await ben.act(played, 'accept')
    await ben.act(played, 'resolve', { outcome: 'draw' })
    await ana.act(played, 'resolve', { outcome: 'draw' })
    const inside = await challengeIn(throughGroup(service, group, ana.email), ben)
    await ben.act(inside, 'accept')
    await ben.act(inside, 'resolve', { outcome: 'creator_won' })
    const privately = await browser.get(NEW)
    // One and the same person, which nobody is told: of the two names only one is known to be theirs.
    expect(privately.text).toContain(`<option value="${played.id}" >Pat</option>`)
    expect(privately.text).toContain(`<option value="${inside.id}" >Benjamin, in Blue</option>`)
    const there = await browser.get(`${NEW}?rematch_of=${inside.id}`)
    expect(there.text).not.toContain(played.id)
    expect(there.text).toContain(`<option value="${inside.id}" selected>Benjamin, in Blue</option>`)
    const mixed = await see({ rematch_of: played.id })
    expect(mixed.text).toContain('names nobody whom you can challenge here')
  })

  it('is made personally: the two are acquainted then, and no limit of the group holds for what runs against her', async () => {
    const [gil, hal] = [await person(service), await person(service)]
    const noticeOf = async (made: Challenge, by: Person) => {
      await by.act(made, 'accept')
      await by.act(made, 'resolve', { outcome: 'opponent_won' })
      return (await mailsTo(service, ana.email)).find(
        ({ kind, challengeId }) => kind === 'proposed' && challengeId === made.id,
      )
    }
    const made = await send(await see({ opponent_email: gil.email }))
    expect(await noticeOf(made, gil)).toMatchObject({ class: 'deadline', throughId: null })
    // The same by the group's token is not.
    const byToken = await challengeIn(throughGroup(service, group, ana.email), hal)
    expect(await noticeOf(byToken, hal)).toMatchObject({ class: 'deadline', throughId: group.id })
    const acquainted = await service.store.all(
      once<{ readonly email: string }>(
        `select c.email from acquaintances a join people p on p.id = a.person_id join people c on c.id = a.causer_id
         where p.email = '${ana.email}' and c.email in ('${gil.email}', '${hal.email}')`,
      ),
    )
    expect(acquainted.map(({ email }) => email)).toEqual([gil.email])
  })

  it('is refused in the same words in every group that is none of one’s own', async () => {
    const [left, others, deleted] = [await service.group(), await service.group(), await service.group()]
    const memberId = await left.addMember(ana.email)
    await deleted.addMember(ana.email)
    const previews = await Promise.all(
      [left, deleted].map(({ id }) => see({ group: id, opponent_email: newStranger() })),
    )
    for (const { status } of previews) expect(status).toBe(200)
    await expectStatus(ana.call('DELETE', `/v1/groups/${left.id}/members/${memberId}`), 200)
    await service.store.write((tx) => closeGroup(tx, deleted.id, service.clock.now()))
    const answers: string[] = []
    for (const preview of previews) {
      const refused = await browser.submit(preview, NEW, { step: 'send' })
      expect(refused.status).toBe(403)
      answers.push(problemIn(refused))
      expect(refused.text).toContain(words['claim'])
    }
    for (const id of [others.id, 'grp_00000000000000000000000000', 'grp_x']) {
      answers.push(problemIn(await see({ group: id, opponent_email: newStranger() })))
    }
    expect(new Set(answers)).toEqual(new Set(['Make it in must be one that you are a member of.']))
    const reply = await adminOf(service, left).call('GET', `/v1/groups/${left.id}/challenges`)
    expect(reply.body.data).toEqual([])
  })

  const problemIn = ({ text }: SeenPage): string =>
    /<p class="problem" id="group_problem">([^<]*)</.exec(text)?.[1] ?? 'none'

  it('says that the quota of the group is used up, whatever is left of one’s own', async () => {
    const small = await service.group()
    await small.addMember(ana.email)
    await service.store.write((tx) => tx.run(once(`update groups set quota = 1 where id = '${small.id}'`)))
    await send(await see({ group: small.id, opponent_email: newStranger() }))
    const refused = await see({ group: small.id, opponent_email: newStranger() })
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringContaining('The 1 creations of this month are used up.'),
    ])
  })

  it('lists every other member by first name, and tells two of one name apart', async () => {
    const big = await service.group()
    await big.addMember(ana.email, 'Annaqxwordlast', 'Annabel')
    for (let count = 0; count < 120; count += 1) {
      await big.addMember(
        `big${count}qx@group.example`,
        'qxwordlast',
        count < 118 ? `N${'x'.repeat(count % 30)}${'y'.repeat(Math.floor(count / 30))}` : 'Twin',
      )
    }
    const { text } = await browser.get(`${NEW}?group=${big.id}`)
    const options = [...text.matchAll(/<option value="(mem_\w+)"[^>]*>([^<]*)</g)].map(([, , name]) => name)
    // The admin too.
    expect(options).toHaveLength(121)
    expect(options).not.toContain('Annabel')
    expect(options.filter((name) => name?.startsWith('Twin, here since'))).toHaveLength(2)
    expect(text).not.toMatch(/qxwordlast|@group\.example/)
  })

  it('is made in the hundred and first group as in any other', { timeout: 180_000 }, async () => {
    const cleo = await person(service)
    const first = await service.group()
    await first.addMember(cleo.email)
    const mo = await newMember(service, first, 'Moby')
    const played = await challengeIn(throughGroup(service, first, cleo.email), mo)
    await act(mo, played, 'accept')
    await act(mo, played, 'resolve', { outcome: 'creator_won' })
    const others = await service.group()
    for (let count = 0; count < 100; count += 1) await (await service.group()).addMember(cleo.email)
    const hers = await Visitor.signedIn(service, cleo.email)
    const chosen = `<option value="${first.id}" selected>`
    for (const path of [`${NEW}?group=${first.id}&member=${mo.memberId}`, `${NEW}?rematch_of=${played.id}`]) {
      const page = await hers.get(path)
      expect(page.text).toContain(chosen)
      expect(page.text).toContain(`<option value="${mo.memberId}"`)
      expect(page.text).toContain('Not all of your groups are listed here')
      const preview = await hers.submit(page, NEW, { ...words })
      expect(preview.text).toContain('This is what <bdi class="theirs">Moby</bdi> will see')
      const changed = await hers.submit(preview, NEW, { step: 'edit' })
      expect(changed.text).toContain(chosen)
      const led = await hers.submit(preview, NEW, { step: 'send' })
      const [, id = ''] = /(ch_\w+)/.exec(String(led.headers['location'])) ?? []
      expect(await cleo.get({ id })).toMatchObject({ group_id: first.id, opponent: { first_name: 'Moby' } })
    }
    expect((await hers.get(`${NEW}?group=${others.id}`)).text).not.toContain(others.id)
    expect((await browser.get(`${NEW}?group=${group.id}`)).text).not.toContain('Not all of your groups')
  })

  it('keeps what was typed where the group is chosen later', async () => {
    const page = await browser.get(NEW)
    const typed = { ...words, group: group.id, reference: 'my friend' }
    const listed = await browser.submit(page, NEW, { ...typed, step: 'edit' })
    expect(listed.status).toBe(200)
    expect(Object.fromEntries(listed.forms.find(({ action }) => action === NEW)?.fields ?? [])).toMatchObject(
      typed,
    )
    expect(listed.text).toContain('name="opponent_member_id"')
  })
})
