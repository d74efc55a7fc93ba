// Names are asked of DNS, both families, and of nothing else.
import { afterEach, describe, expect, it } from 'vitest'
import { resolveByDns } from '../../packages/server/src/delivery/http/resolve.ts'
import { createHttpClient } from '../../packages/server/src/delivery/http/client.ts'
import { sendOnce } from './sending.ts'
import { startNameServer, type Zone } from '../support/name-server.ts'

const V6 = '2606:4700:4700:0:0:0:0:1111'

const zone: Zone = {
  'both.example.com': { A: ['1.1.1.1', '8.8.8.8'], AAAA: [V6] },
  'four.example.com': { A: ['1.1.1.1'], AAAA: [] },
  'six.example.com': { A: [], AAAA: [V6] },
  'half.example.com': { A: ['1.1.1.1'], AAAA: 'broken' },
  'empty.example.com': {},
  'silent.example.com': { A: 'silent', AAAA: 'silent' },
  'mixed.example.com': { A: ['1.1.1.1'], AAAA: ['0:0:0:0:0:0:0:1'] },
}

let server: Awaited<ReturnType<typeof startNameServer>> | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const start = async () => {
  server = await startNameServer(zone)
  return { server, resolve: resolveByDns([server.address]) }
}

const never = () => new AbortController().signal

describe('the addresses of a name', () => {
  it('are those of both families, and one that has failed takes nothing from the other', async () => {
    const { resolve } = await start()

    expect(await resolve('both.example.com', never())).toEqual(['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111'])
    expect(await resolve('four.example.com', never())).toEqual(['1.1.1.1'])
    expect(await resolve('six.example.com', never())).toEqual(['2606:4700:4700::1111'])
    expect(await resolve('half.example.com', never())).toEqual(['1.1.1.1'])
  })

  it('are none for a name that DNS does not know, the hosts file notwithstanding', async () => {
    const { server: asked, resolve } = await start()

    await expect(resolve('localhost', never())).rejects.toThrow('no address')
    await expect(resolve('unknown.example.com', never())).rejects.toThrow('no address')
    await expect(resolve('empty.example.com', never())).rejects.toThrow('no address')
    expect(asked.asked.toSorted()).toEqual([
      'A empty.example.com',
      'A localhost',
      'A unknown.example.com',
      'AAAA empty.example.com',
      'AAAA localhost',
      'AAAA unknown.example.com',
    ])
  })

  it('are no longer waited for once the attempt is over', async () => {
    const { resolve } = await start()
    const giveUp = new AbortController()

    const resolving = resolve('silent.example.com', giveUp.signal)
    giveUp.abort()

    await expect(resolving).rejects.toThrow('no address')
  })

  it('refuse the whole name if the other family leads inside', async () => {
    const { resolve } = await start()
    const client = createHttpClient({ timeoutMs: 2_000, allowPrivate: false, limit: () => 1 }, { resolve })
    const attempt = { url: 'https://mixed.example.com/', headers: [], body: Buffer.from('{}') }

    expect(await sendOnce(client, attempt)).toMatchObject({ outcome: 'target_forbidden' })
    await client.close()
  })
})
