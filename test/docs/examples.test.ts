// Every call that /docs shows, in each language, as a reader would run it: it makes exactly the request of the example.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describeTable, writeCurl, writePython, writeTypeScript } from '@challenge-service/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repository } from '../support/planted.ts'
import { requirement } from '../support/requirements.ts'

const TOKEN = 'cs_acc_example'
const references = describeTable()

interface Seen {
  readonly method: string | undefined
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly authorization: string | undefined
  readonly hasKey: boolean
}

const readUrl = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://x')
  return { path: pathname, query: Object.fromEntries(searchParams) }
}

const wanted = references.map(({ endpoint, sample }): Seen => ({
  method: endpoint.method,
  ...readUrl(sample.path),
  body: sample.body,
  authorization: `Bearer ${TOKEN}`,
  hasKey: endpoint.creates,
}))

describe('the examples of /docs', { timeout: 180_000 }, () => {
  let server: Server
  let url: string
  let seen: Seen[]
  beforeAll(async () => {
    server = createServer((request, response) => {
      void (async () => {
        const { method, headers } = request
        const sent = headers['content-type'] === 'application/json' ? await json(request) : undefined
        const hasKey = headers['idempotency-key'] !== undefined
        const answer = references[seen.length]?.sample
        seen.push({
          method,
          ...readUrl(request.url ?? ''),
          body: sent,
          authorization: headers.authorization,
          hasKey,
        })
        response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer?.response))
      })()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  beforeEach(() => {
    seen = []
  })

  const run = async (program: string, args: readonly string[], script: string): Promise<void> => {
    const child = spawn(program, args, {
      env: { ...process.env, TOKEN },
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdin.end(script)
    const [code] = (await once(child, 'close')) as [number]
    expect(code, errors).toBe(0)
  }

  it.skipIf(requirement('curl') === undefined)('in curl make the request that they show', async () => {
    const calls = references.map((reference) => writeCurl(reference, url).replace(/^curl/, 'curl -sS'))
    await run('bash', ['-s'], `set -e\nopenssl() { echo a-key; }\n${calls.join('\n')}`)
    expect(seen).toEqual(wanted)
  })

  it.skipIf(requirement('python3') === undefined)('in Python make the request that they show', async () => {
    await run('python3', ['-'], references.map((reference) => writePython(reference, url)).join('\n\n'))
    expect(seen).toEqual(wanted)
  })

  describe('in TypeScript', () => {
    let folder: string
    beforeAll(async () => {
      // Beside the packages, so that the client is found as in a reader's project.
      folder = await mkdtemp(join(repository, 'node_modules', '.examples-'))
      for (const reference of references) {
        const script = writeTypeScript(reference, url)
        await writeFile(join(folder, `${reference.name}.mts`), script)
        // None of them has a word that is TypeScript's alone.
        await writeFile(join(folder, `${reference.name}.mjs`), script)
      }
    })
    afterAll(() => rm(folder, { recursive: true }))

    it('make the request that they show', async () => {
      const imports = references.map(
        ({ name }) => `await import(${JSON.stringify(join(folder, `${name}.mjs`))})`,
      )
      await run('node', ['--input-type=module', '-'], imports.join('\n'))
      // The client gives every POST a key and a body.
      const withClient = wanted.map((one) =>
        one.method === 'POST' ? { ...one, hasKey: true, body: one.body ?? {} } : one,
      )
      expect(seen).toEqual(withClient)
    })

    it('have no error of types', async () => {
      const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', 'node']
      const kinds = ['--target', 'es2023', '--module', 'nodenext']
      const files = references.map(({ name }) => join(folder, `${name}.mts`))
      const compiler = join(repository, 'node_modules', '.bin', 'tsc')
      const compiled = promisify(execFile)(compiler, [...options, ...kinds, ...files], { cwd: folder })
      const faults = await compiled.then(
        () => '',
        (error: unknown) => (error as { readonly stdout: string }).stdout,
      )
      expect(faults).toBe('')
    })
  })
})
