// Assistants by the official clients, in both revisions, on both engines.
import { describe, expect, it } from 'vitest'
import { tools, type Challenge } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { connect, errorOf, revisions } from '../support/mcp.ts'
import { challenge, person } from '../support/people.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('assistants on %s', (engine) => {
  const service = useService(engine)

  describe.each(revisions)('in revision %s', (revision) => {
    it('see the tools in one order, and call them', async () => {
      const [ana, ben] = [await person(service), await person(service)]
      const made = await challenge(ana, ben)
      const assistant = await connect(revision, { url: service.url, token: ana.token })
      expect(assistant.revision).toBe(revision)
      expect((await assistant.listTools()).map(({ name }) => name)).toEqual(tools.map(({ name }) => name))

      const listed = await assistant.callTool('list_challenges')
      expect(listed.structuredContent).toEqual({
        items: [await readAs(ana.token, made.id)],
        next_cursor: null,
      })
      const missing = await assistant.callTool('get_challenge', { challenge_id: `ch_${'0'.repeat(26)}` })
      expect([missing.isError, errorOf(missing)?.code]).toEqual([true, 'not_found'])
      await assistant.close()
    })
  })

  const readAs = async (token: string, id: string): Promise<Challenge> => {
    const { data } = (await service.call('GET', '/v1/challenges?limit=100', { token })).body
    return (data as readonly Challenge[]).find((one) => one.id === id) as Challenge
  }
})
