// Tests run on what is built, which Node loads by itself several times faster than Vite loads the sources.
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import {
  configDefaults,
  defineConfig,
  type TestProjectConfiguration,
  type UserWorkspaceConfig,
} from 'vitest/config'
import { SummaryReporter } from './test/support/summary-reporter.ts'

/** What takes minutes each and is run by `npm run test:long`, so that everything else ends in half an hour. */
export const long = [
  'test/cluster/draining.test.ts',
  'test/cluster/frozen-claims.test.ts',
  'test/cluster/frozen-node.test.ts',
  'test/cluster/rolling.test.ts',
  'test/cluster/two-releases.test.ts',
  'test/deploy/container.test.ts',
  'test/operator/backup.test.ts',
  'test/operator/copy.test.ts',
  'test/operator/doctor.test.ts',
  'test/safety/overload.test.ts',
  'test/site/every-action.test.ts',
]

/** What was built of a source stands in its place. The run begins by building. */
const builtModules: Plugin = {
  name: 'built-modules',
  enforce: 'pre',
  async resolveId(id, importer) {
    const source = await this.resolve(id, importer, { skipSelf: true })
    return source && toBuilt(source.id)
  },
}

const packages = fileURLToPath(new URL('packages/', import.meta.url))

/** Of this checkout alone: copies of it, with a fault in them, are not built. */
const toBuilt = (path: string): string | undefined => {
  if (!path.startsWith(packages) || path.endsWith('.test.ts')) return undefined
  const [, name, module] = /^(server|contract)\/src\/(.*)\.ts$/.exec(path.slice(packages.length)) ?? []
  return name === undefined ? undefined : `${packages}${name}/dist/${module}.js`
}

/** What cannot share a process with other files: it loads whole builds, or asks how old ids are, which never go back in time. */
const alone = ['test/docs/**/*.test.ts', 'test/api/feed.test.ts', 'test/safety/feed-time.test.ts']

const common: NonNullable<UserWorkspaceConfig['test']> = {
  globalSetup: ['test/support/global-setup.ts'],
  server: { deps: { external: [/\/packages\/(?:server|contract)\/dist\//] } },
  pool: 'forks',
  // To end what hangs, however slow the machine is.
  testTimeout: 90_000,
  hookTimeout: 90_000,
}

/** Files that share two processes, which is twice as fast as one for each. */
export const together = (
  include: readonly string[],
  exclude: readonly string[],
): TestProjectConfiguration => ({
  plugins: [builtModules],
  test: {
    ...common,
    name: 'together',
    isolate: false,
    include: [...include],
    exclude: [...configDefaults.exclude, ...exclude],
  },
})

const eachAlone: TestProjectConfiguration = {
  plugins: [builtModules],
  test: { ...common, name: 'alone', include: alone, exclude: [...configDefaults.exclude, ...long] },
}

/** Of the whole run. */
export const run = {
  maxWorkers: 2,
  teardownTimeout: 30_000,
  reporters: ['default', new SummaryReporter()],
}

export default defineConfig({
  test: {
    ...run,
    projects: [
      together(['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'], [...long, ...alone]),
      eachAlone,
    ],
  },
})
