// Runs after `npm install`, which drops a mark of package-lock.json that `npm ci` keeps: see `wouldCompile`.
import { readFileSync, writeFileSync } from 'node:fs'
import { markPrebuilt, wouldCompile } from './lock-rules.mjs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
if (Object.entries(lock.packages).some(wouldCompile)) {
  markPrebuilt(lock)
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
}
