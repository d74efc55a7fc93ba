// A call that binds or costs someone runs once its person has said yes to it. Before they are asked, the call is tried and
// undone: what would be refused is refused at once, and what would happen can be told. Nothing is kept of a question: what
// they say yes to is signed, comes back with their answer, and is the key under which the call runs once.
import { inputResponse } from '@modelcontextprotocol/server'
import {
  isNothingToDo,
  type Challenge,
  type ConfirmedTool,
  type ToolArguments,
} from '@challenge-service/contract'
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { Actor } from '../../../features/access/actor.ts'
import {
  checkVersion,
  findVersion,
  type ChallengeVersion,
} from '../../../features/challenges/play/version.service.ts'
import {
  describeCall,
  hasLapsed,
  newConfirmation,
  readConfirmation,
  writeConfirmation,
  type ConfirmationScope,
} from '../../../kernel/confirmation.ts'
import { isId } from '../../../kernel/ids.ts'
import { notVisible, refuse, Refusal } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../store/store.ts'
import type { OperationContext } from '../../../operations/context.ts'
import type { CallInProcess, InProcessResponse } from '../../../operations/in-process-calls.ts'
import type { RawMembers } from '../../../operations/prepare.ts'
import { findZone } from '../tool-result.ts'
import { ANSWER, askPerson, canAsk, explain, notDone, type AskingContext } from './answers.ts'
import { pageOf } from './page-of.ts'
import { writeQuestion } from './question.ts'

/** So often it is tried to ask about a challenge that changes all the time. */
const TRIES = 3

/** A call of a tool that is to be confirmed. */
export interface ToConfirm {
  readonly context: OperationContext
  readonly callInProcess: CallInProcess
  readonly actor: Actor
  readonly tool: ConfirmedTool
  /** The arguments, without those that are about the call itself. */
  readonly input: RawMembers
  readonly confirmation: string | undefined
  /** Where the pages of the site are; null where there is no site. */
  readonly siteUrl: string | null
  readonly ctx: AskingContext
}

export type Confirmed =
  /** It was confirmed, and has run: now, or when this confirmation came before. */
  | { readonly kind: 'done'; readonly response: InProcessResponse<unknown> }
  /** It has not run: the person is to be asked, or said no. */
  | { readonly kind: 'answer'; readonly result: CallToolResult | InputRequiredResult }

export const confirmFirst = async (toConfirm: ToConfirm): Promise<Confirmed> => {
  const { confirmation, actor, ctx } = toConfirm
  if (confirmation !== undefined) {
    if (actor.caller.client) throw confirmedOnSite()
    return { kind: 'done', response: await run(toConfirm, 'sent', confirmation) }
  }
  const state = ctx.mcpReq.requestState<string>()
  if (state === undefined) return { kind: 'answer', result: await ask(toConfirm) }
  return takeAnswer(toConfirm, state)
}

/** What the person said to a program that can ask them. */
const takeAnswer = async (toConfirm: ToConfirm, state: string): Promise<Confirmed> => {
  const said = inputResponse(toConfirm.ctx.mcpReq.inputResponses, ANSWER)
  if (said.kind !== 'elicit') return { kind: 'answer', result: await ask(toConfirm) }
  if (said.action !== 'accept' || said.content?.[ANSWER] !== true) {
    return { kind: 'answer', result: notDone() }
  }
  try {
    return { kind: 'done', response: await run(toConfirm, 'asked', state) }
  } catch (error) {
    if (!isChangedSince(error)) throw error
    return { kind: 'answer', result: await ask(toConfirm, 'It has changed since you were asked.') }
  }
}

/** Asked anew where the challenge changes in this very moment: what is asked and what is signed are one version. */
const ask = async (toConfirm: ToConfirm, before?: string): Promise<CallToolResult | InputRequiredResult> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await askOnce(toConfirm, before)
    } catch (error) {
      if (!isChangedSince(error)) throw error
      if (tries === TRIES) throw changesNow()
    }
  }
}

