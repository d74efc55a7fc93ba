// What a form does: it names an operation or an endpoint, says how its fields become the input, and where it leads. Sent
// twice it does one thing, whatever it is.
import type { Endpoint, ResultOf } from '@challenge-service/contract'
import type { TObject } from 'typebox'
import type { Actor } from '../../../features/access/actor.ts'
import type { AnyOperation, Operation, Performers } from '../../../features/operation.ts'
import { Fault, notVisible } from '../../../kernel/refusal.ts'
import type { InProcessResponse, InProcessCall } from '../../../operations/in-process-calls.ts'
import type { RawMembers } from '../../../operations/prepare.ts'
import { keyOf } from '../../../operations/run-operation.ts'
import type { SiteResponse } from './response.ts'
import { toMembers } from './form-members.ts'
import type { PageContext } from './page-context.ts'
import type { FormWork, SentFields, SentForm } from './page.ts'
import type { SignedInVisit } from './visit.ts'

type SignedInSent = SentForm<SignedInVisit>
type Then<Result> = (
  result: Result,
  sent: SignedInSent,
  context: PageContext,
) => Promise<SiteResponse> | SiteResponse

const byAccount = ({ signedIn, browser, now }: SignedInVisit): Performers['account'] => ({
  actor: signedIn.actor,
  account: signedIn.account,
  sessionId: signedIn.sessionId,
  provedAt: signedIn.times.provedAt,
  admittedAt: now,
  browser,
})

/** From the path and the fields, by the names of the schema. */
const membersOf = (
  { input }: AnyOperation,
  { params, fields }: Pick<SignedInSent, 'params' | 'fields'>,
): RawMembers => {
  const inPath = Object.entries(params).filter(([name]) => Object.hasOwn(input.properties, name))
  // A text of a field is trimmed. An address names something or nothing.
  if (inPath.some(([, value]) => value !== value.trim())) throw notVisible()
  return { ...toMembers(input, fields), ...Object.fromEntries(inPath) }
}

const requestBy = <Found>(
  operation: AnyOperation,
  { visit, key, ...sent }: SignedInSent,
  found: Found,
  members: RawMembers = membersOf(operation, sent),
) => {
  const { accountId } = visit.signedIn
  return {
    by: byAccount(visit),
    key: keyOf(accountId, key),
    found,
    members,
  }
}

/** Runs an operation for the person who is signed in, from a form that has more to do. */
export const runForAccount = <Input extends TObject, Result, Found>(
  { operations }: PageContext,
  operation: Operation<'account', Input, Result, Found>,
  sent: SignedInSent,
  found: Found,
  members?: RawMembers,
): Promise<Result> => operations.run(operation, requestBy(operation, sent, found, members))

/** A form that runs an operation. `input`: the members, where they are not those of the path and the fields. */
export const runs = <Input extends TObject, Result>(
  operation: Operation<'account', Input, Result>,
  then: Then<Result>,
  input?: (sent: SignedInSent, context: PageContext) => RawMembers,
): FormWork<SignedInSent> => ({
  does: [operation],
  receive: async (context, sent) => {
    const request = requestBy(operation, sent, undefined, input?.(sent, context))
    return then(await context.operations.run(operation, request), sent, context)
  },
  needsProof:
    typeof operation.needsProof === 'boolean'
      ? operation.needsProof
      : (context, sent) =>
          context.operations.needsProof(
            operation,
            requestBy(operation, sent, undefined, input?.(sent, context)),
          ),
})

/** How a form calls an endpoint: with what, and as whom. The key is that of the form. */
export type FormCall = InProcessCall & { readonly actor?: Actor }

/** A form that calls an endpoint. */
export const calls = <E extends Endpoint>(
  endpoint: E,
  call: (sent: SignedInSent, context: PageContext) => Promise<FormCall> | FormCall,
  then: (
    response: InProcessResponse<ResultOf<E>>,
    sent: SignedInSent,
    context: PageContext,
  ) => Promise<SiteResponse> | SiteResponse,
  { needsProof = false }: { readonly needsProof?: boolean } = {},
): FormWork<SignedInSent> => ({
  does: [endpoint],
  receive: async (context, sent) => {
    const { actor = sent.visit.signedIn.actor, ...given } = await call(sent, context)
    return then(await context.call(endpoint, actor, { key: sent.key, ...given }), sent, context)
  },
  needsProof,
})

/** A form that does one of several things, or does them in its own way. An operation says itself that it needs a proof. */
export const doesOneOf = <Sent extends SentFields>(
  does: readonly (AnyOperation | Endpoint)[],
  receive: FormWork<Sent>['receive'],
  { needsProof = false }: { readonly needsProof?: boolean } = {},
): FormWork<Sent> => {
  const needs = does.map((one) => ('needsProof' in one ? one.needsProof : false))
  if (needs.some((one) => typeof one !== 'boolean'))
    throw new Fault('an operation that needs a proof now and then can be run by a form of its own alone')
  return { does, receive, needsProof: needsProof || needs.includes(true) }
}
