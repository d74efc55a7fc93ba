// A file that is written under another name and gets its own when it is whole. Interrupted, it leaves nothing.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OperatorError } from '../kernel/operator-error.ts'

/** What SQLite may leave beside a file that was being written. */
const BESIDE = ['', '-journal', '-wal', '-shm']

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Refused where there is such a file already. It is its owner's alone from its first byte. */
export const writeWhole = async <T>(path: string, write: (draft: string) => Promise<T>): Promise<T> => {
  refuseExisting(path)
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`)
  const remove = (): void => BESIDE.forEach((end) => rmSync(`${draft}${end}`, { force: true }))
  const stopListening = onSignal(remove)
  try {
    closeSync(openSync(draft, 'wx', 0o600))
    const written = await write(draft)
    // A signal that came while nothing was awaited is heard between two turns.
    await nextTurn()
    await nextTurn()
    sync(draft)
    refuseExisting(path)
    renameSync(draft, path)
    sync(dirname(path))
    return written
  } finally {
    stopListening()
    remove()
  }
}

const refuseExisting = (path: string): void => {
  if (!existsSync(dirname(path)))
    throw new OperatorError(`there is no folder ${dirname(path)}: make it first, or name another place`)
  if (existsSync(path)) throw new OperatorError(`${path} is there already: name a file that is not there yet`)
}

const sync = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const onSignal = (act: () => void): (() => void) => {
  const listeners = Object.entries(SIGNALS).map(([signal, status]) => {
    const listener = (): void => {
      act()
      process.stderr.write('error: interrupted, and nothing was left behind\n')
      process.exit(status)
    }
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  return () => listeners.forEach((stop) => stop())
}
