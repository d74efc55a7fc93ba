// A real SMTP server on loopback that keeps what it is handed.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

interface Refused {
  readonly code: number
  readonly words?: string
}

export interface Held {
  /** How many mails for it wait now. */
  readonly waiting: () => number
  letGo(): void
}

export interface PostOffice {
  readonly url: string
  readonly received: readonly ParsedMail[]
  /** How it answers the next mails: undefined takes them. */
  refuse(answer: Refused | undefined): void
  /** Answers nothing to mails for a domain until it is let go. */
  hold(domain: string): Held
  close(): Promise<void>
}

export const openPostOffice = async (): Promise<PostOffice> => {
  const received: ParsedMail[] = []
  let refusal: Refused | undefined
  const held = new Map<string, (() => void)[]>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, callback) => {
      const answer = (): void =>
        callback(
          refusal ? Object.assign(new Error(refusal.words ?? 'no'), { responseCode: refusal.code }) : null,
        )
      const waiting = held.get(address.slice(address.indexOf('@') + 1))
      if (waiting) waiting.push(answer)
      else answer()
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
    hold: (domain) => {
      const waiting: (() => void)[] = []
      held.set(domain, waiting)
      return {
        waiting: () => waiting.length,
        letGo: () => {
          held.delete(domain)
          for (const answer of waiting.splice(0)) answer()
        },
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
