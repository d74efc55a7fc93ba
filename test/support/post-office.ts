// A real SMTP server on loopback that keeps what it is handed.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

interface Refused {
  readonly code: number
  readonly words?: string
}

export interface PostOffice {
  readonly url: string
  readonly received: readonly ParsedMail[]
  /** How it answers the next mails: undefined takes them. */
  refuse(answer: Refused | undefined): void
  close(): Promise<void>
}

export const openPostOffice = async (): Promise<PostOffice> => {
  const received: ParsedMail[] = []
  let refusal: Refused | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_, __, callback) => {
      callback(
        refusal ? Object.assign(new Error(refusal.words ?? 'no'), { responseCode: refusal.code }) : null,
      )
    },
    onData: (stream, _, callback) => {
      simpleParser(stream, (error, mail) => {
        if (!error) received.push(mail)
        callback(error as Error | null)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (answer) => {
      refusal = answer
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
