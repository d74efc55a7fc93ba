// Puts what the compiler wrote, and the packages it uses, into few files: Node takes longer to find and open two thousand
// files than to run them.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { build } from 'esbuild'

const PROGRAM = 'packages/server/dist/cli/main.js'
const FOLDER = 'packages/server/dist/bundle'
const LIST = 'written.json'

const external = [
  // Compiled for the machine, and found beside their own files.
  'better-sqlite3',
  '@challenge-service/sqlite-for-older-node',
  'pg-native',
  // One for the whole process: what the operator traces with registers there.
  '@opentelemetry/api',
  // Starts threads from files of its own.
  'pino',
]

/** A module that asks where it lies is told where it lay before. */
const keepPlaces = (folder) => ({
  name: 'keep-places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      const place = `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`
      return { contents: text.replaceAll('import.meta.url', place) }
    }),
})

/** For packages that were written for `require`. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(import.meta.url)`

const readList = (folder) =>
  existsSync(join(folder, LIST)) ? JSON.parse(readFileSync(join(folder, LIST), 'utf8')) : []

/** A process that runs from the build before may still import what it has not needed so far. */
const removeOlder = (folder, written) => {
  const kept = new Set([LIST, ...written, ...readList(folder)])
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name))
  writeFileSync(join(folder, LIST), JSON.stringify(written))
}

export const bundle = async (root) => {
  const folder = join(root, FOLDER)
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [PROGRAM],
    outdir: FOLDER,
    bundle: true,
    // What is imported when it is needed is a file of its own.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external,
    plugins: [keepPlaces(folder)],
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: 'warning',
  })
  removeOlder(
    folder,
    Object.keys(metafile.outputs).map((path) => basename(path)),
  )
}
