// The record of a person on the site, on both engines.
import { describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor } from './visitor.ts'

describe.each(engines)('the record, on %s', (engine) => {
  const service = useService(engine, { ...siteSettings, WRITES_PER_MINUTE: '1000' })

  const read = async ({ email }: Pick<Person, 'email'>): Promise<string> => {
    const browser = await Visitor.signedIn(service, email)
    return (await browser.get('/record')).text
  }

  it('of someone new says how it begins', async () => {
    const text = await read(await service.account())
    expect(text).toContain('It begins with your first challenge that ends')
    expect(text).toContain('href="/challenges/new"')
  })

  it('counts what ended, names the streak, and shows the newest one by one', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const play = async (outcome: string): Promise<void> => {
      const made = await challenge(ana, ben)
      await ben.act(made, 'accept')
      await ana.act(made, 'resolve', { outcome })
      if (outcome !== 'opponent_won') await ben.act(made, 'resolve', { outcome })
    }
    // A draw neither ends a streak nor makes it longer.
    for (const outcome of ['creator_won', 'draw', 'opponent_won', 'creator_won', 'draw', 'creator_won'])
      await play(outcome)
    await challenge(ana, ben)
    const hers = await read(ana)
    expect(hers).toContain('3 won, 1 lost, 2 drawn. 2 wins in a row: your best streak so far.')
    expect(hers).toContain('You have one open challenge.')
    const letters = [...hers.matchAll(/<span aria-hidden="true">(.)<\/span\s*>/g)].map(([, letter]) => letter)
    expect(letters).toEqual(['W', 'D', 'W', 'L', 'D', 'W'])
    expect(hers).toContain('You won, against Pat: I run ten kilometres before Sunday.')
    const his = await read(ben)
    expect(his).toContain(
      '1 won, 3 lost, 2 drawn. Your best streak was one win. Your next win starts a new one.',
    )
    const home = await Visitor.signedIn(service, ana.email)
    expect((await home.get('/')).text).toMatch(/3 won, 1 lost, 2 drawn · 2 in a row/)
  })
})
