// What the pages of a challenge say to each of those who see it: true for them, and in plain words.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { act, challengeIn, throughGroup } from '../support/groups.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

/** What a reader reads, without marks and doubled spaces. */
const wordsOf = ({ text }: Pick<SeenPage, 'text'>): string =>
  text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')

describe('the words of a challenge', () => {
  let service: TestService
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    service = await startTestService('sqlite', {
      ...siteSettings,
      WRITES_PER_MINUTE: '10000',
      READS_PER_MINUTE: '10000',
    })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    ana = await person(service)
    ben = await person(service)
  })

  const enter = async ({ email }: { readonly email: string }): Promise<Visitor> => {
    const browser = new Visitor(service.url)
    await browser.signIn(service, email)
    return browser
  }
  const read = async (who: { readonly email: string }, { id }: Pick<Challenge, 'id'>): Promise<string> =>
    wordsOf(await (await enter(who)).get(`/challenges/${id}`))

  it('say that it is over only where it is', async () => {
    const group = await service.group()
    for (const { email } of [ana, ben]) await group.addMember(email, null, 'Pat')
    const made = await challengeIn(throughGroup(service, group, ana.email), ben)
    await act(ben, made, 'accept')
    service.clock.advance(1000)
    const late = await person(service)
    await group.addMember(late.email, null, 'Lou')
    const running = await read(late, made)
    expect(running).toContain(
      'There is nothing for you to do here. Only those who were members when the challenge was accepted can support a side.',
    )
    expect(running).not.toContain('It is over.')
    await act(ana, made, 'resolve', { outcome: 'opponent_won' })
    expect(await read(late, made)).toContain('It is over.')
    const ended = await read(ana, made)
    expect(ended).toContain('Play again with Pat')
    expect(ended).not.toContain('It is over.')
  })
})
