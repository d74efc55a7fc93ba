// No connection reaches this machine or its network: not by a spelling, not by a name, not by an answer of DNS that
// changes, not by a redirect. Real listeners on both loopback addresses count what arrives.
import { lookup } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '@challenge-service/contract'
import { createConnect } from '../../packages/server/src/delivery/http/connect.ts'
import type { Resolve } from '../../packages/server/src/delivery/http/resolve.ts'
import { createHttpClient, type HttpClient } from '../../packages/server/src/delivery/http/client.ts'
import { isPublicAddress } from '../../packages/server/src/features/webhooks/address.rules.ts'
import { checkTarget } from '../../packages/server/src/features/webhooks/target.rules.ts'
import { createAuthority, type Authority } from '../support/certificates.ts'
import { receivers, startReceiver, answer, type Receiver } from '../support/receivers.ts'
import { sendOnce, type Addressed } from './sending.ts'
import { hostileAnswers, hostileUrls, publicAddresses } from './targets.ts'

const NAME = 'hooks.example.com'

let authority: Authority
/** The same port on 127.0.0.1 and on ::1. */
let listeners: readonly Receiver[] = []
let port = 0

beforeAll(async () => {
  authority = createAuthority()
  const certificate = authority.issue([NAME])
  const first = await receivers.healthy({ certificate })
  port = first.port
  listeners = [first, await receivers.healthy({ certificate, host: '::1', port })]
})

afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.close()))
})

const arrived = () => listeners.reduce((sum, { accepted }) => sum + accepted, 0)

const withClient = async <T>(
  settings: { readonly allowPrivate?: boolean; readonly resolve?: Resolve; readonly timeoutMs?: number },
  use: (client: HttpClient) => Promise<T>,
): Promise<T> => {
  const { allowPrivate = false, resolve = resolveLikeTheSystem, timeoutMs = 2_000 } = settings
  const client = createHttpClient(
    { timeoutMs, allowPrivate, limit: () => 4 },
    { resolve, ca: authority.cert },
  )
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

/** More willing than the one in use: it knows the hosts file, and reads numbers as addresses. */
const resolveLikeTheSystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

const attemptTo = (url: string): Addressed => ({
  url,
  headers: ['content-type', 'application/json'],
  body: Buffer.from('{}'),
})

describe('a URL that leads inside', () => {
  it('is refused when it is subscribed, in each of more than 150 forms', () => {
    const passed = hostileUrls.filter((url) => checkTarget(at(url), false) === undefined)

    expect(passed).toEqual([])
    expect(new Set(hostileUrls).size).toBeGreaterThan(150)
  })

  it('is refused when it is sent to, and no connection arrives', async () => {
    const before = arrived()
    await withClient({}, async (client) => {
      const results = await Promise.all(
        hostileUrls.map(async (url) => ({ url, ...(await sendOnce(client, attemptTo(at(url)))) })),
      )
      expect(results.filter(({ outcome }) => outcome !== 'target_forbidden')).toEqual([])
    })
    expect(arrived()).toBe(before)
  })

  it('reaches the listeners where the operator allows it, so that the counts above mean something', async () => {
    const before = arrived()
    await withClient({ allowPrivate: true }, async (client) => {
      for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
        await sendOnce(client, attemptTo(`https://${host}:${port}/`))
      }
    })
    expect(arrived()).toBe(before + 5)
  })
})

describe('an address inside, given as such', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '169.254.169.254'])(
    '%s is not connected to, whatever was asked before',
    async (hostname) => {
      const before = arrived()
      const settings = { allowPrivate: false, resolve: resolveLikeTheSystem, ca: authority.cert }
      const target = { hostname, port: String(port), protocol: 'https:' }

      await expect(createConnect(settings)(target, new AbortController().signal)).rejects.toMatchObject({
        outcome: 'target_forbidden',
      })
      expect(arrived()).toBe(before)
    },
  )
})

