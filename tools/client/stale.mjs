// Whether the client is what the contract says, apart from its layout: a build asks, and to format the modules would take it
// a second. `npm run check` compares them to the letter.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientModules } from './modules.mjs'

const withoutLayout = (text) => text.replaceAll(/[\s,;|()'"]/g, '')

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Undefined where it is. */
export const describeStaleClient = (root) =>
  clientModules.every(({ path, make }) => withoutLayout(make()) === withoutLayout(read(join(root, path))))
    ? undefined
    : 'packages/client is not what the contract says: run `npm run generate`'
