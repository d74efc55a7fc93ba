// Tests run on the sources: workspace packages are resolved by their "source" condition, not from dist.
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './test/support/summary-reporter.ts'

const conditions = ['source', ...defaultServerConditions]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // To end what hangs, however slow the machine is.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    teardownTimeout: 30_000,
    reporters: ['default', new SummaryReporter()],
  },
})
