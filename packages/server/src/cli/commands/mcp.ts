// challenge-service mcp
import { InvalidArgumentError, type Command } from 'commander'
import { example } from './common.ts'
import { readEndpointUrl } from '../bridge/endpoint-url.ts'
import type { BridgeOptions } from '../options.ts'

export const addMcpCommand = (program: Command): void => {
  program
    .command('mcp')
    .description('let an assistant that only speaks to a program reach a service: MCP on stdin and stdout')
    .requiredOption('--url <url>', 'the service, such as https://challenges.example/mcp', parseUrl)
    .option('--token-file <file>', 'the file that holds the token (else CHALLENGE_SERVICE_TOKEN)')
    .addHelpText('after', HELP)
    .action(async (options: BridgeOptions) => (await import('../actions/mcp.ts')).bridgeStdio(options))
}

const HELP = `
Your assistant starts this; started by hand it waits for messages. A token comes from the site, under
Settings and Tokens, or from \`token create\`. /mcp may be left out of the URL. For a group's token,
?user_email=<address> names the member to act for.

To try it, with CHALLENGE_SERVICE_TOKEN set:
  $ echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | challenge-service mcp --url https://challenges.example
${example('mcp --url https://challenges.example/mcp')}`

const parseUrl = (text: string): URL => {
  const url = readEndpointUrl(text)
  if (url !== undefined) return url
  throw new InvalidArgumentError('It must be an http:// or https:// URL without a password or fragment.')
}
