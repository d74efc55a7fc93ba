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

// Asked for before this process is bound to one of them.
const cores = availableParallelism()
const taskset = cores > 1 ? findProgram('taskset') : undefined
const SERVER_CORE = '0'
const LOAD_CORE = '1'

const isPinned = taskset !== undefined

/** Moves this process, and with it all that it will start (the load, PostgreSQL), to the core of the load. */
export const pinEverythingElse = () => {
  if (taskset) execFileSync(taskset, ['-acp', LOAD_CORE, String(process.pid)])
}

/** A command line that may run on every core. */
export const onAnyCore = (command) =>
  taskset === undefined ? command : [taskset, '-c', `0-${cores - 1}`, ...command]

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

/** Of what Linux tells of the memory of a process; not a number where there is no /proc. */
const readMib = (pid, name) => {
  try {
    const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )
    return Math.round(Number(kib) / 1024)
  } catch {
    return Number.NaN
  }
}

/** Memory that a process has in use. */
export const residentMib = (pid) => readMib(pid, 'VmRSS')

/** The part of it that no file stands behind. */
export const anonymousMib = (pid) => readMib(pid, 'RssAnon')

/** Seconds of processor time that all programs together have used so far; not a number where there is no /proc. */
export const busySeconds = () => {
  try {
    const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)[0]
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return (user + nice + system + irq + softirq) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

export const machineFacts = () => ({
  processor: cpus()[0]?.model.trim(),
  cores,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${process.arch}`,
  node: process.version,
  pinned: isPinned,
})
