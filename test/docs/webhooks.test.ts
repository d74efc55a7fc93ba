// The ways of verifying in docs/webhooks.md, taken out of the document and run as they stand against deliveries
// that are really sent.
import { spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient } from '../../packages/server/src/delivery/http/client.ts'
import { sendOnce } from '../delivery/sending.ts'
import { plantedFolder } from '../support/planted.ts'
import { requirement } from '../support/requirements.ts'
import { findCode, freePort } from './document.ts'
import { takeBlocks } from './runners.ts'

const blocks = takeBlocks('receivers of webhooks')
const blockUnder = (heading: string): string => findCode(blocks, heading)

const secret = `whsec_${randomBytes(32).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { text: 'Ünï ✓ "\\u0000"' } })

const sign = (by: string, t: number | string, text = body): string =>
  createHmac('sha256', by).update(`${t}.${text}`).digest('hex')

interface Signed {
  readonly header: string
  readonly body: string
}

/** What a receiver must make of each: true if it is to be believed. */
const cases = (): readonly (readonly [what: string, isGenuine: boolean, Signed])[] => {
  const now = Math.floor(Date.now() / 1000)
  const mine = sign(secret, now)
  const other = sign('whsec_other', now)
  const at = (t: number): string => `t=${t},v1=${sign(secret, t)}`
  return [
    ['signed now', true, { header: `t=${now},v1=${mine}`, body }],
    ['signed a while ago', true, { header: at(now - 200), body }],
    ['signed by the new secret and the old one', true, { header: `t=${now},v1=${mine},v1=${other}`, body }],
    ['the same, the other way round', true, { header: `t=${now},v1=${other},v1=${mine}`, body }],
    ['with a part that is not known yet', true, { header: `t=${now},v1=${mine},v2=abc`, body }],
    ['signed by another secret', false, { header: `t=${now},v1=${other}`, body }],
    ['with another body', false, { header: `t=${now},v1=${mine}`, body: `${body} ` }],
    ['with another time', false, { header: `t=${now - 1},v1=${mine}`, body }],
    ['300 seconds old', false, { header: at(now - 300), body }],
    // A little more than 300 from here, so that it is still that when it is looked at.
    ['from the future', false, { header: at(now + 330), body }],
    ['with half a signature', false, { header: `t=${now},v1=${mine.slice(0, 32)}`, body }],
    ['with an empty signature', false, { header: `t=${now},v1=`, body }],
    ['without a time', false, { header: `v1=${sign(secret, '')}`, body }],
    ['with a time that is no number', false, { header: `t=now,v1=${sign(secret, 'now')}`, body }],
    ['with nonsense', false, { header: 'nonsense', body }],
  ]
}

/** Starts a receiver of the page, sends it every case, and gives what it answered and said. */
const tryReceiver = async (program: string, file: string) => {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    SIGNING_SECRET: secret,
    PORT: String(port),
  }
  const child = spawn(program, [file], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const said: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => said.push(line))
  const client = createHttpClient({ timeoutMs: 10_000, allowPrivate: true, limit: () => 1 })
  try {
    await once(lines, 'line')
    const answers: (readonly [what: string, status: number | null])[] = []
    for (const [what, , { header, body: text }] of cases()) {
      const headers = ['content-type', 'application/json', 'x-svc-signature', header]
      const sent = { url: `http://127.0.0.1:${port}/`, headers, body: Buffer.from(text) }
      const { status } = await sendOnce(client, sent)
      answers.push([what, status])
    }
    return { answers, said: said.slice(1) }
  } finally {
    await client.close()
    child.kill()
    await once(child, 'close')
  }
}

const expected = () => cases().map(([what, isGenuine]) => [what, isGenuine ? 204 : 400] as const)
const heard = () => cases().flatMap(([, isGenuine]) => (isGenuine ? ['webhook.test evt_1'] : []))

// Inside the repository, so that the client resolves as it does for a user.
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(plantedFolder(), 'webhooks-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const save = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('the ways of verifying in the document', () => {
  it('are those that are tried here', () => {
    const headings = ['Node.js with our client', 'Node.js without packages', 'Python']
    expect(blocks.map(({ heading }) => heading)).toEqual(headings)
  })

  it('in Node.js with our client', async () => {
    const outfile = join(folder, 'with-client.mjs')
    const contents = blockUnder('Node.js with our client')
    await build({
      stdin: { contents, resolveDir: folder, loader: 'js' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['source'],
      logLevel: 'silent',
      outfile,
    })

    expect(await tryReceiver(process.execPath, outfile)).toEqual({ answers: expected(), said: heard() })
  })

  it('in Node.js without packages', async () => {
    const file = save('receiver.mjs', blockUnder('Node.js without packages'))

    expect(await tryReceiver(process.execPath, file)).toEqual({ answers: expected(), said: heard() })
  })

  const python = requirement('python3')
  it.skipIf(python === undefined)('in Python', async () => {
    const file = save('receiver.py', blockUnder('Python'))

    expect(await tryReceiver(python ?? '', file)).toEqual({ answers: expected(), said: heard() })
  })

  it('would be found out if they believed what they should not', async () => {
    const careless = blockUnder('Node.js without packages').replace('< 300', '< 400')
    const file = save('careless.mjs', careless)

    const { answers } = await tryReceiver(process.execPath, file)

    expect(answers).toContainEqual(['300 seconds old', 204])
  })
})