describe('a name whose address is inside', () => {
  it.each(hostileAnswers)('%s is not connected to', async (address) => {
    const before = arrived()
    await withClient({ resolve: async () => [address] }, async (client) => {
      expect(await sendOnce(client, attemptTo(`https://${NAME}:${port}/`))).toMatchObject({
        outcome: 'target_forbidden',
        error: 'The host name leads to an address that is not public.',
      })
    })
    expect(arrived()).toBe(before)
  })

  it('one bad address among good ones refuses them all, wherever it stands', async () => {
    const before = arrived()
    for (const addresses of [
      ['127.0.0.1', '1.1.1.1'],
      ['1.1.1.1', '127.0.0.1'],
      [...Array.from({ length: 20 }, () => '1.1.1.1'), '::1'],
    ]) {
      await withClient({ resolve: async () => addresses }, async (client) => {
        expect(await sendOnce(client, attemptTo(`https://${NAME}:${port}/`))).toMatchObject({
          outcome: 'target_forbidden',
        })
      })
    }
    expect(arrived()).toBe(before)
  })

  it('an answer of DNS that turns inside after it was judged is never used', async () => {
    const before = arrived()
    let asked = 0
    // Public by its form, but of space that was given back: no packet to it arrives anywhere.
    const flipping: Resolve = async () => {
      asked += 1
      return asked % 2 === 1 ? ['3ffe::1'] : ['127.0.0.1']
    }
    await withClient({ resolve: flipping, timeoutMs: 200 }, async (client) => {
      const outcomes: AttemptOutcome[] = []
      for (let round = 1; round <= 6; round += 1) {
        const { outcome } = await sendOnce(client, attemptTo(`https://${NAME}:${port}/`))
        outcomes.push(outcome)
        // Asked once for each connection: there is no second answer to fall for.
        expect(asked).toBe(round)
      }
      const inside = outcomes.filter((outcome) => outcome === 'target_forbidden')
      expect(inside).toHaveLength(3)
    })
    expect(arrived()).toBe(before)
  })

  it('a name without an address is unreachable', async () => {
    for (const resolve of [
      async () => [],
      async () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
    ] satisfies Resolve[]) {
      await withClient({ resolve }, async (client) => {
        expect(await sendOnce(client, attemptTo(`https://${NAME}:${port}/`))).toMatchObject({
          outcome: 'unreachable',
          error: 'The host name has no address.',
        })
      })
    }
  })

  it('a name server that never answers takes no more than the time of an attempt', async () => {
    const client = createHttpClient(
      { timeoutMs: 200, allowPrivate: false, limit: () => 1 },
      { resolve: () => new Promise(() => undefined) },
    )
    expect(await sendOnce(client, attemptTo(`https://${NAME}:${port}/`))).toMatchObject({
      outcome: 'timed_out',
    })
    await client.close()
  })
})

describe('an address inside', () => {
  it('is told from a public one at the edges of every block', () => {
    expect(publicAddresses.filter((address) => !isPublicAddress(address))).toEqual([])
    expect(hostileAnswers.filter(isPublicAddress)).toEqual([])
  })

  it.each([
    ['https://hooks.example.com/x'],
    ['https://hooks.example.com./x'],
    ['https://hooks.example.com:8443/a?b=c'],
    ['https://1.1.1.1/'],
    ['https://[2606:4700:4700::1111]/'],
    ['https://[::ffff:8.8.8.8]/'],
    ['https://bücher.example.com/'],
    ['https://local.example.com/'],
    ['https://localhost.example.com/'],
    ['https://internal.example.com/'],
    ['https://10.example.com/'],
    ['https://127.0.0.1.example.com/'],
  ])('%s may be subscribed', (url) => {
    expect(checkTarget(url, false)).toBeUndefined()
  })

  it('may be subscribed, over http too, where the operator allows it; the form is asked for all the same', () => {
    expect(checkTarget('http://127.0.0.1:3000/hook', true)).toBeUndefined()
    expect(checkTarget('http://localhost/', true)).toBeUndefined()
    expect(checkTarget('http://user@localhost/', true)).toMatch(/user name/)
    expect(checkTarget('http://localhost/#a', true)).toMatch(/fragment/)
    expect(checkTarget('ftp://localhost/', true)).toMatch(/https/)
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i to the inside is not followed', async (status) => {
    const before = arrived()
    const location = `https://127.0.0.1:${port}/`
    const redirecting = await startReceiver((socket) => socket.write(answer(status, '', { location })))
    await withClient({ allowPrivate: true }, async (client) => {
      expect(await sendOnce(client, attemptTo(redirecting.url))).toMatchObject({
        outcome: 'redirected',
        status,
      })
    })
    await redirecting.close()
    expect(redirecting.accepted).toBe(1)
    expect(arrived()).toBe(before)
  })
})

const at = (url: string): string => url.replaceAll('PORT', String(port))
