// Signs that turn the direction of a text, in what someone else has written: they turn none of the site's own words.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, openBrowser } from '../support/browser.ts'
import { act, challengeIn, throughGroup } from '../support/groups.ts'
import { challenge, person } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { findTurnedWords, openParser } from './parsed-page.ts'
import { siteSettings, Visitor } from './visitor.ts'

const TURN = 'one euro\u202E'

describe.skipIf(chromiumPath === undefined)('signs of direction in the words of another', () => {
  const service = useService('sqlite', siteSettings)
  let chromium: Browser
  let parser: Page
  beforeAll(async () => {
    chromium = await openBrowser()
    parser = await openParser(chromium)
  })
  afterAll(() => chromium.close())

  it('turn nothing of a page but those words', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const terms = { claim: TURN, stake: TURN, reference: TURN }
    await challenge(ana, ben, terms)
    const running = await challenge(ana, ben, terms)
    await ben.act(running, 'accept')
    await ana.act(running, 'evidence', { text: TURN }, 201)
    await ana.act(running, 'cancel', { reason: TURN })
    const disputed = await challenge(ben, ana, { claim: 'I swim.' })
    await ana.act(disputed, 'accept')
    await ben.act(disputed, 'resolve', { outcome: 'creator_won' })
    await ana.act(disputed, 'dispute', { reason: TURN })
    const browser = await Visitor.signedIn(service, ben.email)
    const ended = await challenge(ana, ben, terms)
    await ben.act(ended, 'accept')
    await ben.act(ended, 'resolve', { outcome: 'creator_won' })
    const again = `/challenges/new?rematch_of=${ended.id}`
    const preview = await browser.submit(await browser.get(again), '/challenges/new', { reference: TURN })
    expect(preview.text).toContain('Before it goes')
    expect(await findTurnedWords(parser, preview.text)).toEqual([])
    for (const path of [
      '/',
      '/challenges',
      again,
      `/challenges/${running.id}`,
      `/challenges/${disputed.id}`,
    ]) {
      const { text } = await browser.get(path)
      expect(text, path).toContain(TURN)
      expect(await findTurnedWords(parser, text), path).toEqual([])
    }
  })

  it('turn nothing of a page of a group but those words', async () => {
    const ben = await person(service)
    const group = await service.group()
    const ana = { email: group.adminEmail }
    await service.account({ email: ana.email })
    const id = await group.addMember(ben.email, null, 'Mo')
    await service.store.write((tx) =>
      tx.run(once<never>(`update groups set name = '${TURN}' where id = '${group.id}'`)),
    )
    const [asAna, asBen] = [ana, ben].map(({ email }) => throughGroup(service, group, email))
    if (!asAna || !asBen) throw new Error('two were made')
    const terms = { claim: TURN, stake: TURN }
    const running = await challengeIn(asAna, ben, terms)
    await act(asBen, running, 'accept')
    const disputed = await challengeIn(asBen, ana, terms)
    await act(asAna, disputed, 'accept')
    await act(asBen, disputed, 'resolve', { outcome: 'creator_won' })
    await act(asAna, disputed, 'dispute', { reason: TURN })
    const hook = { url: 'https://hooks.example.com/in', description: TURN }
    const { body } = await asAna.call('POST', '/v1/webhooks', hook)
    const { id: hookId } = body.data as { readonly id: string }
    const watcher = await person(service)
    await group.addMember(watcher.email, null, 'Pat')
    const browser = await Visitor.signedIn(service, ana.email)
    const onlooker = await Visitor.signedIn(service, watcher.email)
    const path = `/groups/${group.id}`
    for (const [visitor, page] of [
      [browser, '/groups'],
      [browser, path],
      [onlooker, path],
      [browser, `${path}?status=all`],
      [browser, `${path}/members`],
      [browser, `${path}/members/${id}`],
      [browser, `${path}/webhooks`],
      [browser, `${path}/webhooks/${hookId}`],
      [browser, `${path}/tokens`],
      [browser, `/challenges/new?group=${group.id}`],
    ] as const) {
      const { status, text } = await visitor.get(page)
      expect([page, status]).toEqual([page, 200])
      expect(text, page).toContain(TURN)
      expect(await findTurnedWords(parser, text), page).toEqual([])
    }
  })
})
