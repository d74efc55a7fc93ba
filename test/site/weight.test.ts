// What a page weighs with its style sheet and scripts, before any compression; and that it asks nobody else for anything.
import { beforeAll, expect, it } from 'vitest'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor } from './visitor.ts'
import { makeWorld, type SiteWorld } from './world.ts'

const AT_MOST = 60 * 1024

const service = useService('sqlite', { ...siteSettings, READS_PER_MINUTE: '10000' })
let world: SiteWorld
beforeAll(async () => {
  world = await makeWorld(service)
})

it('a page has less than 60 KB, scripts included, and asks no other host', async () => {
  const browser = new Visitor(service.url)
  const link = await world.linkFor('full')
  await browser.submit(await browser.get(link), link)
  const weights = new Map<string, number>()
  const weigh = async (path: string): Promise<number> => {
    const known = weights.get(path) ?? Buffer.byteLength((await browser.get(path)).text)
    weights.set(path, known)
    return known
  }
  for (const path of [...world.pathsOf('full'), ...world.pathsOf('admin')]) {
    const { text } = await browser.get(path)
    const parts = [...text.matchAll(/<(?:link rel="stylesheet"|script|img)[^>]*\s(?:href|src)="([^"]+)"/g)]
    expect(parts.length).toBeGreaterThan(1)
    let weight = Buffer.byteLength(text)
    for (const [, part = ''] of parts) {
      expect(part).toMatch(/^\/assets\//)
      weight += await weigh(part)
    }
    expect([path, weight < AT_MOST, weight]).toEqual([path, true, weight])
  }
})
