// Hands mails over by SMTP. The one place that knows nodemailer, which is loaded only if a mail server is set.
import type { Mail } from './messages/compose.ts'

/** Takes a mail, or says why not. */
export interface MailTransport {
  send(mail: Mail, now: number): Promise<unknown>
  close(): void
}

export interface SmtpTransport extends MailTransport {
  /** Gives the server's own words, in one line. */
  send(mail: Mail, now: number): Promise<string>
}

export class TransportError extends Error {
  override readonly name = 'PostError'
  /** The server will not take it at any later time either. */
  readonly isFinal: boolean
  /** A code, never the server's words: they may hold the address. */
  readonly code: string

  constructor(code: string, isFinal: boolean, cause?: unknown) {
    super('a mail could not be handed over', { cause })
    this.code = code
    this.isFinal = isFinal
  }
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** The whole of one hand-over; well within a lease. */
export const SEND_MS = 45_000

const openTransport = async (url: string, connections: number) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and gives user and password, where there are any. Sends nothing; a TransportError says why it failed. */
export const signInToSmtp = async (url: string): Promise<void> => {
  const transport = await openTransport(url, 1)
  try {
    await within(SEND_MS, transport.verify())
  } catch (error) {
    throw toTransportError(error)
  } finally {
    transport.close()
  }
}

export const makeSmtpTransport = (url: string, connections: number): SmtpTransport => {
  const opening = openTransport(url, connections)
  return {
    send: async (mail, now) => {
      const transport = await opening
      const { messageId, from, to, subject, text, html, threadId, oneClickUrl } = mail
      const sent = transport.sendMail({
        messageId,
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        date: new Date(now),
        ...(threadId === null ? {} : { references: threadId, inReplyTo: threadId }),
        headers: {
          ...(oneClickUrl === null
            ? {}
            : {
                'List-Unsubscribe': `<${oneClickUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
          'Auto-Submitted': 'auto-generated',
        },
      })
      try {
        return inOneLine((await within(SEND_MS, sent)).response)
      } catch (error) {
        throw toTransportError(error)
      }
    },
    // The sender logs why it could not be opened.
    close: () =>
      void opening.then(
        (transport) => transport.close(),
        () => undefined,
      ),
  }
}

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TransportError('ETIMEDOUT', false)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

// The server refused this receiver or this mail; what it thinks of our name and password may change.
const FINAL_CODES = new Set(['EENVELOPE', 'EMESSAGE'])
/** That too is about the name and password, though it is said to the sender's address. */
const WANTS_LOGIN = 530

const toTransportError = (error: unknown): TransportError => {
  if (error instanceof TransportError) return error
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const isRefused = responseCode !== undefined && responseCode >= 500 && responseCode !== WANTS_LOGIN
  const isFinal = FINAL_CODES.has(code) && isRefused
  return new TransportError(responseCode === undefined ? code : `${code} ${responseCode}`, isFinal, error)
}

/** Why it was not taken: the server's own words where it said any. For the operator alone: they may hold the address. */
export const describeFailure = ({ cause, code }: TransportError): string => {
  const { response } = (cause ?? {}) as { response?: unknown }
  if (typeof response === 'string') return `the mail server refused it: ${inOneLine(response)}`
  return `the mail could not be handed over to the server of SMTP_URL: ${describeCause(cause, code)}`
}

/** Why the server refuses the connection, in its own words where it said any. */
export const describeAccess = ({ cause, code }: TransportError): string => {
  const { response } = (cause ?? {}) as { response?: unknown }
  if (typeof response === 'string') return `the mail server refuses us: ${inOneLine(response)}`
  return `the mail server cannot be reached: ${describeCause(cause, code)}`
}

/** Where one side waits for TLS and the other does not, the words of OpenSSL and nodemailer do not say so. */
const describeCause = (cause: unknown, code: string): string => {
  if (!(cause instanceof Error)) return inOneLine(code)
  if ('reason' in cause && cause.reason === 'wrong version number')
    return 'this port does not begin with TLS: use smtp:// (STARTTLS), or the port for smtps, usually 465'
  if (cause.message === 'Greeting never received')
    return 'nothing greets us on this port: if it begins with TLS, use smtps://, or the port for smtp, usually 587'
  return inOneLine(cause.message)
}

/** Whatever the server puts between its words, and without what could steer a terminal. */
const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
