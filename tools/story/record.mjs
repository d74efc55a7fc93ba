// Plays the whole story against one checkout on a fresh database, and gives the recording.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArrivals } from './arrivals.mjs'
import { openJournal } from './journal.mjs'
import { openHost } from './open-host.mjs'
import { openStage } from './stage.mjs'
import { story } from './story.mjs'

const SETTINGS = {
  PORT: '0',
  SECRET_KEY: Buffer.from('the key of the story is no secret').subarray(0, 32).toString('base64'),
  PUBLIC_URL: 'https://challenges.example',
  SITE_NAME: 'Challenges',
  SITE_CONTACT: 'ops@challenges.example',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  STAKES: 'a coffee,a pizza,ten push-ups,nothing',
  LOG_LEVEL: 'silent',
}

/** `postgresUrl` is a superuser's, for the engine `postgres`. `support` is what loadTestSupport gives. */
export const recordStory = async ({ checkout, engine, postgresUrl, support }) => {
  const database = engine === 'postgres' ? await support.createDatabase(postgresUrl) : await createFile()
  try {
    const arrivals = await openArrivals(support)
    try {
      return await play(checkout, database.url, arrivals)
    } finally {
      await arrivals.close()
    }
  } finally {
    await database.drop()
  }
}

const play = async (checkout, databaseUrl, arrivals) => {
  const host = await openHost(checkout)
  try {
    const url = await host.start({ ...SETTINGS, DATABASE_URL: databaseUrl, SMTP_URL: arrivals.smtpUrl })
    const journal = openJournal({
      [new URL(url).host]: '<service>',
      [new URL(arrivals.receiverUrl).host]: '<receiver>',
    })
    const stage = openStage({ host, url, arrivals, journal })
    for (const step of story) await stage.perform(step)
    return { entries: journal.entries, calls: journal.calls, missing: stage.listMissing() }
  } finally {
    await host.stop()
  }
}

const createFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-service-story-'))
  return {
    url: `sqlite:${join(folder, 'story.db')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}
