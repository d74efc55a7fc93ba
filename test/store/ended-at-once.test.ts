// A server that is shutting down ends connections in the very moment they are made. Only their
// callers may fail of it.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PostgresStore } from '../../packages/server/src/store/postgres/postgres-store.ts'
import { sql } from '../../packages/server/src/store/statements/statement.ts'

const one = sql<{ one: number }, []>('test.one_row', 'select 1 as one')

const message = (type: string, ...parts: readonly (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Welcome, ready, and goodbye, all in one packet. */
const hailAndFarewell = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', 'I'),
  message('E', 'SFATAL\0', 'VFATAL\0', 'C57P01\0', 'Mthe server is shutting down\0', '\0'),
])

describe('connections that are ended as soon as they are made', () => {
  let server: Server
  let store: PostgresStore
  const made: Socket[] = []
  beforeEach(async () => {
    server = createServer((socket) => {
      made.push(socket)
      socket.on('error', () => undefined).once('data', () => socket.end(hailAndFarewell))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    store = new PostgresStore(`postgres://nobody@127.0.0.1:${port}/none`, () => undefined)
  })
  afterEach(async () => {
    await store.close()
    await new Promise((resolve) => server.close(resolve))
  })

  it('fail the reads that asked for them', async () => {
    const reads = await Promise.allSettled(Array.from({ length: 8 }, () => store.first(one)))
    expect(reads.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
    expect(made.length).toBeGreaterThan(1)
  })

  it('fail the writes that asked for them, after several tries', async () => {
    const before = made.length
    await expect(store.write((tx) => tx.first(one))).rejects.toThrow('the database does not answer')
    expect(made.length - before).toBeGreaterThan(1)
  })
})
