// What the run of the conformance suites calls a fault. The run itself needs a network, and is done by hand.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../support/planted.ts'

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

interface Suite {
  readonly holds: readonly string[]
  readonly apart: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const { judge } = (await import(join(repository, 'tools/mcp/judge.mjs'))) as {
  judge: (suite: Suite, results: ReadonlyMap<string, readonly Check[]>) => readonly string[]
}

const suite: Suite = { holds: ['ping'], apart: { prompts: { 'prompts-list': 'there are none' } } }
const ping: Check = { id: 'ping', status: 'SUCCESS' }
const prompts: Check = { id: 'prompts-list', status: 'FAILURE', errorMessage: 'Method not found' }

it.each([
  ['nothing, where all is as expected', [ping], [prompts], {}, []],
  [
    'a check that fails',
    [{ ...ping, status: 'FAILURE', errorMessage: 'no' }],
    [prompts],
    {},
    ['ping: ping fails: no'],
  ],
  [
    'a warning without a reason',
    [ping, { id: 'pong', status: 'WARNING', errorMessage: 'hm' }],
    [prompts],
    {},
    ['ping: pong fails: hm'],
  ],
  [
    'another check of a scenario of which one does not apply',
    [ping],
    [prompts, { id: 'prompts-get', status: 'FAILURE', errorMessage: 'no' }],
    {},
    ['prompts: prompts-get fails: no'],
  ],
  [
    'a reason that is none any more',
    [ping],
    [{ ...prompts, status: 'SUCCESS' }],
    {},
    ['prompts: prompts-list holds by now, and needs no reason'],
  ],
  [
    'a scenario that nobody has read',
    [ping],
    [prompts],
    { tasks: [ping] },
    ['tasks is new: read it, and say in tools/mcp/scenarios.mjs whether it applies'],
  ],
  ['one that did not run', undefined, [prompts], {}, ['ping did not run']],
])('the conformance run finds %s', (_, ofPing, ofPrompts, more, expected) => {
  const results = new Map<string, readonly Check[]>(Object.entries({ prompts: ofPrompts, ...more }))
  if (ofPing) results.set('ping', ofPing)
  expect(judge(suite, results)).toEqual(expected)
})
