// The yardstick: `node:http` and nothing else, with one ready answer for each case. It is told the answers on
// its standard input, as `{ path: { status, headers, body } }`, and says where it listens.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const KEEP_ALIVE_MS = 72_000

const answers = new Map(Object.entries(await json(process.stdin)))

const server = createServer((request, response) => {
  const answer = answers.get(request.url)
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
})
server.keepAliveTimeout = KEEP_ALIVE_MS
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
