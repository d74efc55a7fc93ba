// The members of a group on the site: adding one or many, roles, removing, leaving; each once, however often it is sent.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { engines } from '../support/engine.ts'
import { membersSeenBy } from '../support/groups.ts'
import { useService, type TestGroup } from '../support/service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { words } from '../../packages/server/src/wording/words.ts'
import { seat, type Seated } from './group-cast.ts'
import { siteSettings, type SeenPage } from './visitor.ts'

const settings = { ...siteSettings, READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' }

describe.each(engines)('the members of a group, on %s', (engine) => {
  const service = useService(engine, settings)
  let group: TestGroup
  let path: string
  let ana: Seated
  let ben: Seated
  beforeEach(async () => {
    group = await service.group()
    path = `/groups/${group.id}/members`
    ana = await seat(service, group, 'Ana', 'admin')
    ben = await seat(service, group, 'Ben', 'member')
  })

  const names = async (): Promise<readonly string[]> =>
    (await membersSeenBy(ana.inGroup, group)).map(({ first_name, role }) => `${first_name} ${role}`)

  const countMails = async (): Promise<number> => {
    const text = `select count(*) as count from mails where kind = 'member_added'`
    return (await service.store.first(once<{ count: number }>(text)))?.count ?? 0
  }

  /** What a page says, without its elements. */
  const wordsOf = ({ text }: SeenPage): string =>
    text
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll(/\s+/g, ' ')

  let addresses = 0
  const newAddress = (): string => `new${(addresses += 1)}@group.example`

  it('are shown by first name, role and since when, and oneself as you', async () => {
    const text = wordsOf(await ben.browser.get(path))
    expect(text).toMatch(/Ben \(you\) Member since Sunday 15 November 2026/)
    expect(text).toMatch(/Ana Admin Admin since/)
    expect((await ben.browser.get(path)).forms.map(({ action }) => action)).toEqual([
      `${path}/${ben.memberId}/leave`,
    ])
  })

  it('see no way to what is for admins alone', async () => {
    const linksOn = async ({ browser }: Seated): Promise<readonly string[]> => {
      const { text } = await browser.get(path)
      return [...text.matchAll(/href="(\/groups\/[^"]*)"/g)].map(([, to = '']) => to)
    }
    const forAdmins = [
      `/groups/${group.id}/webhooks`,
      `/groups/${group.id}/tokens`,
      `${path}/${ben.memberId}`,
    ]
    expect(await linksOn(ana)).toEqual(expect.arrayContaining(forAdmins))
    expect(new Set(await linksOn(ben))).toEqual(new Set([`/groups/${group.id}`, path]))
  })

  it('are asked once more before they leave, step down, or remove someone', async () => {
    const [ofAna, ofBen] = [`${path}/${ana.memberId}`, `${path}/${ben.memberId}`]
    const foldedOn = async (page: string): Promise<readonly string[]> => {
      const { text } = await ana.browser.get(page)
      const folded = [...text.matchAll(/<details[^>]*>([^]*?)<\/details>/g)].map(([, inside = '']) => inside)
      return folded.flatMap((inside) => [...inside.matchAll(/action="([^"]*)"/g)].map(([, to = '']) => to))
    }
    expect(await foldedOn(path)).toEqual([`${ofAna}/leave`])
    expect(await foldedOn(ofAna)).toEqual([`${ofAna}/role`])
    expect(await foldedOn(ofBen)).toEqual([`${ofBen}/remove`])
  })

  it('are added by an admin, once, however often the form is sent', async () => {
    const before = await countMails()
    const page = await ana.browser.get(path)
    const fields = { email: newAddress(), first_name: 'Cleo', last_name: 'Clqxword', role: 'admin' }
    const [first, second] = await Promise.all([
      ana.browser.submit(page, path, fields),
      ana.browser.submit(page, path, fields),
    ])
    for (const seen of [first, second]) expect(seen.headers['location']).toBe(`${path}?did=added`)
    expect(await names()).toEqual(['Cleo admin', 'Ben member', 'Ana admin', 'Alex admin'])
    expect(await countMails()).toBe(before + 1)
    expect((await ana.browser.follow(first)).text).not.toContain('Clqxword')
  })

  it('are refused with the words of the API beside the fields, and what was typed stays', async () => {
    const page = await ana.browser.get(path)
    const seen = await ana.browser.submit(page, path, { email: 'no address', first_name: '<b>1' })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('id="email_problem"')
    expect(seen.text).toContain('id="first_name_problem"')
    expect(seen.text).toContain('value="&lt;b&gt;1"')
    expect(await names()).toHaveLength(3)
  })

  it('answer alike for a member and for who has left, and say nothing of accounts', async () => {
    const outsider = await seat(service, group, 'Otto', null)
    const cleo = await seat(service, group, 'Cleo', 'member')
    await cleo.inGroup.call('DELETE', `/v1/groups/${group.id}/members/${cleo.memberId}`)
    const page = await ana.browser.get(path)
    const add = async (email: string) => {
      const seen = await ana.browser.submit(page, path, { email, first_name: 'Someone' })
      return [seen.status, seen.headers['location'], wordsOf(seen)]
    }
    const [ofMember, ofLeft] = [await add(ben.email), await add(cleo.email)]
    expect(ofMember[2]).toContain('The person is a member already, or has left.')
    expect(ofLeft).toEqual(ofMember)
    expect(await add(outsider.email)).toEqual(await add(newAddress()))
  })

  it('are added from a list, and of each line it is said what became of it', async () => {
    const before = await countMails()
    const lines = [
      `${newAddress()}, Cleo`,
      `Dan Dqxlast <${newAddress()}>`,
      `${ben.email}, Ben`,
      'no address, Eve',
      newAddress(),
      `${newAddress()}, <b>Fay`,
    ]
    const page = await ana.browser.get(path)
    const seen = await ana.browser.submit(page, `${path}/list`, { people: lines.join('\r\n') })
    expect(seen.status).toBe(200)
    const text = wordsOf(seen)
    expect(text).toContain('Of 6 lines 2 were added.')
    expect(text).toMatch(
      /Cleo Added .*Dqxlast <\S+> Added .*Ben There already The person is a member already/,
    )
    expect(text).toMatch(/no address, Eve Not added The address must be an e-mail address/)
    expect(text).toMatch(/Not added The first name is (missing|required)/)
    expect(seen.text).not.toContain('<b>')
    // What is wrong can be corrected and sent again; what was added is not among it.
    const again = seen.forms.find(({ action }) => action === `${path}/list`)
    expect(new Map(again?.fields).get('people')).toBe(lines.slice(3).join('\n'))
    expect(await names()).toEqual(['Dan member', 'Cleo member', 'Ben member', 'Ana admin', 'Alex admin'])
    expect(await countMails()).toBe(before + 2)
    expect((await ben.browser.get(path)).text).not.toContain('Dqxlast')
  })

  it('are added by a list once, also where it is sent twice, or at once', async () => {
    const before = await countMails()
    const people = Array.from({ length: 5 }, (_, at) => `${newAddress()}, Name${'abcde'[at]}`).join('\n')
    const page = await ana.browser.get(path)
    const send = () => ana.browser.submit(page, `${path}/list`, { people })
    const seen = [...(await Promise.all([send(), send()])), await send()]
    for (const one of seen) expect(wordsOf(one)).toContain('All 5 people were added.')
    expect(await names()).toHaveLength(8)
    expect(await countMails()).toBe(before + 5)
    // Another form with the same words finds them there.
    const other = await ana.browser.submit(await ana.browser.get(path), `${path}/list`, { people })
    expect(wordsOf(other)).toContain('Of 5 lines none was added.')
    expect(await countMails()).toBe(before + 5)
  })

  it('who are there already are looked up at once: a list of them writes nothing', async () => {
    const people = Array.from({ length: 30 }, () => `${newAddress()}, Nils`).join('\n')
    const send = async () => ana.browser.submit(await ana.browser.get(path), `${path}/list`, { people })
    const countWrites = async (work: () => Promise<unknown>): Promise<number> => {
      const write = vi.spyOn(service.store, 'write')
      await work()
      const { length } = write.mock.calls
      write.mockRestore()
      return length
    }
    expect(await countWrites(send)).toBeGreaterThanOrEqual(30)
    expect(await countWrites(send)).toBeLessThan(5)
  })

  it('are at most a hundred in a list, and then nobody is added', async () => {
    const page = await ana.browser.get(path)
    const many = Array.from({ length: 101 }, () => `${newAddress()}, Mo`).join('\n')
    const seen = await ana.browser.submit(page, `${path}/list`, { people: many })
    expect(seen.status).toBe(400)
    expect(wordsOf(seen)).toContain('The list has 101 lines')
    const thousands = Array.from({ length: 3000 }, (_, at) => `someone${at}@elsewhere.example, Mo`).join('\n')
    const tooLong = await ana.browser.submit(page, `${path}/list`, { people: thousands })
    expect(tooLong.status).toBe(400)
    expect(wordsOf(tooLong)).toContain('Of a list 100 lines are taken at once, and nobody was added.')
    expect((await ana.browser.submit(page, `${path}/list`, { people: ' \n ' })).status).toBe(400)
    expect(await names()).toHaveLength(3)
  })

  it('are not added by who is no admin, by one nor by many', async () => {
    const fields = { email: newAddress(), first_name: 'Cleo' }
    const one = await ben.browser.post(path, fields)
    const many = await ben.browser.post(`${path}/list`, { people: `${newAddress()}, Cleo` })
    for (const seen of [one, many]) {
      expect(seen.status).toBe(403)
      expect(seen.text).toContain('Only an admin of the group can do this.')
    }
    expect(await names()).toHaveLength(3)
  })

  it('have another role by an admin, who may step down, but for the last', async () => {
    const ofBen = `${path}/${ben.memberId}`
    const page = await ana.browser.get(ofBen)
    const seen = await ana.browser.follow(await ana.browser.submit(page, `${ofBen}/role`))
    expect(seen.text).toContain('Role changed.')
    expect(await names()).toContain('Ben admin')
    const ofAna = `${path}/${ana.memberId}`
    const down = await ana.browser.submit(await ana.browser.get(ofAna), `${ofAna}/role`)
    expect(down.headers['location']).toBe(path)
    expect(await names()).toContain('Ana member')
    expect((await ana.browser.get(ofBen)).status).toBe(404)
    expect((await ana.browser.get(`/groups/${group.id}/webhooks`)).status).toBe(404)
  })

  it('keep their last admin, who is told why', async () => {
    const page = await ana.browser.get(path)
    const alex = (await membersSeenBy(ana.inGroup, group)).find(({ first_name }) => first_name === 'Alex')
    await ana.inGroup.call('DELETE', `/v1/groups/${group.id}/members/${alex?.id}`)
    expect(wordsOf(await ana.browser.get(path))).toContain('You are its only admin')
    const ofAna = `${path}/${ana.memberId}`
    expect(wordsOf(await ana.browser.get(ofAna))).toContain('You are its only admin')
    // The earlier page still has the button.
    const left = await ana.browser.submit(page, `${ofAna}/leave`)
    expect([left.status, wordsOf(left).includes('The last admin of a group can neither leave')]).toEqual([
      409,
      true,
    ])
    const down = await ana.browser.post(`${ofAna}/role`, { role: 'member' })
    expect(down.status).toBe(409)
    expect(await names()).toContain('Ana admin')
  })

  it('are removed by an admin, and can be added again', async () => {
    const ofBen = `${path}/${ben.memberId}`
    const page = await ana.browser.get(ofBen)
    for (let times = 0; times < 2; times += 1) {
      const seen = await ana.browser.submit(page, `${ofBen}/remove`)
      expect(seen.headers['location']).toBe(`${path}?did=removed`)
    }
    expect(await names()).toEqual(['Ana admin', 'Alex admin'])
    expect((await ben.browser.get(path)).status).toBe(404)
    await ana.browser.submit(await ana.browser.get(path), path, { email: ben.email, first_name: 'Benno' })
    expect(wordsOf(await ben.browser.get(path))).toContain('Benno (you)')
  })

  it('who were added again are not said to be removed by an earlier form, and stay', async () => {
    const ofBen = `${path}/${ben.memberId}`
    const [page, unsent] = [await ana.browser.get(ofBen), await ana.browser.get(ofBen)]
    await ana.browser.submit(page, `${ofBen}/remove`)
    service.clock.advance(1)
    await ana.browser.submit(await ana.browser.get(path), path, { email: ben.email, first_name: 'Benno' })
    for (const form of [page, unsent]) {
      const seen = await ana.browser.submit(form, `${ofBen}/remove`)
      expect(seen.status).toBe(409)
      expect(wordsOf(seen)).toContain('Nothing was changed: they were added again')
    }
    expect(await names()).toContain('Benno member')
  })

  it('leave by themselves, also by two presses, and are not added again by an admin', async () => {
    const page = await ben.browser.get(path)
    const leave = () => ben.browser.submit(page, `${path}/${ben.memberId}/leave`)
    for (const seen of await Promise.all([leave(), leave()])) {
      expect(seen.headers['location']).toBe('/groups?did=left')
    }
    expect((await ben.browser.get('/groups?did=left')).text).toContain(words.group.listDone.left)
    expect(await names()).toEqual(['Ana admin', 'Alex admin'])
    const add = await ana.browser.submit(await ana.browser.get(path), path, {
      email: ben.email,
      first_name: 'Ben',
    })
    expect(add.status).toBe(409)
  })

  it('of another group are not there', async () => {
    const other = await service.group()
    const eve = await seat(service, other, 'Eve', 'member')
    const ofEve = `${path}/${eve.memberId}`
    expect((await ana.browser.get(ofEve)).status).toBe(404)
    for (const what of ['remove', 'leave', 'role']) {
      const { status, headers } = await ana.browser.post(`${ofEve}/${what}`, { role: 'admin' })
      const found = what === 'leave' ? [404, undefined] : [303, `${path}?did=gone`]
      expect([what, status, headers['location']]).toEqual([what, ...found])
    }
    const theirs = await membersSeenBy(eve.inGroup, other)
    expect(theirs.map(({ first_name, role }) => `${first_name} ${role}`)).toContain('Eve member')
  })

  it('are not removed by a member, nor is another made to leave', async () => {
    for (const what of ['remove', 'leave', 'role']) {
      const seen = await ben.browser.post(`${path}/${ana.memberId}/${what}`, { role: 'member' })
      expect([what, seen.status]).toEqual([what, what === 'leave' ? 403 : 404])
    }
    expect(await names()).toEqual(['Ben member', 'Ana admin', 'Alex admin'])
  })
})
