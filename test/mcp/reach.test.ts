// Who reaches what by a tool: the same as by its endpoint, held against the same grid.
import { beforeAll, describe, expect, it } from 'vitest'
import { tools, type EndpointName, type Tool } from '@challenge-service/contract'
import { callers, gather, type Caller, type Cast } from '../reach/callers.ts'
import { grid } from '../reach/grid.ts'
import { sceneOf } from '../reach/scenes.ts'
import { engines } from '../support/engine.ts'
import { callConfirmed, callerOf, errorOf, type AssistantResult } from '../support/mcp.ts'
import { useService } from '../support/service.ts'
import { argumentsOf, endpointOf } from './tool-scenes.ts'

const settings = {
  WRITES_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000',
  ACCOUNT_QUOTA: '1000000',
  GROUP_QUOTA: '1000000',
  LOG_LEVEL: 'silent',
}

const rows = tools
  // There is nothing to agree to in the scene of its endpoint: every situation is in the grid of moves.
  .filter(({ name }) => name !== 'agree')
  .map((tool) => {
    const endpoint = endpointOf(tool)
    const row = grid.find(({ name }) => name === endpoint)
    return { name: tool.name, tool, endpoint, expected: row?.expected }
  })

const nothing: Readonly<Record<string, string>> = { challenges: 'ch', groups: 'grp' }

/** The same call about something that does not exist. */
const absent = (tool: Tool, input: Record<string, unknown>): Record<string, unknown> => {
  const [, , resource = ''] = tool.endpoint.path.split('/')
  return { ...input, [tool.nameOf('id')]: `${nothing[resource]}_${'0'.repeat(26)}` }
}

const words: Readonly<Record<string, string>> = {
  not_visible: 'hidden',
  not_for_you: 'denied',
  not_a_member: 'outside',
}

const wordOf = (result: AssistantResult, marker: string | undefined): string => {
  const error = errorOf(result)
  if (error) return words[error.reason] ?? `${error.code}/${error.reason}`
  if (marker === undefined) return 'ok'
  return JSON.stringify(result.structuredContent).includes(marker) ? '+' : '-'
}

const answerTo = async (cast: Cast, tool: Tool, endpoint: EndpointName, by: Caller): Promise<string> => {
  const scene = await sceneOf(cast, endpoint)
  const { token, email } = cast.by[by]
  const caller = callerOf({ url: cast.service.url, token, query: `?user_email=${email}` })
  const input = argumentsOf(tool, scene)
  const result = await callConfirmed(caller, tool.name, input)
  const word = wordOf(result, scene.marker)
  if (word !== 'hidden') return word
  const none = await callConfirmed(caller, tool.name, absent(tool, input))
  return JSON.stringify(errorOf(result)) === JSON.stringify(errorOf(none)) ? word : 'a hint'
}

describe.each(engines)('by tools, on %s, reach', (engine) => {
  const service = useService(engine, settings)
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(service)
  })

  it.each(rows)('of $name is as the grid says of $endpoint', async ({ tool, endpoint, expected }) => {
    const seen: (readonly [Caller, string])[] = []
    for (const by of callers) seen.push([by, await answerTo(cast, tool, endpoint, by)])
    expect(Object.fromEntries(seen)).toEqual(expected)
  })
})
