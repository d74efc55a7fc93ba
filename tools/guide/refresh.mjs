// docs/guide.md is its own source: each of its `sh` blocks is run, in order, against the real service, and each
// block that is marked as an answer is rewritten with what came back. Marks are comments before a block:
//   <!-- not run -->                   a command that is the reader's alone
//   <!-- 5 minutes later -->           the clock moves before the block is run
//   <!-- takes NAME from data.id -->   the value of NAME= in the block, out of the last answer
//   <!-- answer: data.id etag -->      what to show of the last answer: members (jsonc), and headers (http)
//   <!-- answer -->                    all of it (text); with `: cut`, long lines end in a mark
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { excerptOf, httpExcerptOf, linesOf, valueAt } from './excerpt.mjs'
import { openService, SHOWN_URL } from './service.mjs'
import { openSession } from './session.mjs'

const MARK = /^<!-- (?!`)[^\n]* -->$/gm
const BLOCK = /(?:^<!-- ([^\n]*) -->\n+)?^```(\w+)\n(.*?)^```$/gms
const MINUTE_MS = 60_000

const until = async (condition) => {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 1_000) throw new Error('the guide waits for something that does not come')
    await sleep(10)
  }
}

const marks = {
  notRun: /^not run$/,
  later: /^(\d+) minutes? later$/,
  takes: /^takes (\w+) from (\S+)$/,
  answer: /^answer(?:: (.+))?$/,
}

/** What a mark says, by its kind; no kind for a block without one. */
const readMark = (text) => {
  if (text === undefined) return {}
  const kind = Object.keys(marks).find((name) => marks[name].test(text))
  if (!kind) throw new Error(`the guide has a mark that nobody knows: ${text}`)
  return { [kind]: marks[kind].exec(text).slice(1) }
}

/** The text that each block should have, asked for one after another. */
const walkWith = (service, session) => {
  let lastAnswer = ''

  const run = async (commands) => {
    await service.runDue()
    const output = await session.run(commands.replaceAll(SHOWN_URL, service.url))
    // Whatever is left running in the background must be waiting before the story goes on.
    if (/&\s*$/.test(commands)) await until(() => service.waitingCalls() > 0)
    return output.trim().replaceAll(service.url, SHOWN_URL)
  }

  const excerpt = (language, names) => {
    if (lastAnswer === '') throw new Error(`nothing was answered of which to show ${names.join(' ')}`)
    const made = { jsonc: excerptOf, http: httpExcerptOf, text: linesOf }[language]
    return `${made(lastAnswer, names)}\n`
  }

  return async (language, text, { notRun, later, takes, answer }) => {
    if (answer) return excerpt(language, answer[0]?.split(' ') ?? [])
    if (language !== 'sh') throw new Error(`a block is neither a command nor marked as an answer:\n${text}`)
    if (notRun) return text
    if (later) service.advance(later[0] * MINUTE_MS)
    if (!takes) {
      lastAnswer = await run(text)
      return text
    }
    const [name, path] = takes
    const filled = `${name}=${valueAt(lastAnswer, path)}\n`
    await run(filled)
    return filled
  }
}

/** Every block with where its text is and what its mark says: all of them before the first is run. */
const readBlocks = (text) => {
  const blocks = [...text.matchAll(BLOCK)].map(({ 0: whole, 1: mark, 2: language, 3: body, index }) => {
    const start = index + whole.lastIndexOf(body + '```')
    return { language, body, start, end: start + body.length, mark: readMark(mark) }
  })
  const marked = blocks.filter(({ mark }) => Object.keys(mark).length > 0).length
  if (text.match(MARK)?.length !== marked) throw new Error('a mark of the guide stands before no block')
  return blocks
}

/** The guide with the answers of today's service in it. */
export const refreshGuide = async (text) => {
  const blocks = readBlocks(text)
  const service = await openService()
  const session = openSession({
    cwd: service.folder,
    env: {
      ...service.environment,
      PATH: process.env.PATH,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'still-command.mjs')}`,
    },
  })
  try {
    const textOf = walkWith(service, session)
    let fresh = ''
    let at = 0
    for (const { language, body, start, end, mark } of blocks) {
      fresh += text.slice(at, start) + (await textOf(language, body, mark))
      at = end
    }
    return fresh + text.slice(at)
  } finally {
    await session.close()
    await service.close()
  }
}
