// The answers of a call that has not run: a question to be put by the client, an explanation where it cannot put one, and
// that the person said no.
import type { Tool, ToBeConfirmed, ToldNo } from '@challenge-service/contract'
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  PROTOCOL_VERSION_META_KEY,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { toRfc3339 } from '../../../kernel/instants.ts'

/** The question among those of an answer, and the one field of its form. */
export const ANSWER = 'confirm'

/** As much of a message as tells whether its client can ask, and what the person has answered. */
export interface AskingContext {
  readonly mcpReq: Pick<ServerContext['mcpReq'], 'envelope' | 'requestState' | 'inputResponses'>
}

/**
 * A form can be shown by whoever can ask at all, unless they say that they open pages alone. Only a message that names its
 * revision can be answered with a question: in the one before, the answer to it would reach nobody.
 */
export const canAsk = ({ mcpReq: { envelope } }: AskingContext): boolean => {
  const said: Readonly<Record<string, unknown>> = envelope ?? {}
  // Its shape was checked by the SDK.
  const elicitation = (said[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined)?.elicitation
  if (said[PROTOCOL_VERSION_META_KEY] === undefined) return false
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

export const askPerson = (question: string, requestState: string): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [ANSWER]: inputRequired.elicit({
        message: question,
        requestedSchema: {
          type: 'object',
          properties: {
            [ANSWER]: { type: 'boolean', title: 'Yes, do it', description: 'Nothing is done without it.' },
          },
          required: [ANSWER],
        },
      }),
    },
    requestState,
  })

export interface Explained {
  readonly tool: Pick<Tool, 'name'>
  readonly question: string
  readonly url: string | null
  /** Null where a second call cannot confirm it. */
  readonly confirmation: string | null
  readonly expiresAt: number
}

export const explain = ({ tool, question, url, confirmation, expiresAt }: Explained): CallToolResult => {
  const ways = [
    ...(url === null ? [] : [`The person can do it here: ${url}`]),
    ...(confirmation === null ? [] : [howToConfirm(tool.name, confirmation)]),
  ]
  const structuredContent: ToBeConfirmed = {
    to_confirm: {
      next: [NOT_YET, ...ways].join('\n'),
      question,
      url,
      confirmation,
      expires_at: confirmation === null ? null : toRfc3339(expiresAt),
    },
  }
  const lines = [NOT_YET, '', question, ...(ways.length === 0 ? [] : ['', ...ways])]
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent }
}

const NOT_YET =
  'Nothing was done yet: the person has to say yes first. Show them the question, word for word.'

const howToConfirm = (tool: string, confirmation: string): string =>
  [
    'You can also ask the person now, and wait for the answer.',
    `Only if it is yes, call ${tool} again within ten minutes, with the same arguments and confirmation ${confirmation}`,
  ].join(' ')

export const notDone = (): CallToolResult => {
  const text = 'Nothing was done: the person said no.'
  const structuredContent: ToldNo = { told_no: text }
  return { content: [{ type: 'text', text }], structuredContent }
}
