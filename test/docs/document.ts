// The code of docs/webhooks.md, by the heading it stands under.
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { Block } from './blocks.ts'

/** The only block under a heading, of those that a test has taken. */
export const findCode = (blocks: readonly Block[], wanted: string): string => {
  const found = blocks.filter(({ heading }) => heading === wanted)
  if (found.length !== 1) throw new Error(`${found.length} blocks of code under ${wanted}`)
  return String(found[0]?.code)
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}
