// errors.txt: every error of the command line, as it was printed. A sentence of the sources that no case provokes must be
// listed here with the reason, else the file is not made.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parts } from './cases.mjs'
import { listSentences } from './sentences.mjs'

const RESULTS = 'results.json'

/** Runs all cases in a folder of their own: `[{ title, command, printed, status }]`. */
const provokeAll = async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'challenge-service-errors-')))
  try {
    const child = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'provoke.mjs'), RESULTS], {
      cwd: folder,
      env: { PATH: process.env.PATH },
    })
    child.child.stdin.end()
    await child
    return JSON.parse(await readFile(join(folder, RESULTS), 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Errors that no case provokes, each with the situation it is for. */
const unprovoked = new Map([
  [
    'nothing was done',
    'you answer anything but yes where you are asked; after Ctrl-C the exit status is 130',
  ],
  ['what this command prints cannot be written (…)', 'the disk that standard output goes to is full'],
  ['this user may not read and write the database …: … (…)', 'the file of the database is not for this user'],
  [
    'this user may not write in the folder …, where SQLite keeps files beside the database …: … (…)',
    'the folder of the database is not for this user',
  ],
  [
    'PostgreSQL at … refuses: … (…): …',
    'the server refuses the role or its password, or has no such database',
  ],
  [
    '… cannot be opened (…): see that this user may read and write the files beside it',
    'a file beside that of the database is not for this user',
  ],
  ['…: … (…): …', 'the file of the database is full, damaged or on a disk that cannot be written'],
  ['PostgreSQL at …: … (…): …', 'the server takes the connection, and cannot work'],
  [
    'SQLite is not installed for Node …: run `npm install` with this Node, where g++, make and python3 are installed, or use Node 22.14 or newer, which needs no compiler',
    'packages were installed with another Node than an older one that runs now, or could not be compiled',
  ],
  [
    'SQLite is not installed for Node … on …-…: run `npm install` with this Node, or use PostgreSQL if better-sqlite3 has nothing ready for this system',
    'packages were installed with another Node than the one that runs now, or on another system',
  ],
  [
    'nothing can be written on the disk of … (…): mount it writable',
    'the disk of the database is mounted read-only',
  ],
  [
    '… is being served (processes: …): stop every one; after one that was killed, wait a minute',
    'a database of PostgreSQL that is to be copied is being served',
  ],
  [
    'another process copies this database now, or begins to serve it: try again later',
    'two copies of or to one database of PostgreSQL are begun at once',
  ],
  [
    'this database is being copied: start again when `challenge-service copy` has ended',
    '`serve` is started on a database of PostgreSQL that is being copied',
  ],
  ['…: another program has a table … in it', 'the database of `--to` is used by another program'],
  [
    'the database at … is of an older release: back it up as it is with pg_dump',
    'a database of PostgreSQL is to be backed up that is not migrated yet',
  ],
  [
    'there is no room for the backup on the disk of …: make room there, or name a file on another disk; nothing was left behind',
    'the disk of the backup is full',
  ],
  [
    'the backup is not what was read (…): it was removed; try another disk',
    'the disk of the backup did not keep what was written to it',
  ],
  ['the recipient of this mail was erased', 'the mail was listed a moment before'],
  [
    'the signing secret or the headers of … cannot be read',
    'what is encrypted in the database was changed, or its key is not among those of `SECRET_KEY`',
  ],
])

/** What the options are checked for before, so that nobody reads it. */
const unreachable = ['… is not a day as YYYY-MM-DD']

const matches = (sentence, printed) =>
  new RegExp(
    sentence
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.+'),
  ).test(printed)

const checkComplete = async (results) => {
  for (const { status, title, command } of results) {
    const expected = parts.find((part) => part.title === title).status
    if (status !== expected) throw new Error(`${command} has exit status ${status}, not ${expected}`)
  }
  const sentences = await listSentences()
  const known = [...unprovoked.keys(), ...unreachable]
  const missing = sentences.filter(
    (sentence) => !known.includes(sentence) && !results.some(({ printed }) => matches(sentence, printed)),
  )
  const stale = known.filter((sentence) => !sentences.includes(sentence))
  if (missing.length + stale.length > 0) {
    throw new Error(`no case provokes: ${missing.join(' | ')}; nobody says any more: ${stale.join(' | ')}`)
  }
}

export const errorsSnapshot = async () => {
  const results = await provokeAll()
  await checkComplete(results)
  return parts
    .map(({ title, status }) => {
      const shown = results
        .filter((result) => result.title === title)
        .map(({ command, printed }) => `$ ${command}\n${printed}\n`)
      return `# ${title}: exit status ${status}\n\n${shown.join('\n')}`
    })
    .join('\n')
}
