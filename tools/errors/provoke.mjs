// Runs every case of cases.mjs and writes what it printed into the file that is named. A process of its own, in a
// folder of its own and without a terminal, started by snapshot.mjs.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../packages/server/dist/cli/main.js'
import { parts } from './cases.mjs'
import { openStage } from './stage.mjs'

const PROGRAM = 'challenge-service'

/** The words of a command as a shell sees them, quotes taken off, and the settings before it. */
const readCommand = (text) => {
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g).map((word) => word.replaceAll(/['"]/g, ''))
  const start = words.indexOf(PROGRAM)
  const settings = words.slice(0, start).map((word) => {
    const [name, ...value] = word.split('=')
    return [name, value.join('=')]
  })
  return { settings: Object.fromEntries(settings), args: words.slice(start + 1) }
}

/** Keeps what is written to a stream; the function that is given back ends that, and tells what it was. */
const capture = (stream) => {
  const write = stream.write.bind(stream)
  let text = ''
  stream.write = (piece) => {
    text += String(piece)
    return true
  }
  return () => {
    stream.write = write
    return text
  }
}

/** What a command prints, and its exit status. */
const runCommand = async (text) => {
  const { settings, args } = readCommand(text)
  const environment = { ...process.env }
  const endOut = capture(process.stdout)
  const endError = capture(process.stderr)
  Object.assign(process.env, settings)
  process.exitCode = 0
  try {
    await run(['node', PROGRAM, ...args])
    return { stdout: endOut(), stderr: endError(), status: process.exitCode }
  } finally {
    endOut()
    endError()
    process.exitCode = 0
    for (const name of Object.keys(settings)) delete process.env[name]
    Object.assign(process.env, environment)
  }
}

const [, , file] = process.argv
const folder = process.cwd()
const stage = openStage(folder, runCommand)
const results = []
try {
  for (const { title, cases } of parts) {
    for (const { command, prepare } of cases) {
      await prepare?.(stage)
      const { stderr, status } = await runCommand(stage.fill(command))
      results.push({ title, command: stage.hide(stage.fill(command)), printed: stage.hide(stderr), status })
    }
  }
} finally {
  await stage.close()
}
await writeFile(join(folder, file), JSON.stringify(results))
process.exit(0)
