// The story of tools/story: told again it is the same, also on the other engine; a sentence that was changed in one of
// the services is found; and nothing of the contract is left out.
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { plantedFolder, repository } from '../support/planted.ts'
import { postgresOfRun } from '../support/run-storage.ts'

interface Entry {
  readonly title: string
  readonly text: string
}
interface Recording {
  readonly entries: readonly Entry[]
  readonly calls: readonly object[]
  readonly missing: readonly string[]
}
interface Contract {
  readonly endpoints: Readonly<Record<string, object>>
}
interface Difference {
  readonly before?: Entry
  readonly after?: Entry
}

const load = async (path: string): Promise<unknown> => await import(join(repository, 'tools', path))
const { loadTestSupport } = (await load('test-support.mjs')) as { loadTestSupport: () => Promise<object> }
const { recordStory } = (await load('story/record.mjs')) as {
  recordStory: (options: object) => Promise<Recording>
}
const { findDifferences, describeDifference } = (await load('story/compare.mjs')) as {
  findDifferences: (before: readonly Entry[], after: readonly Entry[]) => readonly Difference[]
  describeDifference: (difference: Difference) => string
}
const { findUnreached, findUntold } = (await load('story/reach.mjs')) as {
  findUnreached: (recording: Recording, contract: Contract) => readonly string[]
  findUntold: (recording: Recording, contract: Contract) => readonly string[]
}
const { loadContract } = (await load('story/checkout.mjs')) as {
  loadContract: (checkout: string) => Promise<Contract>
}
const { createAliases } = (await load('story/aliases.mjs')) as {
  createAliases: (hosts: object) => { replace(text: string): string; preview(text: string): string }
}
const { stripDocument } = (await load('story/openapi.mjs')) as {
  stripDocument: (text: string) => string
}

const TIMEOUT_MS = 600_000

const support = await loadTestSupport()
const record = async (engine: string, checkout = repository): Promise<Recording> =>
  recordStory({ checkout, engine, postgresUrl: (await postgresOfRun()).adminUrl, support })

/** The built service with another text in the place of one that stands there once. */
const plantInBuild = (from: string, to: string): string => {
  const root = mkdtempSync(join(plantedFolder(), 'build-'))
  const server = join(root, 'packages/server')
  for (const part of ['dist', 'assets', 'package.json']) {
    cpSync(join(repository, 'packages/server', part), join(server, part), { recursive: true })
  }
  const holding = readdirSync(join(server, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('bundle'))
    .map((path) => join(server, 'dist', path))
    .filter((path) => readFileSync(path, 'utf8').includes(from))
  expect(holding).toHaveLength(1)
  for (const path of holding)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(from, () => to),
    )
  return root
}

describe('the story', () => {
  let onSqlite: Recording
  let onPostgres: Recording
  let planted: Recording

  beforeAll(async () => {
    const build = plantInBuild('You cannot challenge yourself.', 'You cannot challenge you.')
    ;[onSqlite, onPostgres, planted] = await Promise.all([
      record('sqlite'),
      record('postgres'),
      record('sqlite', build),
    ])
  }, TIMEOUT_MS)

  it('is the same when it is told again, and on the other engine', () => {
    expect(findDifferences(onSqlite.entries, onPostgres.entries).map(describeDifference)).toEqual([])
  })

  it('told of a service in which one sentence is another, differs where that is said and nowhere else', () => {
    const differences = findDifferences(onSqlite.entries, planted.entries)
    expect(differences.length).toBeGreaterThan(0)
    for (const difference of differences) {
      expect(difference.before?.text, describeDifference(difference)).toContain('"reason":"own_address"')
      expect(describeDifference(difference)).toContain('You cannot challenge you.')
    }
  })

  it('is one of several hundred calls and reaches the whole contract', async () => {
    const contract = await loadContract(repository)
    for (const recording of [onSqlite, onPostgres]) {
      expect(recording.calls.length).toBeGreaterThan(300)
      expect(recording.missing).toEqual([])
      expect(findUnreached(recording, contract)).toEqual([])
    }
  })

  it('is found wanting where an endpoint never gives one of its statuses', async () => {
    const contract = await loadContract(repository)
    const getMe = { method: 'GET', path: '/v1/me', statuses: [200, 202] }
    const grown = { ...contract, endpoints: { ...contract.endpoints, getMe } }
    expect(findUnreached(onSqlite, grown)).toEqual(['getMe never gives 202'])
  })

  it('names an endpoint that it does not tell of', async () => {
    const contract = await loadContract(repository)
    const getWeather = { method: 'GET', path: '/v1/weather', statuses: [200] }
    const grown = { ...contract, endpoints: { ...contract.endpoints, getWeather } }
    expect(findUntold(onSqlite, grown)).toContain('getWeather')
  })
})

describe('what differs from run to run', () => {
  const one = 'ch_0000000000aaaaaaaaaaaaaaaa'
  const other = 'ch_0000000000bbbbbbbbbbbbbbbb'

  it('is named by the order in which it appears, so that two ids in each other’s place are a difference', () => {
    const aliases = createAliases({ '127.0.0.1:4711': '<receiver>' })
    expect(aliases.preview(one)).toBe('<ch_?>')
    expect(aliases.replace(`${one} ${other} ${one} http://127.0.0.1:4711/`)).toBe(
      '<ch_1> <ch_2> <ch_1> http://<receiver>/',
    )
    expect(aliases.preview(`${other} ${one}`)).toBe('<ch_2> <ch_1>')
  })

  it('leaves times and everything else of an answer as it is', () => {
    const text = '{"due_at":"2026-11-21T08:00:00.000Z","status":"pending","next_cursor":null}'
    expect(createAliases({}).replace(text)).toBe(text)
  })

  it('is, of the OpenAPI document, its version and its descriptions, and not a property of that name', () => {
    const document = {
      info: { title: 'API', version: '1.0.0', description: 'Old' },
      schema: { properties: { description: { type: 'string', description: 'New' } } },
    }
    expect(JSON.parse(stripDocument(JSON.stringify(document)))).toEqual({
      info: { title: 'API' },
      schema: { properties: { description: { type: 'string' } } },
    })
  })
})
