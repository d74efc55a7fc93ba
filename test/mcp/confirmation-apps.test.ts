// Whose word counts, below HTTP: a token made by hand may confirm by a second call. One that a connected app holds may not:
// its person does it on the page, or by an answer to a question that the app puts to them.
import { beforeEach, describe, expect, it } from 'vitest'
import { tools, type Challenge, type ConfirmedTool, type ToBeConfirmed } from '@challenge-service/contract'
import { readConfig } from '../../packages/server/src/config/config.ts'
import type { Actor } from '../../packages/server/src/features/access/actor.ts'
import { challengeRoutes } from '../../packages/server/src/features/challenges/challenge.routes.ts'
import { resolveActor } from '../../packages/server/src/operations/acting-person.ts'
import { authenticate } from '../../packages/server/src/interfaces/http/authenticate.ts'
import type { AskingContext } from '../../packages/server/src/interfaces/mcp/confirm/answers.ts'
import { confirmFirst, type Confirmed } from '../../packages/server/src/interfaces/mcp/confirm/confirm.ts'
import { extraArgumentsOf } from '../../packages/server/src/interfaces/mcp/mcp-call.ts'
import { makeInProcessCalls } from '../../packages/server/src/operations/in-process-calls.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { hashToken } from '../../packages/server/src/kernel/token.ts'
import { engines } from '../support/engine.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'

const app = { id: 'app_1', name: 'An app' }

const message = (
  capabilities: object,
  state?: string,
  inputResponses: Record<string, unknown> = {},
): AskingContext => ({
  mcpReq: {
    envelope: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
    requestState: (() => state) as AskingContext['mcpReq']['requestState'],
    inputResponses,
  },
})
const cannotAsk = message({})

describe.each(engines)('a connected app, on %s', (engine) => {
  const service = useService(engine)
  let ben: Person
  let pending: Challenge
  beforeEach(async () => {
    const ana = await person(service)
    ben = await person(service)
    pending = await challenge(ana, ben)
  })

  const actorWith = async (client: Actor['caller']['client']): Promise<Actor> => {
    const caller = await authenticate(service.store, hashToken(ben.token), service.clock.now())
    return resolveActor(service.store, { ...caller, client }, undefined)
  }

  const accept = async (actor: Actor, ctx: AskingContext, confirmation?: string): Promise<Confirmed> => {
    const { store, keys, clock } = service
    const context = { store, keys, clock, config: readConfig({ DATABASE_URL: service.databaseUrl }) }
    const settings = { confirmMs: DAY_MS, disputeMs: DAY_MS, settleMs: DAY_MS, stakes: null }
    const tool = tools.find((one): one is ConfirmedTool => one.confirms && one.name === 'accept_challenge')
    if (!tool) throw new Error('there is no such tool')
    return confirmFirst({
      context,
      callInProcess: makeInProcessCalls(context, challengeRoutes(settings)),
      actor,
      tool,
      input: { challenge_id: pending.id },
      confirmation,
      siteUrl: 'https://play.test.example',
      ctx,
    })
  }

  const explained = (confirmed: Confirmed) => {
    if (confirmed.kind !== 'answer') throw new Error('it ran')
    const { structuredContent, content } = confirmed.result as {
      structuredContent: ToBeConfirmed
      content: { text: string }[]
    }
    return { ...structuredContent.to_confirm, text: content[0]?.text ?? '' }
  }

  it('is given a link and no value to confirm with', async () => {
    const told = explained(await accept(await actorWith(app), cannotAsk))
    expect(told).toMatchObject({
      url: `https://play.test.example/challenges/${pending.id}`,
      confirmation: null,
      expires_at: null,
    })
    expect(told.text).toContain(told.url)
    expect(told.text).not.toContain('confirmation')
  })

  it('cannot confirm with a value that another token of the same person was given', async () => {
    const { confirmation } = explained(await accept(await actorWith(null), cannotAsk))
    await expect(accept(await actorWith(app), cannotAsk, confirmation ?? '')).rejects.toMatchObject({
      code: 'forbidden',
      reason: 'confirmed_on_site',
    })
    expect((await ben.get(pending)).status).toBe('pending')
    const done = await accept(await actorWith(null), cannotAsk, confirmation ?? '')
    expect(done).toMatchObject({ kind: 'done', response: { data: { status: 'active' } } })
  })

  it('is not offered the argument, which tokens made by hand are', async () => {
    const { caller } = await actorWith(null)
    const offered = [null, app].map(
      (client) => extraArgumentsOf({ caller: { ...caller, client }, userEmail: undefined }).confirmation,
    )
    expect(offered).toEqual([true, false])
  })

  it('may put the question to its person, whose yes does it', async () => {
    const canAsk = { elicitation: { form: {} } }
    const asked = await accept(await actorWith(app), message(canAsk))
    const { requestState } = (asked as { result: { requestState: string } }).result
    const yes = { confirm: { action: 'accept', content: { confirm: true } } }
    const done = await accept(await actorWith(app), message(canAsk, requestState, yes))
    expect(done).toMatchObject({ kind: 'done', response: { data: { status: 'active' } } })
  })

  it.each([
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{ sampling: {} }, false],
  ])('of %j can put a question: %j', async (capabilities, can) => {
    const asked = await accept(await actorWith(app), message(capabilities))
    expect('result' in asked && 'inputRequests' in asked.result).toBe(can)
  })

  it('that names no revision cannot put a question, whatever it says', async () => {
    const { mcpReq } = message({ elicitation: { form: {} } })
    const { 'io.modelcontextprotocol/protocolVersion': _, ...envelope } = mcpReq.envelope as object as Record<
      string,
      unknown
    >
    const told = explained(await accept(await actorWith(null), { mcpReq: { ...mcpReq, envelope } }))
    expect(told.confirmation).not.toBeNull()
  })
})
