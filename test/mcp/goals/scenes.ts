// How things stand for Ana before she says what she wants.
import { act, challengeIn, newMember } from '../../support/groups.ts'
import { challenge, type Person } from '../../support/people.ts'
import type { TestService } from '../../support/service.ts'

type Scene = (service: TestService, ana: Person, ben: Person) => Promise<unknown>

const run = async (ana: Person, ben: Person) => ben.act(await challenge(ana, ben), 'accept')

export const scenes: Readonly<Record<string, Scene>> = {
  nothing: async () => undefined,
  invited: (_, ana, ben) => challenge(ben, ana),
  running: (_, ana, ben) => run(ana, ben),
  proposed: async (_, ana, ben) => ben.act(await run(ana, ben), 'resolve', { outcome: 'opponent_won' }),
  counted: async (_, ana, ben) => ben.act(await run(ana, ben), 'tally', { amount: 3 }, 201),
  ended: async (_, ana, ben) => ben.act(await run(ana, ben), 'resolve', { outcome: 'creator_won' }),
  'a dispute in a group': async (service, ana) => {
    const group = await service.group()
    await group.addMember(ana.email)
    const [one, other] = [await newMember(service, group), await newMember(service, group)]
    const made = await challengeIn(one, other)
    await act(other, made, 'accept')
    await act(one, made, 'resolve', { outcome: 'creator_won' })
    return act(other, made, 'dispute', { reason: 'It was nine kilometres.' })
  },
}
