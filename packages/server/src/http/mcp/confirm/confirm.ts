// Whether a call that binds or costs someone may run.
import { randomUUID } from 'node:crypto'
import type { Challenge, Tool, ToolCall } from '@challenge-service/contract'
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Actor } from '../../../features/access/actor.ts'
import type { Tx } from '../../../store/store.ts'
import type { Floor } from '../../floor.ts'
import type { CallOwn } from '../../own-calls.ts'
import type { RawMembers } from '../../prepare.ts'

/** A call of a tool that is to be confirmed. */
export interface ToConfirm {
  readonly floor: Floor
  readonly callOwn: CallOwn
  readonly actor: Actor
  readonly tool: Tool
  /** The arguments, without those that are about the call itself. */
  readonly input: RawMembers
  /** What they come to. */
  readonly call: ToolCall
  /** The challenge, where it was looked at to know that. */
  readonly seen: Challenge | undefined
  readonly confirmation: string | undefined
  readonly ctx: ServerContext
}

export type Confirmed =
  /** Run it, as this one call, after this check in its transaction. */
  | { readonly kind: 'go'; readonly key: string; readonly check: (tx: Tx) => Promise<void> }
  /** Ask, explain or refuse. */
  | { readonly kind: 'answer'; readonly result: CallToolResult | InputRequiredResult }

export type ConfirmFirst = (ask: ToConfirm) => Promise<Confirmed>

export const confirmFirst: ConfirmFirst = async () => ({
  kind: 'go',
  key: randomUUID(),
  check: async () => undefined,
})
