// The recording as it is written: what was seen at each step, with names in the place of what differs from run to run.
import { createAliases } from './aliases.mjs'
import { describeAnswer } from './exchange.mjs'
import { stripDocument } from './openapi.mjs'

const TITLE_MAX = 300

export const openJournal = (hosts) => {
  const aliases = createAliases(hosts)
  const entries = []
  const calls = []

  const note = (title, text) => {
    entries.push({ title: aliases.replace(shorten(title)), text: aliases.replace(text) })
  }

  return {
    /** What was seen, in order: a title and a text for each step. */
    entries,
    /** Each call with its status and body as they came, to see what the story reaches. */
    calls,
    note,
    /** `compared` says which part of the answer; all of it where it is not given. */
    noteCall: (title, { method, path, compared }, answer) => {
      calls.push({ method, path, status: answer.status, text: answer.text })
      note(title, describeAnswer(chooseCompared(answer, compared)))
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

const chooseCompared = (answer, compared) => {
  if (compared === 'head') return { ...answer, text: '(not compared)' }
  return compared === 'interface' ? { ...answer, text: stripDocument(answer.text) } : answer
}

const shorten = (title) => (title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX)}…` : title)
