// The client in a real browser: bundled without anything of Node, loaded by a page, calling the service through the
// page's own origin, and across origins.
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repository } from '../support/planted.ts'
import { requirement } from '../support/requirements.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { call } from '../support/call.ts'

const bundle = async (source: string): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: join(repository, 'packages/client'), loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    conditions: ['source'],
    write: false,
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (!file) throw new Error('esbuild gave no file')
  return file.contents
}

const whole = `export * from './src/index.ts'`

describe('the bundle', () => {
  test('needs nothing of Node', async () => {
    await expect(bundle(whole)).resolves.toBeDefined()
    await expect(bundle(`${whole}\nexport * from 'node:crypto'`)).rejects.toThrow('node:crypto')
  })
})

const program = requirement('chromium')

describe.skipIf(program === undefined)('in Chromium', () => {
  let service: TestService
  let token: string
  let site: Server
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    service = await startTestService('sqlite')
    token = (await service.token(await service.account())).token
    const script = await bundle(whole)
    site = createServer((request, response) => {
      const path = request.url ?? '/'
      if (path === '/client.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      else if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
      else if (path.startsWith('/moved/')) response.writeHead(302, { location: '/v1/me' }).end()
      else
        void passOn(path, request.method ?? 'GET', request.headers.authorization ?? '').then(
          ({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text),
        )
    })
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve)
    })
    browser = await chromium.launch({
      ...(program ? { executablePath: program } : {}),
      args: ['--no-sandbox'],
    })
    page = await browser.newPage()
    await page.goto(siteUrl())
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await service?.stop()
  })

  const siteUrl = (): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`

  const passOn = (path: string, method: string, authorization: string) =>
    call(service.url, method, path, { headers: { authorization } })

  /** Runs the body of an async function in the page, with the client's module and `given` at hand. */
  const inPage = <Result>(body: string, given: object): Promise<Result> =>
    page.evaluate(
      `(async (given) => { const sdk = await import('/client.js'); ${body} })(${JSON.stringify(given)})`,
    )

  test('it makes calls', async () => {
    const me = await inPage<{ kind: string; id: string }>(
      `const client = sdk.createClient(given)
       const { data, requestId } = await client.getMe.withResponse()
       return { kind: data.token.kind, id: requestId }`,
      { baseUrl: siteUrl(), token },
    )
    expect(me).toEqual({ kind: 'account', id: expect.stringMatching(/^req_/) as string })
  })

  test('it tells a refusal, a lost connection and a redirect apart', async () => {
    const names = await inPage<string[]>(
      `const told = async (options, method) => {
         try { await sdk.createClient({ ...given, ...options, retries: 0 })[method]({ id: 'ch_x' }) }
         catch (error) { return error.name + ' ' + (error.code ?? error.status ?? '') }
       }
       return [
         await told({}, 'acceptChallenge'),
         await told({ baseUrl: 'http://127.0.0.1:1' }, 'getMe'),
         await told({ baseUrl: given.baseUrl + '/moved' }, 'getMe'),
       ]`,
      { baseUrl: siteUrl(), token },
    )
    expect(names).toEqual(['ChallengeServiceError not_found', 'ConnectionError ', 'UnexpectedAnswerError 0'])
  })

  test('from a page of another origin it plays a challenge to its end, errors and feed included', async () => {
    const opponent = await service.account()
    const played = await inPage<Record<string, unknown>>(
      `const [ana, bo] = given.tokens.map((token) => sdk.createClient({ baseUrl: given.baseUrl, token, retries: 0 }))
       const input = { opponent_email: given.opponent, claim: 'Ten kilometres', stake: 'a coffee', due_days: 5 }
       const key = { idempotencyKey: crypto.randomUUID() }
       const { id } = await ana.createChallenge(input, key)
       const again = await ana.createChallenge.withResponse(input, key)
       const early = await ana.resolveChallenge({ id, outcome: 'creator_won' }).catch((error) => error)
       await bo.acceptChallenge({ id })
       await ana.resolveChallenge({ id, outcome: 'creator_won' })
       await bo.resolveChallenge({ id, outcome: 'creator_won' })
       const { status, resolution } = await bo.getChallenge({ id })
       const [listed] = await ana.listChallenges({ status: ['resolved'] })
       const kinds = []
       for await (const event of ana.followEvents()) {
         kinds.push(event.type)
         if (event.type === 'challenge.resolved') break
       }
       return {
         isSame: again.data.id === id, replayed: again.replayed, limit: again.rate?.limit,
         hasQuota: again.quotaRemaining > 0,
         refused: [early.code, early.reason, early.message], status, by: resolution.settled_by,
         isListed: listed.id === id, kinds,
       }`,
      {
        baseUrl: service.url,
        tokens: [token, (await service.token(opponent)).token],
        opponent: opponent.email,
      },
    )
    expect(played).toEqual({
      isSame: true,
      // Headers that a page of another origin reads only where the service says so.
      replayed: true,
      limit: 30,
      hasQuota: true,
      refused: ['invalid_state', 'status_forbids', 'Nobody can do this while the challenge is pending.'],
      status: 'resolved',
      by: 'concession',
      isListed: true,
      kinds: ['challenge.created', 'challenge.accepted', 'challenge.proposed', 'challenge.resolved'],
    })
  })

  test('it verifies webhooks', async () => {
    const secret = 'whsec_abc'
    const body = '{"id":"evt_1","text":"Grüße"}'
    const time = 1_794_744_000
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    const verdicts = await inPage<string[]>(
      `const verdict = (body, now) =>
         sdk.verifyWebhook(given.header, body, given.secret, { now: () => now }).then((event) => event.id, (error) => error.reason)
       const now = given.time * 1000
       return [
         await verdict(given.body, now),
         await verdict(new TextEncoder().encode(given.body), now),
         await verdict(given.body + ' ', now),
         await verdict(given.body, now + 300000),
       ]`,
      { header: `t=${time},v1=${signature}`, body, secret, time },
    )
    expect(verdicts).toEqual(['evt_1', 'evt_1', 'mismatch', 'expired'])
  })
})
