// The recording as it is written: what was seen at each step, with names in the place of what differs from run to run.
import { createAliases, stripDocument } from './aliases.mjs'

const TITLE_MAX = 300
// The time of day, and what belongs to the connection rather than to the answer.
const UNRECORDED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export const openJournal = (hosts) => {
  const aliases = createAliases(hosts)
  const entries = []
  const calls = []
  const faults = []
  let chapter = ''
  let count = 0

  const note = (title, text) => {
    const named = aliases.replace(title)
    const short = named.length > TITLE_MAX ? `${named.slice(0, TITLE_MAX)}…` : named
    count += 1
    entries.push({ place: `${chapter} ${count}`, title: short, text: aliases.replace(text) })
  }

  /** No entry, so that those after it keep their places. */
  const noteFault = (title, { message }) => {
    faults.push(aliases.replace(`after #${chapter} ${count}: ${title}: ${message.split('\n')[0]}`))
  }

  return {
    /** What was seen, in order: its place, a title and a text for each step. */
    entries,
    /** Each call with its status and body as they came, to see what the story reaches. */
    calls,
    /** What no sound service does: contradict the model, leave a call without an answer, or end a chapter early. */
    faults,
    /** What is told in it is counted by itself, so that nothing in it moves what other chapters tell. */
    tell: async (name, play) => {
      chapter = name
      count = 0
      aliases.begin(name)
      try {
        await play()
      } catch (error) {
        noteFault('cannot go on', error)
      }
    },
    note,
    noteFault,
    /** `compared` says which part of the answer; all of it where it is not given. */
    noteCall: ({ title, method, path, ...answer }, compared) => {
      calls.push({ method, path, status: answer.status, text: answer.text })
      note(title, describeAnswer(answer, compared))
    },
    /**
     * What arrived together: one entry, so that one more or less moves no other entry, and sorted, so that it reads the
     * same whichever was first.
     */
    noteArrivals: (what, texts) => {
      const sorted = texts
        .map((text) => ({ text, key: aliases.preview(text) }))
        .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
      note(what, sorted.map(({ text }) => text).join(`\n${'-'.repeat(60)}\n`))
    },
  }
}

/** Status, headers by name and body. Of a length only whether it is right is told, since names have other lengths. */
const describeAnswer = ({ status, headers, text }, compared) => {
  const lines = Object.entries(headers)
    .filter(([name]) => !UNRECORDED.has(name))
    .map(([name, value]) => `${name}: ${name === 'content-length' ? describeLength(value, text) : value}`)
  const shown = compared === 'interface' ? stripDocument(text) : compared === 'head' ? '(not compared)' : text
  return [String(status), ...lines.toSorted(), '', shown].join('\n')
}

const describeLength = (length, text) => {
  // Of an answer to HEAD it is the length of a body that is not there to be compared.
  if (text === '') return 'without a body'
  const bytes = Buffer.byteLength(text)
  return Number(length) === bytes ? 'that of the body' : `${length} for ${bytes} bytes`
}
