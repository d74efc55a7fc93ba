// `npm run bench:turns`. The walk is that of the tests, so it runs as they do.
import { defineConfig } from 'vitest/config'
import { project, run } from '../../vitest.config.ts'

export default defineConfig({
  test: {
    ...run,
    projects: [
      project({
        name: 'turns',
        include: ['bench/turns/turns.bench.ts'],
        exclude: [],
        engines: ['sqlite'],
        isFast: false,
        isolate: true,
      }),
    ],
  },
})
