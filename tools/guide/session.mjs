// One bash in which the commands of the guide run one after another, as in a reader's terminal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const MARK = '--- end of block'

export const openSession = (options) => {
  const bash = spawn('bash', ['--noprofile', '--norc'], { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  let complaints = ''
  bash.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  bash.stderr.setEncoding('utf8').on('data', (text) => (complaints += text))
  const ended = once(bash, 'exit')

  const untilMark = async () => {
    const done = () => output.match(new RegExp(`${MARK} (\\d+)\\n$`))
    while (!done()) {
      const isOver = await Promise.race([once(bash.stdout, 'data').then(() => false), ended.then(() => true)])
      if (isOver) throw new Error(`the shell has ended: ${complaints}`)
    }
    return done()
  }

  return {
    /** What the commands print; an error if the last of them fails. */
    run: async (commands) => {
      output = ''
      bash.stdin.write(`${commands}\necho "${MARK} $?"\n`)
      const [line, status] = await untilMark()
      const printed = output.slice(0, -line.length)
      if (status !== '0') throw new Error(`status ${status} of:\n${commands}\n${printed}${complaints}`)
      return printed
    },
    close: async () => {
      bash.stdin.end()
      await ended
    },
  }
}
