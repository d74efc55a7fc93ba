// Prints `N passed, N failed, N skipped` as the very last line of a run, and makes the run fail where nothing
// ran or, with REQUIRE_ALL=1, where a test was skipped.
import { writeSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export class SummaryReporter implements Reporter {
  #totals: Totals = { passed: 0, failed: 0, skipped: 0 }

  onInit() {
    process.once('exit', () => {
      const { passed, skipped } = this.#totals
      // A run in which nothing ran, because its setup failed or its filter was wrong, is one failure.
      const failed = passed === 0 ? Math.max(1, this.#totals.failed) : this.#totals.failed
      const requireAll = process.env['REQUIRE_ALL'] === '1'
      if (failed > 0 || (requireAll && skipped > 0)) process.exitCode = 1
      if (requireAll && skipped > 0) writeSync(2, `REQUIRE_ALL: ${skipped} skipped is a failure\n`)
      writeSync(1, `${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = suites.filter((suite) => suite.errors().length > 0).length
    this.#totals = {
      passed: count('passed'),
      failed: count('failed') + count('pending') + broken + unhandledErrors.length,
      skipped: count('skipped'),
    }
  }
}
