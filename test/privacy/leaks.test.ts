// Where a surname or an address leaks, the story of privacy.test.ts sees it.
import { afterEach, describe, expect, it } from 'vitest'
import { plantFault, type Edit, type Sources } from '../support/planted.ts'
import { startPlanted, type TestService } from '../support/service.ts'
import { tellWholeStory } from './whole-story.ts'

const settings = { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' }
let service: TestService
afterEach(() => service.stop())

describe('a leak is heard', () => {
  let sources: Sources
  afterEach(() => sources.remove())

  const leaks: readonly (readonly [string, Edit, string])[] = [
    [
      'of an address in a challenge',
      {
        file: 'packages/server/src/features/challenges/create.service.ts',
        from: 'creatorName: actor.firstName,',
        to: 'creatorName: actor.email,',
      },
      'anaqxwordmailbox in GET /v1/challenges',
    ],
    [
      'of the opponent’s address in their own view',
      {
        file: 'packages/server/src/features/challenges/challenge.service.ts',
        from: 'opponent?.first_name ?? viewer.firstName',
        to: 'opponent?.first_name ?? viewer.email',
      },
      'benqxwordmailbox in GET /v1/events?order=desc&limit=100',
    ],
    [
      'of an address in an error',
      {
        file: 'packages/server/src/operations/acting-person.ts',
        from: "'This token acts for its own account alone.'",
        to: '`This token does not act for ${address}.`',
      },
      'benqxworddomain in POST /v1/challenges',
    ],
    [
      'of an address in a log',
      {
        file: 'packages/server/src/operations/acting-person.ts',
        from: "throw refuse('forbidden', 'not_your_address', 'This token acts for its own account alone.')",
        to: 'throw new Fault(address)',
      },
      'benqxwordmailbox in a log line',
    ],
    [
      'of an address on a page',
      {
        file: 'packages/server/src/interfaces/site/pages/links/challenge-link.ts',
        from: 'title: describeStanding(shown.challenge).title,',
        to: 'title: address,',
      },
      'benqxwordmailbox in the page of a challenge',
    ],
    [
      'of an address on the site',
      {
        file: 'packages/server/src/interfaces/site/pages/home/home-page.ts',
        from: 'Hello ${visit.signedIn.account.firstName}',
        to: 'Hello ${visit.signedIn.account.email}',
      },
      'benqxwordmailbox in a page of the site, /',
    ],
    [
      'of an address in a mail',
      {
        file: 'packages/server/src/features/challenges/notices/notices.rules.ts',
        from: 'reason: rule.reason?.(life) ?? null,',
        to: "reason: 'benqxwordmailbox',",
      },
      'benqxwordmailbox in a mail of the kind proposed',
    ],
  ]

  it.each(leaks)('%s', { timeout: 180_000 }, async (_, edit, expected) => {
    sources = plantFault([edit])
    service = await startPlanted(sources, 'sqlite', settings)
    const { witness, everyone } = await tellWholeStory(service)

    expect(witness.leaks(everyone)).toContain(expected)
  })
})
