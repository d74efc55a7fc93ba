// What `mcp` does. Standard output holds nothing but messages of MCP.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { environment } from '../../config/environment.ts'
import { isLoopback } from '../../kernel/networks.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { runBridge } from '../bridge/bridge.ts'
import { LINE_MAX, readLines } from '../bridge/lines.ts'
import { postMessage } from '../bridge/post.ts'
import { printable } from '../bridge/printable.ts'
import type { BridgeOptions } from '../options.ts'

const TOKEN_VARIABLE = 'CHALLENGE_SERVICE_TOKEN'

export const bridgeStdio = async ({ url, tokenFile }: BridgeOptions): Promise<void> => {
  const token = await readToken(tokenFile)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    log(`the token goes to ${url.host} unencrypted: use https:// if the service has it`)
  }
  const landing = await runBridge({
    host: url.host,
    tokenFrom: tokenFile === undefined ? TOKEN_VARIABLE : `the file ${tokenFile}`,
    lines: readLines(process.stdin, LINE_MAX),
    write,
    log,
    post: (message, agreed, signal) => postMessage({ url, token }, message, agreed, signal),
  })
  if (landing === 'given up') process.exitCode = 1
}

const readToken = async (file: string | undefined): Promise<string> => {
  const text = file === undefined ? environment()[TOKEN_VARIABLE] : await readFile(file, 'utf8')
  const token = text?.trim() ?? ''
  if (token === '') {
    throw new OperatorError(
      `there is no token: set ${TOKEN_VARIABLE}, or name the file that holds it with --token-file`,
    )
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new OperatorError(
      'the token is not one: it must be one word, such as the site or `token create` shows',
    )
  }
  return token
}

const write = async (line: string): Promise<void> => {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

const log = (line: string): void => {
  process.stderr.write(`challenge-service mcp: ${printable(line)}\n`)
}
