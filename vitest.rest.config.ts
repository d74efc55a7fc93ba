// What the fast part of the tests leaves out, `npm run test:rest`.
import { defineConfig } from 'vitest/config'
import { alone, isAmong, listRunAgain, long, storage } from './test/what-runs.ts'
import { project, run } from './vitest.config.ts'

const again = listRunAgain().filter((file) => !isAmong(file, [...storage, ...long]))

export default defineConfig({
  test: {
    ...run,
    projects: [
      project({ name: 'postgres', include: again, exclude: alone, engines: ['postgres'], isFast: false }),
      project({
        name: 'postgres-alone',
        include: again.filter((file) => isAmong(file, alone)),
        exclude: [],
        engines: ['postgres'],
        isFast: false,
        isolate: true,
      }),
      project({
        name: 'long',
        include: long,
        exclude: [],
        engines: ['sqlite', 'postgres'],
        isFast: false,
        isolate: true,
        inTurn: 1,
      }),
    ],
  },
})