const askOnce = async (
  toConfirm: ToConfirm,
  before: string | undefined,
): Promise<CallToolResult | InputRequiredResult> => {
  const { context, callInProcess, actor, tool, input, siteUrl, ctx } = toConfirm
  const now = context.clock.now()
  const id = tool.toCall(input).params['id'] ?? ''
  const seen = isId('challenge', id) ? await findVersion(context.store, actor, id, now) : undefined
  const added = findAdded(tool, seen?.challenge)
  const call = tool.toCall(input, added)
  const { endpoint, params, query, body } = call
  const version = seen?.version ?? null
  const check = (tx: Tx): Promise<void> => checkSame(tx, actor, id, version, now)
  const { data } = await callInProcess(endpoint, actor, { params, query, body, isTrial: true, check })
  const written = writeQuestion({
    actor,
    tool,
    call,
    before: (seen ?? (await findPlayed(toConfirm, body, now)))?.challenge,
    data,
    zone: await findZone(context, actor),
  })
  const question = before === undefined ? written : `${before}\n${written}`
  const confirmation = newConfirmation({ call: describeCall(tool.name, input), added, version }, now)
  const sign = (way: ConfirmationScope['way']): string =>
    writeConfirmation(context.keys, scopeOf(actor, way), confirmation)
  if (canAsk(ctx)) return askPerson(question, sign('asked'))
  return explain({
    tool,
    question,
    url: siteUrl === null ? null : pageOf(siteUrl, call, actor),
    confirmation: actor.caller.client ? null : sign('sent'),
    expiresAt: confirmation.expiresAt,
  })
}

const findAdded = ({ addsOf }: ConfirmedTool, seen: Challenge | undefined): ToolArguments => {
  if (!addsOf) return {}
  if (!seen) throw notVisible()
  const added = addsOf(seen)
  if (isNothingToDo(added)) {
    throw refuse('invalid_state', 'status_forbids', added.nothingToDo, {
      allowedActions: seen.allowed_actions,
    })
  }
  return added
}

const checkSame = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: string | null,
  now: number,
): Promise<void> => {
  if (version !== null) await checkVersion(tx, actor, id, version, now)
}

const isChangedSince = (error: unknown): boolean =>
  error instanceof Refusal && error.reason === 'changed_since'

/** The one that is played again, which the trial has shown to be theirs. */
const findPlayed = async (
  { context, actor }: ToConfirm,
  body: RawMembers,
  now: number,
): Promise<ChallengeVersion | undefined> => {
  const id = body['rematch_of']
  return typeof id === 'string' && isId('challenge', id)
    ? findVersion(context.store, actor, id, now)
    : undefined
}

const scopeOf = ({ id, caller }: Actor, way: ConfirmationScope['way']): ConfirmationScope => ({
  way,
  ownerId: caller.ownerId,
  actorId: id,
})

/** Sent again, it gives the first answer again, however much later: only what has not run yet can come too late. */
const run = (
  toConfirm: ToConfirm,
  way: ConfirmationScope['way'],
  text: string,
): Promise<InProcessResponse<unknown>> => {
  const { context, callInProcess, actor, tool, input } = toConfirm
  const confirmation = readConfirmation(context.keys, scopeOf(actor, way), text)
  if (!confirmation) throw invalid()
  if (confirmation.call !== describeCall(tool.name, input)) throw differs()
  const { endpoint, params, query, body } = tool.toCall(input, confirmation.added)
  const check = async (tx: Tx): Promise<void> => {
    const now = context.clock.now()
    if (hasLapsed(confirmation, now)) throw lapsed()
    await checkSame(tx, actor, params['id'] ?? '', confirmation.version, now)
  }
  return callInProcess(endpoint, actor, { params, query, body, key: confirmation.key, check })
}

const AGAIN = 'Call again without it, and ask the person anew.'

const invalid = (): Refusal =>
  refuse(
    'invalid_request',
    'confirmation_invalid',
    `This confirmation was not given out for this person, or was changed. Nothing was done. ${AGAIN}`,
  )

const differs = (): Refusal =>
  refuse(
    'invalid_request',
    'confirmation_differs',
    `This confirmation is for another tool or for other arguments. Nothing was done. ${AGAIN}`,
  )

const lapsed = (): Refusal =>
  refuse(
    'invalid_state',
    'confirmation_lapsed',
    `This confirmation is more than ten minutes old. Nothing was done. ${AGAIN}`,
  )

/** Unlike `changed_since`, of a question that nobody has seen. */
const changesNow = (): Refusal =>
  refuse(
    'invalid_state',
    'changes_now',
    'Nothing was done: the challenge changes right now, so that nobody can be asked about it. Call again in a moment.',
  )

const confirmedOnSite = (): Refusal =>
  refuse(
    'forbidden',
    'confirmed_on_site',
    'A connected app cannot confirm for its person. They do it themselves, on the page.',
  )
