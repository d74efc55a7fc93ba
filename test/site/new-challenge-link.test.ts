// A link to the form of a new challenge carries its terms: they stand in the form, and nothing is done by opening it.
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { newMember } from '../support/groups.ts'
import { challenge, findPersonId, person, usePerson } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'
import { newChallengeLink } from '../../packages/server/src/interfaces/http/site-links.ts'

const NEW = '/challenges/new'

const terms = {
  claim: 'I run (ten) kilometres!\n"Really" & <b>surely</b>: 100 % 🏃',
  opponent_email: 'ben+run@test.example',
  stake: "a *coffee* at Pat's",
  due_days: 12,
  reference: 'Ben from work',
}

describe.each(engines)('a link to a new challenge, on %s', (engine) => {
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

  /** What stands in the form. */
  const termsIn = (page: SeenPage): Readonly<Record<string, string>> => {
    const fields = page.forms.find(({ action }) => action === NEW)?.fields ?? []
    return Object.fromEntries(fields.filter(([, value]) => value !== ''))
  }

  it('fills in the form, and does nothing', async () => {
    const zoe = await person(service)
    const hers = await Visitor.signedIn(service, zoe.email)
    const page = await hers.get(newChallengeLink(terms, null))
    expect(page.status).toBe(200)
    expect(termsIn(page)).toMatchObject({ ...terms, due_days: '12' })
    expect(await findPersonId(service, terms.opponent_email)).toBe('')
    expect((await zoe.call('GET', '/v1/challenges')).body.data).toEqual([])
  })

  it('chooses the days from those that are offered, where they are among them', async () => {
    const page = await browser.get(newChallengeLink({ ...terms, due_days: 3 }, null))
    expect(termsIn(page)).toMatchObject({ due_preset: '3' })
    expect(termsIn(page)).not.toHaveProperty('due_days')
  })

  it('is sent as it was carried', async () => {
    const { email } = await person(service)
    const form = await browser.get(newChallengeLink({ ...terms, opponent_email: email }, null))
    const preview = await browser.submit(form, NEW)
    const led = await browser.submit(preview, NEW, { step: 'send' })
    const [, id = ''] = /^\/challenges\/(ch_\w+)/.exec(String(led.headers['location'])) ?? []
    const { claim, stake, due_days, reference } = terms
    expect(await ana.get({ id })).toMatchObject({ claim, stake, due_days, reference })
  })

  it('carries other terms for an old opponent', async () => {
    const ben = await person(service)
    const played = await challenge(ana, ben, { claim: 'I can juggle', stake: 'a pizza', due_days: 9 })
    await ben.act(played, 'accept')
    await ben.act(played, 'resolve', { outcome: 'creator_won' })
    const again = { claim: 'I can juggle five', stake: 'two pizzas', rematch_of: played.id }
    const page = await browser.get(newChallengeLink({ ...again, due_days: 30 }, null))
    expect(termsIn(page)).toMatchObject({ ...again, due_preset: '30' })
  })

  it('carries the group and a member of it', async () => {
    const group = await service.group()
    await group.addMember(ana.email)
    const { memberId } = await newMember(service, group)
    const { opponent_email: _, ...rest } = terms
    const page = await browser.get(newChallengeLink({ ...rest, opponent_member_id: memberId }, group.id))
    expect(termsIn(page)).toMatchObject({ group: group.id, opponent_member_id: memberId, claim: rest.claim })
  })

  it('is led to through signing in, with all its terms', async () => {
    const link = newChallengeLink(terms, null)
    const asked = String((await new Visitor(service.url).get(link)).headers['location'])
    expect(asked).toMatch(/^\/sign-in\?next=/)
    expect((await browser.get(asked)).headers['location']).toBe(link)
  })
})
