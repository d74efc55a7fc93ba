// The story of tools/story: it is the same when it is told again, also on the other engine; a word that was changed in
// an answer, an event, a mail or a delivery is found; and nothing of the contract is left out.
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { plantedFolder, repository } from '../support/planted.ts'
import { postgresOfRun } from '../support/run-storage.ts'

interface Entry {
  readonly place: string
  readonly title: string
  readonly text: string
}
interface Recording {
  readonly entries: readonly Entry[]
  readonly calls: readonly object[]
  readonly faults: readonly string[]
}
interface Contract {
  readonly endpoints: Readonly<Record<string, object>>
}
interface Difference {
  readonly before?: Entry
  readonly after?: Entry
}

const load = async (path: string): Promise<unknown> => await import(join(repository, 'tools', path))
const { loadStorySupport, recordStory } = (await load('story/record.mjs')) as {
  loadStorySupport: () => Promise<object>
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
const { createAliases, stripDocument } = (await load('story/aliases.mjs')) as {
  createAliases: (hosts: object) => {
    begin(chapter: string): void
    replace(text: string): string
    preview(text: string): string
  }
  stripDocument: (text: string) => string
}

const { openJournal } = (await load('story/journal.mjs')) as {
  openJournal: (hosts: object) => Recording & {
    tell(chapter: string, play: () => void): Promise<void>
    note(title: string, text: string): void
  }
}

const TIMEOUT_MS = 600_000

const support = await loadStorySupport()
const record = async (engine: string, checkout = repository): Promise<Recording> =>
  recordStory({ checkout, engine, postgresUrl: (await postgresOfRun()).adminUrl, support })

/** What stands in the build once, what is planted in its place, and the title of an entry that shows it. */
const faults = [
  ['an answer', 'You cannot challenge yourself.', 'You cannot challenge you.', 'POST /v1/challenges'],
  ['an event', '"challenge":${challenge}', '"challenge": ${challenge}', 'GET /v1/events'],
  ['a mail', ' is waiting for your answer.', ' is waiting.', 'mails'],
  ['a delivery', 'Challenge-Service-Webhooks/1', 'Challenge-Service-Webhooks/one', 'deliveries'],
] as const

/** As it is seen. */
const shown = (text: string): string => text.replace('${challenge}', '{')

/** A text of the planted service as that of the sound one. */
const undo = (text: string): string =>
  faults.reduce((undone, [, from, to]) => undone.replaceAll(shown(to), shown(from)), text)

/** The built service with the faults in it. */
const plantInBuild = (): string => {
  const root = mkdtempSync(join(plantedFolder(), 'build-'))
  const server = join(root, 'packages/server')
  for (const part of ['dist', 'assets', 'package.json']) {
    cpSync(join(repository, 'packages/server', part), join(server, part), { recursive: true })
  }
  const paths = readdirSync(join(server, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('bundle'))
    .map((path) => join(server, 'dist', path))
  for (const [, from, to] of faults) {
    const holding = paths.filter((path) => readFileSync(path, 'utf8').includes(from))
    expect(holding).toHaveLength(1)
    for (const path of holding) {
      const text = readFileSync(path, 'utf8').replace(from, () => to)
      writeFileSync(path, text)
    }
  }
  return root
}

describe('the story', () => {
  let onSqlite: Recording
  let onPostgres: Recording
  let planted: Recording

  beforeAll(async () => {
    const build = plantInBuild()
    ;[onSqlite, onPostgres, planted] = await Promise.all([
      record('sqlite'),
      record('postgres'),
      record('sqlite', build),
    ])
  }, TIMEOUT_MS)

  it('is the same when it is told again, and on the other engine', () => {
    expect(findDifferences(onSqlite.entries, onPostgres.entries).map(describeDifference)).toEqual([])
  })

  it('told of a service in which words are others, differs where those are said and nowhere else', () => {
    const differences = findDifferences(onSqlite.entries, planted.entries)
    for (const difference of differences) {
      expect(undo(difference.after?.text ?? ''), describeDifference(difference)).toBe(difference.before?.text)
    }
  })

  it.each(faults)('finds a word that is another in %s', (_, __, to, title) => {
    const found = findDifferences(onSqlite.entries, planted.entries).filter(({ after }) =>
      after?.title.includes(title),
    )
    expect(found.some(({ after }) => after?.text.includes(shown(to)))).toBe(true)
  })

  it('is one of several thousand calls and reaches the whole contract', async () => {
    const contract = await loadContract(repository)
    for (const recording of [onSqlite, onPostgres]) {
      expect(recording.calls.length).toBeGreaterThan(3_000)
      expect(recording.faults).toEqual([])
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

describe('a chapter', () => {
  const tellTwo = async (playFeed: (note: (text: string) => void) => void): Promise<Recording> => {
    const journal = openJournal({})
    await journal.tell('feed', () => playFeed((text) => journal.note('a call', text)))
    await journal.tell('mails', () => journal.note('a mail', 'as ever'))
    return journal
  }

  it('that cannot go on is a fault, and nothing of a later chapter differs for it', async () => {
    const sound = await tellTwo((note) => ['one', 'two', 'three'].forEach(note))
    const broken = await tellTwo((note) => {
      note('one')
      throw new Error('the model says otherwise')
    })
    expect(sound.faults).toEqual([])
    expect(broken.faults).toEqual(['after #feed 1: cannot go on: the model says otherwise'])
    expect(findDifferences(sound.entries, broken.entries).map(describeDifference)).toEqual([
      '#feed 2 a call\n  only before',
      '#feed 3 a call\n  only before',
    ])
  })
})

describe('what differs from run to run', () => {
  const one = 'ch_0000000000aaaaaaaaaaaaaaaa'
  const other = 'ch_0000000000bbbbbbbbbbbbbbbb'

  it('is named by the order in which it appears, so that two ids in each other’s place are a difference', () => {
    const aliases = createAliases({ '127.0.0.1:4711': '<receiver>' })
    aliases.begin('feed')
    expect(aliases.preview(one)).toBe('<ch_?>')
    expect(aliases.replace(`${one} ${other} ${one} http://127.0.0.1:4711/`)).toBe(
      '<feed ch_1> <feed ch_2> <feed ch_1> http://<receiver>/',
    )
    expect(aliases.preview(`${other} ${one}`)).toBe('<feed ch_2> <feed ch_1>')
  })

  it('is counted by chapter, so that one id more changes no name of a later chapter', () => {
    const nameInMails = (...before: readonly string[]): string => {
      const aliases = createAliases({})
      aliases.begin('feed')
      for (const id of before) aliases.replace(id)
      aliases.begin('mails')
      return aliases.replace(one)
    }
    expect(nameInMails()).toBe('<mails ch_1>')
    expect(nameInMails(other)).toBe('<mails ch_1>')
    expect(nameInMails(one)).toBe('<feed ch_1>')
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
