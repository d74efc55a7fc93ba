// `challenge-service mcp` as an assistant starts it: lines to its input, lines from its output.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))

export interface BridgeEnd {
  readonly status: number | null
  readonly stderr: string
  /** What was written and not taken. */
  readonly rest: readonly string[]
}

export interface StartedBridge {
  send(message: object): void
  sendText(text: string): void
  /** The next line of its output, as it stands. */
  nextLine(): Promise<string>
  next(): Promise<unknown>
  /** Ends its input, and waits for it. */
  end(): Promise<BridgeEnd>
}

export const startBridge = (
  url: string,
  token = 'cs_acc_token',
  args: readonly string[] = [],
): StartedBridge => {
  const child = spawn(bin, ['mcp', '--url', url, ...args], {
    env: { PATH: process.env['PATH'], CHALLENGE_SERVICE_TOKEN: token },
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  // By line feeds alone: the readline of newer versions of Node also ends a line at U+2028, which JSON may hold.
  let pieces: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...further] = text.split('\n')
    pieces.push(first)
    for (const next of further) {
      const line = pieces.join('')
      pieces = [next]
      const take = waiting.shift()
      if (take) take(line)
      else lines.push(line)
    }
  })
  const nextLine = (): Promise<string> => {
    const line = lines.shift()
    if (line !== undefined) return Promise.resolve(line)
    return new Promise((resolve, reject) => {
      waiting.push(resolve)
      void ended.then(() => reject(new Error(`it ended: ${stderr}`)))
    })
  }
  const sendText = (text: string): void => {
    child.stdin.write(text)
  }
  return {
    send: (message) => sendText(`${JSON.stringify(message)}\n`),
    sendText,
    nextLine,
    next: async () => JSON.parse(await nextLine()) as unknown,
    end: async () => {
      child.stdin.end()
      const [status] = await ended
      return { status, stderr, rest: lines }
    },
  }
}
