// What a process loads at its start is what it needs there: the rest is loaded if it is set, or at its first use.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundleFolder, findPackage, listLoadedModules, listModules } from '../support/bundled.ts'
import { repository } from '../support/planted.ts'

const notAtTheStart = [
  '@modelcontextprotocol/server',
  '@redis/client',
  '@simplewebauthn/server',
  'nodemailer',
  'prom-client',
  'zod',
]

/** The modules that a service has loaded when it listens, by what Node writes down of it. */
const listLoaded = async (): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-loaded-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, [join(repository, 'bin/challenge-service'), 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_V8_COVERAGE: join(folder, 'coverage'),
      DATABASE_URL: `sqlite:${join(folder, 'some.db')}`,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let said = ''
  for await (const text of child.stdout as AsyncIterable<Buffer>) {
    said += text.toString()
    if (said.includes('listening')) child.kill('SIGTERM')
  }
  await ended
  const urls = readdirSync(join(folder, 'coverage')).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, 'coverage', name), 'utf8')) as {
      readonly result: readonly { readonly url: string }[]
    }
    return result.map(({ url }) => url)
  })
  return listLoadedModules(urls)
}

it('a service loads no package before it needs it', async () => {
  const loaded = new Set((await listLoaded()).map(findPackage))
  expect([...loaded]).toEqual(expect.arrayContaining(['fastify', 'typebox']))
  expect(notAtTheStart.filter((name) => loaded.has(name))).toEqual([])
})

it('each of them would be seen', () => {
  const modules = readdirSync(bundleFolder).flatMap((name) => listModules(join(bundleFolder, name)))
  const known = new Set(modules.map(findPackage))
  expect(notAtTheStart.filter((name) => !known.has(name))).toEqual([])
})
