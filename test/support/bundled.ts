// The built program is a few files that hold many modules: each is named in a line before it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repository } from './planted.ts'

export const bundleFolder = join(repository, 'packages/server/dist/bundle')

/** By path from the root of the repository. */
export const listModules = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^\/\/ ((?:node_modules|packages)\/\S+\.[cm]?js)$/gm)].flatMap(
    ([, path]) => path ?? [],
  )

/** What a process has loaded, by the addresses of its files: a file of the bundle counts as the modules in it. */
export const listLoadedModules = (urls: readonly string[]): readonly string[] =>
  urls.flatMap((url) => {
    const file = url.startsWith('file:') ? fileURLToPath(url) : undefined
    return file?.startsWith(bundleFolder) && existsSync(file) ? [url, ...listModules(file)] : [url]
  })

/** Of a path or an address. */
export const findPackage = (path: string): string | undefined =>
  /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
