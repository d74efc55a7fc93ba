// The way to the built service. What is measured is what `npm run build` made, not the sources.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const repository = dirname(dirname(fileURLToPath(import.meta.url)))

export const launcherOf = (checkout) => join(checkout, 'bin/challenge-service')

/**
 * A module of the bench of a checkout. What opens or fills a database is taken from the checkout that serves it: its
 * schema and its functions need not be those of this one.
 */
export const loadBench = async (checkout, path) =>
  await import(pathToFileURL(join(checkout, 'bench', path)).href)

/** A module of the built server of this checkout. */
export const server = async (path) =>
  await import(pathToFileURL(join(repository, 'packages/server/dist', path)).href)
