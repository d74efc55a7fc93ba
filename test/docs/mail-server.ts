// A mail server that speaks as Postfix does, in the words that docs/commands.md shows, and knows everyone but nobody@.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

const answers: readonly (readonly [line: RegExp, answer: string])[] = [
  [/^(EHLO|HELO|MAIL|RSET)/, '250 2.1.0 Ok'],
  [/^RCPT TO:<nobody@example.com>/, '550 5.1.1 <nobody@example.com>: Recipient address rejected'],
  [/^RCPT/, '250 2.1.5 Ok'],
  [/^DATA$/, '354 End data with <CR><LF>.<CR><LF>'],
  [/^\.$/, '250 2.0.0 Ok: queued as 4WxT1k2Qz9'],
  [/^QUIT$/, '221 2.0.0 Bye'],
]

const converse = (socket: Socket): void => {
  let isData = false
  let rest = ''
  socket.on('error', () => undefined)
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isData && line !== '.') continue
      isData = line === 'DATA'
      const [, answer] = answers.find(([form]) => form.test(line)) ?? []
      socket.write(`${answer ?? '500 5.5.2 Error'}\r\n`)
    }
  })
  socket.write('220 mail.example.com ESMTP\r\n')
}

export const startMailServer = async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    converse(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
