// Prints `N passed, N failed, N skipped` as the very last line of a run, with what failed and why above it, and makes
// the run fail where nothing ran or, with REQUIRE_ALL=1, where a test was skipped.
import { writeSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError, TestError } from 'vitest'
import type { Reporter, TestModule, TestSuite } from 'vitest/node'

interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export class SummaryReporter implements Reporter {
  #totals: Totals = { passed: 0, failed: 0, skipped: 0 }
  #failures: readonly string[] = []
  #hasEnded = false

  onInit() {
    process.once('exit', () => {
      const { passed, skipped } = this.#totals
      // A run in which nothing ran, because its setup failed or its filter was wrong, is one failure.
      const failed = passed === 0 ? Math.max(1, this.#totals.failed) : this.#totals.failed
      const requireAll = process.env['REQUIRE_ALL'] === '1'
      if (failed > 0 || (requireAll && skipped > 0)) process.exitCode = 1
      if (requireAll && skipped > 0) writeSync(2, `REQUIRE_ALL: ${skipped} skipped is a failure\n`)
      // Where the build failed, it has said why.
      if (passed === 0 && this.#hasEnded) {
        writeSync(2, 'No test ran. Files that take minutes run by `npm run test:rest -- FILE`.\n')
      }
      for (const name of this.#failures) writeSync(1, `failed: ${name}\n`)
      writeSync(1, `${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (...states: readonly string[]) =>
      tests.filter((test) => states.includes(test.result().state))
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const failures = [
      ...inState('failed', 'pending').map(
        (test) => `${test.module.relativeModuleId}: ${test.fullName}${reasonOf(test.result().errors)}`,
      ),
      ...suites
        .filter((suite) => suite.errors().length > 0)
        .map((suite) => `${nameSuite(suite)}${reasonOf(suite.errors())}`),
      ...unhandledErrors.map((error) => `outside of any test${reasonOf([error])}`),
    ]
    this.#hasEnded = true
    this.#failures = failures
    this.#totals = {
      passed: inState('passed').length,
      failed: failures.length,
      skipped: inState('skipped').length,
    }
  }
}

const nameSuite = (suite: TestModule | TestSuite): string =>
  suite.type === 'module' ? suite.relativeModuleId : `${suite.module.relativeModuleId}: ${suite.fullName}`

const MOST_OF_A_REASON = 600

/** On one line: where only the end of a long run is kept, this is all that tells why a test failed. */
const reasonOf = (errors: readonly TestError[] | undefined): string => {
  const [first] = errors ?? []
  if (!first) return ''
  const told = stripVTControlCharacters(`${first.message} ${first.diff ?? ''}`)
  return ` (${told.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_OF_A_REASON)})`
}
