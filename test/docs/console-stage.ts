// What must be there before the transcripts of the operator's pages are run, by page and heading.
import { randomBytes } from 'node:crypto'
import { nameDatabase } from '../../packages/server/src/store/target.ts'
import { createStorage } from '../support/engine.ts'
import { startServing } from './shell.ts'

export interface Stage {
  /** A clone, where commands run. */
  readonly folder: string
  /** The settings of the commands that follow. */
  environment: Readonly<Record<string, string>>
  /** What the page says, and what stands for it in this run: hosts and keys. */
  readonly words: Map<string, string>
  /** Done at the end, the last first. */
  readonly ends: (() => Promise<void>)[]
}

type Prepare = (stage: Stage) => Promise<void>

const serveOnce = async ({ folder }: Stage, environment: Readonly<Record<string, string>>): Promise<void> => {
  const served = await startServing('bin/challenge-service serve', { cwd: folder, environment })
  await served.stop()
}

const newKey = (): string => randomBytes(32).toString('base64')

/** Of each page, by heading. */
export const preparations: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'docs/operating.md': {
    'A key that does not fit': (stage) => serveOnce(stage, {}),

    Rotation: async (stage) => {
      const [OLD, NEW] = [newKey(), newKey()]
      const DATABASE_URL = 'sqlite:./rotated/challenges.db'
      await serveOnce(stage, { DATABASE_URL, SECRET_KEY: OLD })
      await serveOnce(stage, { DATABASE_URL, SECRET_KEY: `${NEW},${OLD}` })
      stage.words.set('NEW,OLD', `${NEW},${OLD}`)
      stage.environment = { DATABASE_URL }
    },
  },

  'docs/several-nodes.md': {
    'Moving between SQLite and PostgreSQL': async (stage) => {
      const there = await createStorage('postgres')
      stage.ends.push(() => there.remove())
      await serveOnce(stage, {})
      stage.words.set('postgres://challenges:password@db.example.com/challenges', there.url)
      stage.words.set('db.example.com:5432/challenges', nameDatabase(there.target))
    },
  },

  'docs/settings.md': {},
}
