// Whom someone blocked, by the names that they know them by themselves, on both engines.
import { beforeEach, describe, expect, it } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { challenge, person, useFreshPerson } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor } from './visitor.ts'

describe.each(engines)('those who are blocked, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '1000',
    READS_PER_MINUTE: '1000',
  })
  const ana = useFreshPerson(service)
  let browser: Visitor
  beforeEach(async () => {
    browser = await Visitor.signedIn(service, ana.email)
  })

  const namesShown = async (): Promise<readonly string[]> => {
    const { text } = await browser.get('/settings/blocked')
    return [...text.matchAll(/<strong><bdi>([^<]*)<\/bdi><\/strong>/g)].map(([, name = '']) => name)
  }
  const block = ({ id }: { readonly id: string }) =>
    browser.post(`/challenges/${id}`, { choice: 'block', form_id: id })
  const rename = ({ id }: { readonly id: string }, name: string) =>
    service.store.write((tx) =>
      tx.run(once(`update challenges set opponent_name = '${name}' where id = '${id}'`)),
    )

  it('are called what the blocking person typed, until they accepted there', async () => {
    const ben = await person(service)
    const named = await challenge(ana, ben, { reference: 'Ben of the club' })
    await block(named)
    expect(await namesShown()).toEqual(['Ben of the club'])
    await ben.act(named, 'accept')
    await rename(named, 'Benno')
    expect(await namesShown()).toEqual(['Benno'])
  })

  it('are told apart by the claim where nothing else is known, and never by the name of an account', async () => {
    const ben = await person(service)
    await block(await challenge(ana, ben, { claim: 'I say “no” all day.' }))
    expect(await namesShown()).toEqual(['Your opponent in ‘I say “no” all day.’'])
  })

  it('from older releases are called as in the last challenge that the two shared', async () => {
    const ben = await person(service)
    const [first, last] = [await challenge(ana, ben), await challenge(ana, ben)]
    for (const [made, name] of [
      [first, 'Ben'],
      [last, 'Benno'],
    ] as const) {
      await ben.act(made, 'accept')
      await rename(made, name)
    }
    await block(first)
    // As a block of an earlier release: of whom is known, and nothing else.
    await service.store.write((tx) =>
      tx.run(once(`update block_origins set origin = blocked_id, name = null where origin = '${first.id}'`)),
    )
    expect(await namesShown()).toEqual(['Benno'])
  })
})
