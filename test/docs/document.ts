// The code of docs/webhooks.md, by the heading it stands under.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { repository } from '../support/planted.ts'

const page = readFileSync(join(repository, 'docs/webhooks.md'), 'utf8')

/** The blocks of code under a heading, those inside of a list without their indent. */
export const blocksUnder = (heading: string): readonly string[] => {
  const section = page.split(/^#{2,3} /m).find((text) => text.startsWith(`${heading}\n`))
  return [...(section ?? '').matchAll(/^( *)```\w+\n(.*?)^ *```$/gms)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

/** The only one. */
export const blockUnder = (heading: string): string => {
  const blocks = blocksUnder(heading)
  if (blocks.length !== 1) throw new Error(`${blocks.length} blocks of code under ${heading}`)
  return String(blocks[0])
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}
