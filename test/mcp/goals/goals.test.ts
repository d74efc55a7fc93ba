// The tools suffice for what people want of their assistant, with at most three calls each. The calls were written by hand.
import { describe, expect, it } from 'vitest'
import { tools } from '@challenge-service/contract'
import { engines } from '../../support/engine.ts'
import { person } from '../../support/people.ts'
import { useService } from '../../support/service.ts'
import { withPerson, type Said, type ToolAnswer } from '../confirming.ts'
import { goals, type GoalCall, type Taken } from './goals.ts'
import { scenes } from './scenes.ts'

const AT_MOST = 3
const yes: Said = { action: 'accept', content: { confirm: true } }

const isTaken = (value: unknown): value is Taken =>
  typeof value === 'object' && value !== null && 'call' in value && 'path' in value

const memberAt = (answer: unknown, path: string): unknown => {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer)
  if (found === undefined) throw new Error(`nothing stands at ${path} of ${JSON.stringify(answer)}`)
  return found
}

/** The arguments with what earlier calls answered in them. */
const fill = (value: unknown, answers: readonly unknown[]): unknown => {
  if (isTaken(value)) return memberAt(answers[value.call], value.path)
  if (Array.isArray(value)) return value.map((item) => fill(item, answers))
  return value
}

describe.each(engines)('goals of people, on %s', (engine) => {
  const service = useService(engine, { READS_PER_MINUTE: '10000', WRITES_PER_MINUTE: '10000' })

  it.each(goals)('$goal', async ({ scene, calls, reaches }) => {
    expect(calls.length).toBeLessThanOrEqual(AT_MOST)
    const [ana, ben] = [await person(service), await person(service)]
    await scenes[scene]?.(service, ana, ben)
    const assistant = await withPerson({ url: service.url, token: ana.token }, () => yes)
    const answers: unknown[] = []
    const make = ({ tool, input }: GoalCall): Promise<ToolAnswer> =>
      assistant.useTool(
        tool,
        Object.fromEntries(Object.entries(input).map(([name, value]) => [name, fill(value, answers)])),
      )
    for (const written of calls) {
      const { isError = false, structuredContent } = await make(written)
      expect(isError, `${written.tool}: ${JSON.stringify(structuredContent)}`).toBe(false)
      answers.push(structuredContent)
    }
    await assistant.close()
    expect(answers.at(-1)).toMatchObject(reaches)
  })

  it('are a dozen at least, in scenes that there are, by tools that there are', () => {
    expect(goals.length).toBeGreaterThanOrEqual(12)
    expect(goals.filter(({ scene }) => !Object.hasOwn(scenes, scene))).toEqual([])
    const names = new Set(tools.map(({ name }) => name))
    const used = new Set(goals.flatMap(({ calls }) => calls.map(({ tool }) => tool)))
    expect([...used].filter((tool) => !names.has(tool))).toEqual([])
  })
})
