// The machine: which core belongs to whom, what a process has used of one, and the facts a result stands with.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'

export const findProgram = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

const taskset = availableParallelism() > 1 ? findProgram('taskset') : undefined
const SERVER_CORE = '0'
const LOAD_CORE = '1'

const isPinned = taskset !== undefined

/** Moves this process, and with it all that it will start (the load, PostgreSQL), to the core of the load. */
export const pinEverythingElse = () => {
  if (taskset) execFileSync(taskset, ['-acp', LOAD_CORE, String(process.pid)])
}

/** A command line that runs on the core of the servers. */
export const onServerCore = (command) =>
  taskset === undefined ? command : [taskset, '-c', SERVER_CORE, ...command]

const TICKS_PER_SECOND = 100

/** Seconds of processor time that a process has used so far; not a number where there is no /proc. */
export const processorSeconds = (pid) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** Memory that a process has in use; not a number where there is no /proc. */
export const residentMib = (pid) => {
  try {
    return Math.round(
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    )
  } catch {
    return Number.NaN
  }
}

export const machineFacts = () => ({
  processor: cpus()[0]?.model.trim(),
  cores: availableParallelism(),
  memory_gib: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${process.arch}`,
  node: process.version,
  pinned: isPinned,
})
