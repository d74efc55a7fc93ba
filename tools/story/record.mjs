// Plays the story against one checkout, each of its two parts on a fresh database, and gives the recording.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadTestSupport } from '../test-support.mjs'
import { openArrivals } from './arrivals.mjs'
import { playByHand } from './by-hand.mjs'
import { playFuzz } from './by-fuzz.mjs'
import { playModel } from './by-model.mjs'
import { openJournal } from './journal.mjs'
import { openHost } from './open-host.mjs'
import { openPlayer } from './player.mjs'

const SETTINGS = {
  PORT: '0',
  SECRET_KEY: Buffer.from('the key of the story is no secret').subarray(0, 32).toString('base64'),
  PUBLIC_URL: 'https://challenges.example',
  SITE_NAME: 'Challenges',
  SITE_CONTACT: 'ops@challenges.example',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  LOG_LEVEL: 'silent',
}
const WITH_LIMITS = { STAKES: 'a coffee,a pizza,nothing' }
const WITHOUT_LIMITS = Object.fromEntries(
  ['WRITES_PER_MINUTE', 'READS_PER_MINUTE', 'ACCOUNT_QUOTA', 'GROUP_QUOTA'].map((name) => [name, '1000000']),
)

/** What the story takes from the tests. */
export const loadStorySupport = () =>
  loadTestSupport([
    ...['commands', 'step', 'story', 'to-and-fro', 'world'].map((name) => `test/model/${name}.ts`),
    ...['call', 'calls', 'document', 'draft', 'known', 'wire'].map((name) => `test/fuzz/${name}.ts`),
  ])

/** `postgresUrl` is a superuser's, for the engine `postgres`. `support` is what loadStorySupport gives. */
export const recordStory = async ({ support, ...place }) => {
  const byHand = await recordPart({ ...place, support, settings: WITH_LIMITS }, playByHand)
  const byTests = await recordPart({ ...place, support, settings: WITHOUT_LIMITS }, async (player) => {
    await playModel(player, support)
    await playFuzz(player, support)
  })
  return {
    entries: [...byHand.entries, ...byTests.entries],
    calls: [...byHand.calls, ...byTests.calls],
    faults: [...byHand.faults, ...byTests.faults],
  }
}

const recordPart = async ({ checkout, engine, postgresUrl, support, settings }, play) => {
  const ends = []
  try {
    const database = engine === 'postgres' ? await support.createDatabase(postgresUrl) : await createFile()
    ends.push(database.drop)
    const arrivals = await openArrivals(support)
    ends.push(arrivals.close)
    const host = await openHost(checkout)
    ends.push(host.stop)
    const places = { DATABASE_URL: database.url, SMTP_URL: arrivals.smtpUrl }
    const url = await host.start({ ...SETTINGS, ...settings, ...places })
    const journal = openJournal({
      [new URL(url).host]: '<service>',
      [new URL(arrivals.receiverUrl).host]: '<receiver>',
    })
    await play(openPlayer({ host, url, arrivals, journal }))
    return journal
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

const createFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-service-story-'))
  return {
    url: `sqlite:${join(folder, 'story.db')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}
