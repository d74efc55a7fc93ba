// The fixtures, as CONTRIBUTING.md shows them.
import { describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { challenge, usePerson } from '../support/people.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('a challenge, on %s', (engine) => {
  const service = useService(engine)
  const ana = usePerson(service)
  const ben = usePerson(service)

  it('is active once the opponent has accepted', async () => {
    const made = await challenge(ana, ben)
    expect((await ben.act(made, 'accept')).status).toBe('active')
  })
})
